import { Box, Typography } from '@mui/material';
import { type CSSProperties, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Language } from '../../../contract/messages/label.ts';
import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { logoAddress, withFallback } from '../../../contract/values/brand.ts';
import {
  brandColourProblem,
  brandProperties,
  brandShades,
  canonicalColour,
} from '../../../contract/values/brandColour.ts';
import { language } from '../../i18n/language.ts';
import { ownProductNames } from '../../i18n/page/productName.ts';
import { rememberedContent } from '../../resources/input/files/uploadedContent.ts';
import { BrandLogo } from '../../shell/logo/ProductLogo.tsx';
import { dark, logoGround, railColour } from '../../shell/theme/palettes.ts';

const words = {
  en: { en: 'Preview: English', zh: 'Preview: Chinese' },
  zh: { en: '预览：英文', zh: '预览：中文' },
};
/** What the pages say in each language. */
const pageWords = {
  en: { signIn: 'Sign in', save: 'Save', saveInDark: 'Dark mode' },
  zh: { signIn: '登录', save: '保存', saveInDark: '深色模式' },
};

/** The product's own colours in dark mode. */
const ownInDark = { inDark: dark.primary.main, textInDark: dark.primary.contrastText };

interface Values {
  readonly [name: string]: unknown;
}

/** The address of a logo in the form: of the saved one, or of one that this page has uploaded. */
function useLogoAddress(file: StoredFile | undefined): string | undefined {
  const [local, setLocal] = useState<string>();
  const id = file?.id;
  useEffect(() => {
    const content = id === undefined ? undefined : rememberedContent(id);
    if (!content) return undefined;
    const address = URL.createObjectURL(content);
    setLocal(address);
    return () => {
      setLocal(undefined);
      URL.revokeObjectURL(address);
    };
  }, [id]);
  if (!file || id === undefined) return undefined;
  return rememberedContent(id) ? local : logoAddress(file);
}

const fileOf = (value: unknown): StoredFile | undefined =>
  typeof value === 'object' && value !== null && 'id' in value ? (value as StoredFile) : undefined;

const colourOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && !brandColourProblem(value) ? canonicalColour(value) : undefined;

/** What the form would give the console in a language. */
function useBrand(values: Values, shown: Language) {
  const logo = useLogoAddress(withFallback({ en: fileOf(values['logo_en']), zh: fileOf(values['logo_zh']) })[shown]);
  const colour = withFallback({ en: colourOf(values['colour_en']), zh: colourOf(values['colour_zh']) })[shown];
  const name = String(values[`name_${shown}`] ?? '') || ownProductNames[shown];
  return { logo, colour, name };
}

const lineStyle = { height: 10, borderRadius: 1, bgcolor: 'action.selected' } as const;
const buttonStyle = {
  px: 1.5,
  py: 0.75,
  borderRadius: 1,
  fontSize: 13,
  fontWeight: 600,
  textAlign: 'center',
} as const;

/** The login page, and the menu with the main button in both modes, as they would be in a language. */
function LanguagePreview({ values, shown }: { values: Values; shown: Language }) {
  const { logo, colour, name } = useBrand(values, shown);
  const { signIn, save, saveInDark } = pageWords[shown];
  // `initial`: the product's own, although the page around it may have other ones.
  const properties = Object.fromEntries(
    Object.entries(brandProperties(colour, logo)).map(([key, value]) => [key, value ?? 'initial']),
  ) as CSSProperties;
  const dark = colour ? brandShades(colour) : ownInDark;
  const drawn = <BrandLogo logo={logo} name={name} />;
  return (
    <Box component="figure" sx={{ m: 0, minWidth: 0 }} style={properties} data-testid={`preview-${shown}`}>
      <Typography component="figcaption" variant="body2" color="text.secondary" sx={{ mb: 0.75 }}>
        {words[language()][shown]}
      </Typography>
      <Box
        lang={shown}
        sx={{
          display: 'grid',
          gap: 1,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          p: 1,
          // High contrast would replace the colours that are chosen here.
          forcedColorAdjust: 'none',
        }}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: '3fr 2fr', minHeight: 120 }}>
          <Box
            sx={{
              p: 1.5,
              minWidth: 0,
              borderRadius: '8px 0 0 8px',
              background:
                'linear-gradient(150deg, var(--brand-deep, #4a0730) 0%, var(--brand-middle, #8c0f59) 60%, var(--brand, #b0126f) 100%)',
            }}
          >
            {drawn}
          </Box>
          <Box sx={{ p: 1.5, display: 'grid', gap: 1, alignContent: 'center', minWidth: 0 }}>
            <Box sx={lineStyle} />
            <Box sx={lineStyle} />
            <Box sx={{ ...buttonStyle, bgcolor: 'var(--brand, #b0126f)', color: '#fff' }}>{signIn}</Box>
          </Box>
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: '3fr 2fr', minHeight: 92 }}>
          <Box sx={{ bgcolor: railColour, minWidth: 0, borderRadius: '8px 0 0 8px', overflow: 'hidden' }}>
            <Box sx={{ ...logoGround, p: 1.5 }}>{drawn}</Box>
          </Box>
          <Box sx={{ p: 1.5, display: 'grid', gap: 1, alignContent: 'center', minWidth: 0 }}>
            <Box sx={{ ...buttonStyle, bgcolor: 'var(--brand, #b0126f)', color: '#fff' }}>{save}</Box>
            <Box sx={{ ...buttonStyle, bgcolor: dark.inDark, color: dark.textInDark }}>{saveInDark}</Box>
          </Box>
        </Box>
      </Box>
    </Box>
  );
}

/** The login page and the menu as they will be once the form is saved, in both languages. */
export default function BrandPreview() {
  const values = useWatch() as Values;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, mt: 1 }}>
      <LanguagePreview values={values} shown="en" />
      <LanguagePreview values={values} shown="zh" />
    </Box>
  );
}
