import type { CSSProperties } from 'react';
import { language } from '../../i18n/language.ts';
import { givenProductName } from '../../i18n/page/productName.ts';
import { text } from '../../i18n/text.ts';
import { givenBrand } from './givenBrand.ts';
import { Mark } from './Mark.tsx';

const frameStyle: CSSProperties = { display: 'flex', alignItems: 'center', gap: 10, minHeight: 32, minWidth: 0 };
const nameStyle: CSSProperties = {
  color: '#fff',
  fontSize: 15,
  fontWeight: 700,
  lineHeight: 1.2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
};
/** As high as the product's own logo, and as wide as there is room. */
const logoStyle: CSSProperties = {
  display: 'block',
  width: '100%',
  maxWidth: 168,
  objectFit: 'contain',
  objectPosition: 'left center',
};

/** A logo of the settings; without one the mark beside the name. */
export function BrandLogo({
  logo,
  name,
  isActing = false,
}: {
  logo?: string | undefined;
  name: string;
  isActing?: boolean;
}) {
  if (logo) return <img src={logo} alt={name} height={32} style={logoStyle} />;
  return (
    <span style={frameStyle}>
      <Mark isActing={isActing} />
      <span style={nameStyle} title={name}>
        {name}
      </span>
    </span>
  );
}

interface Props {
  /** The picture of the product's own name. */
  src: string;
  width?: number;
  isActing?: boolean;
}

/** The product's logo on a dark ground: its own picture, or what the settings give it. */
export function ProductLogo({ src, width, isActing = false }: Props) {
  const { logo, colour } = givenBrand();
  const name = givenProductName(language());
  // The picture has the product's own colour.
  if (name === undefined && !logo && !colour) return <img src={src} alt={text().product} width={width} height={32} />;
  return <BrandLogo logo={logo} name={text().product} isActing={isActing} />;
}
