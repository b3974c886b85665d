import { Box, Button, Link } from '@mui/material';
import type { ReactNode } from 'react';
import { matchPath, Link as RouterLink, useLocation } from 'react-router';
import { useSession } from '../../authProvider/useSession.ts';
import { language, saveLanguage, storedLanguage } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import en from '../logo/en.svg';
import { ProductLogo } from '../logo/ProductLogo.tsx';
import zh from '../logo/zh.svg';
import { logoGround } from '../theme/palettes.ts';

const logos = { en, zh } as const;
const languages = [
  ['zh-CN', '中文'],
  ['en', 'English'],
] as const;

/** Buttons that change the language of this browser and reload the page. */
const Languages = () =>
  languages.map(([one, name]) => (
    <Button
      key={one}
      lang={one}
      color="inherit"
      aria-pressed={storedLanguage() === one}
      onClick={() => {
        saveLanguage(one);
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

const pageStyle = {
  minHeight: '100vh',
  display: 'flex',
  flexDirection: 'column',
  bgcolor: 'background.default',
} as const;
const barStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 1.5, sm: 3 },
  minHeight: 60,
  ...logoGround,
  color: '#f4f2f4',
} as const;

/**
 * The link back from a page without the menu: to the login, or to the dashboard for a signed-in user.
 * @returns its label, and the props of the link. From the subscription page it leads inside the app, and so to the error
 *   page (SPEC 2, E12); from any other page it loads the page.
 */
export function useWayBack() {
  const session = useSession();
  const { pathname } = useLocation();
  const [to, label] = session ? ['/dashboard', text().login.back] : ['/login', text().login.title];
  const isInside = matchPath('/subscription', pathname) !== null;
  return { label, link: isInside ? { component: RouterLink, to } : { href: to } };
}

/** The frame of the public pages: the product's name, the languages, and the way back. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { link, label } = useWayBack();
  return (
    <Box component="main" sx={pageStyle}>
      <Box sx={barStyle}>
        <Link {...link} title={label} sx={{ display: 'flex', minHeight: 44, alignItems: 'center', mr: 'auto' }}>
          <ProductLogo src={logos[language()]} width={168} />
        </Link>
        <Languages />
      </Box>
      {children}
    </Box>
  );
}
