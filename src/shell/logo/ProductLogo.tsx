import type { CSSProperties } from 'react';
import { language } from '../../i18n/language.ts';
import { givenProductName } from '../../i18n/productName.ts';
import { text } from '../../i18n/text.ts';

/** The colours of the mark (src/shell/theme/theme.ts): while acting the second one. */
const colours = { usual: '#b0126f', acting: '#0e7490' } as const;

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

interface Props {
  /** The picture of the product's own name. */
  src: string;
  width?: number;
  isActing?: boolean;
}

/** The product's logo on a dark ground: its picture, or the mark beside the name that the settings give it. */
export function ProductLogo({ src, width, isActing = false }: Props) {
  const name = givenProductName(language());
  if (name === undefined) return <img src={src} alt={text().product} width={width} height={32} />;
  return (
    <span style={frameStyle}>
      <svg width="24" height="24" viewBox="2 4 24 24" aria-hidden="true" style={{ flex: 'none' }}>
        <rect x="2" y="4" width="24" height="24" rx="6" fill={colours[isActing ? 'acting' : 'usual']} />
        <path
          d="M9 16.5l4 4 7-9"
          fill="none"
          stroke="#fff"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span style={nameStyle} title={name}>
        {name}
      </span>
    </span>
  );
}
