import { Box, Button, Link } from '@mui/material';
import type { ReactNode } from 'react';
import { useSession } from '../../authProvider/useSession.ts';
import { keepLanguage, language, storedLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import en from '../logo/en.svg';
import zh from '../logo/zh.svg';
import { railColour } from '../theme/theme.ts';

const logos = { en, zh } as const;
const languages = [
  ['zh-CN', '中文'],
  ['en', 'English'],
] as const;

/** Chooses the language of this browser; the page is loaded anew. */
const Languages = () =>
  languages.map(([one, name]) => (
    <Button
      key={one}
      lang={one}
      color="inherit"
      aria-pressed={storedLanguage() === one}
      onClick={() => {
        keepLanguage(one);
        window.location.reload();
      }}
      sx={{
        minWidth: 44,
        color: 'inherit',
        '&[aria-pressed=true]': { textDecoration: 'underline', textUnderlineOffset: 4 },
      }}
    >
      {name}
    </Button>
  ));

const page = { minHeight: '100vh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' } as const;
const bar = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 1.5, sm: 3 },
  minHeight: 60,
  bgcolor: railColour,
  color: '#f4f2f4',
} as const;

/** Where a page without the menu leads back to: the login, or for whoever is signed in the dashboard. */
export function useWayBack() {
  const session = useSession();
  return session ? { href: '/dashboard', label: text().login.back } : { href: '/login', label: text().login.title };
}

/** The frame of the pages outside the console, for visitors too: the product's name, the language, and the way back. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { href, label } = useWayBack();
  return (
    <Box component="main" sx={page}>
      <Box sx={bar}>
        <Link href={href} title={label} sx={{ display: 'flex', minHeight: 44, alignItems: 'center', mr: 'auto' }}>
          <img src={logos[language()]} alt={text().product} width={168} height={32} />
        </Link>
        <Languages />
      </Box>
      {children}
    </Box>
  );
}
