import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Translate from '@mui/icons-material/Translate';
import {
  AppBar,
  Box,
  Divider,
  IconButton,
  Menu,
  MenuItem,
  Toolbar,
  Tooltip,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useLogout, useTheme } from 'react-admin';
import { useNavigate } from 'react-router';
import { roleChoices, unknownRole } from '../../../contract/choices/user.ts';
import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { timeZoneLabel, timeZoneName } from '../../i18n/timeZone.ts';
import { tabletQuery } from '../../ui/breakpoints.ts';
import { LazyDialog } from '../../ui/dialog/LazyDialog.tsx';
import { askBeforeDiscarding } from '../../ui/dialog/unsaved.ts';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { givenBrand } from '../logo/givenBrand.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { useChangeLanguage } from './useChangeLanguage.ts';

const PasswordDialog = lazyChunk(() =>
  import('../password/PasswordDialog.tsx').then((found) => ({ default: found.PasswordDialog })),
);

interface MenuButtonProps {
  label: string;
  icon: ReactNode;
  children: (close: () => void) => ReactNode;
}

function MenuButton({ label, icon, children }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          color="inherit"
          aria-label={label}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {icon}
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {children(close)}
      </Menu>
    </>
  );
}

function LanguageMenu() {
  const changeLanguage = useChangeLanguage();
  const option = (language: StoredLanguage, name: string) => (
    <MenuItem
      key={language}
      lang={language}
      selected={storedLanguage() === language}
      onClick={() => changeLanguage(language)}
    >
      {name}
    </MenuItem>
  );
  return (
    <MenuButton label={text().header.language} icon={<Translate fontSize="small" />}>
      {() => [option('zh-CN', '中文'), option('en', 'English')]}
    </MenuButton>
  );
}

function UserMenu({ onPassword }: { onPassword: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const logout = useLogout();
  const role = roleChoices.find((one) => one.id === session?.user.role_id);
  return (
    <MenuButton label={text().header.user} icon={<PersonOutlined fontSize="small" />}>
      {(close) => [
        <MenuItem key="role" disabled className="says">
          {translate(role?.label ?? unknownRole)}
        </MenuItem>,
        <Divider key="line" />,
        <MenuItem
          key="account"
          onClick={() => {
            close();
            navigate('/userinfo');
          }}
        >
          {text().header.account}
        </MenuItem>,
        <MenuItem
          key="password"
          disabled={isActing(session)}
          onClick={() => {
            close();
            onPassword();
          }}
        >
          {text().header.password}
        </MenuItem>,
        <MenuItem key="logout" onClick={() => askBeforeDiscarding(() => void logout())}>
          {text().header.logout}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useTheme();
  return (
    <Tooltip title={text().header.theme}>
      <IconButton
        color="inherit"
        aria-label={text().header.theme}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        <DarkModeOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/** The browser's time zone. Its name is slow to get, so it is read when the tooltip opens. */
function TimeZone() {
  const [name, setName] = useState(timeZoneLabel);
  return (
    <Tooltip title={`${text().header.zone}: ${name}`} describeChild onOpen={() => setName(timeZoneName())}>
      <Typography
        component="span"
        variant="body2"
        sx={{ color: 'text.secondary', px: { xs: 0, sm: 1 }, whiteSpace: 'nowrap' }}
      >
        {timeZoneLabel()}
      </Typography>
    </Tooltip>
  );
}

/** Publishes the header's height as a CSS variable, for sticky elements below it. */
function useHeaderHeight() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!bar.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.getBoundingClientRect().height ?? 0;
      document.documentElement.style.setProperty('--header-height', `${Math.floor(height)}px`);
    });
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return bar;
}

/**
 * Draws the end of the header after the frame and before the page. Each tooltip is drawn twice at first; in one task
 * with the frame they would keep a slow machine busy.
 */
function DeferredEnd({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue && children;
}

/** On a phone the header is what the menu's head is elsewhere: it has the main colour of the settings. */
function brandedStyle() {
  const { colour } = givenBrand();
  if (colour === undefined) return undefined;
  return { bgcolor: colour, color: '#fff', '--focus': '#fff', '& .MuiTypography-root': { color: 'inherit' } };
}

/** The name of the product in a narrow header; on the main colour its logo, if it has one. */
function NarrowName() {
  const { colour, logo } = givenBrand();
  if (colour && logo)
    return (
      <Box
        component="img"
        src={logo}
        alt={text().product}
        height={28}
        sx={{ minWidth: 0, maxWidth: { xs: 96, sm: 168 }, objectFit: 'contain', objectPosition: 'left center' }}
      />
    );
  return (
    <Typography
      component="span"
      noWrap
      sx={{
        fontWeight: 700,
        minWidth: 0,
        fontSize: { xs: 12.5, sm: 15 },
        letterSpacing: { xs: '-0.02em', sm: 0 },
      }}
    >
      {text().product}
    </Typography>
  );
}

interface Props {
  isNarrow: boolean;
  onMenu: () => void;
  /** Further buttons for the header. */
  tools: ReactNode;
}

/**
 * The header of every page: the acting banner, the breadcrumb, the time zone, messages, the language and the user's
 * menu.
 */
export const Header = memo(function Header({ isNarrow, onMenu, tools }: Props) {
  const session = useSession();
  const [password, setPassword] = useState(false);
  // Beside the menu there is room for the breadcrumb and the buttons, and for nothing else.
  const isTight = useMediaQuery(tabletQuery, { noSsr: true });
  return (
    <AppBar
      ref={useHeaderHeight()}
      data-screen-only
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      <ActingBanner />
      <Toolbar
        variant="dense"
        sx={{ gap: { sm: 0.5 }, px: { xs: 1, sm: 3 }, minHeight: 60, ...(isNarrow && brandedStyle()) }}
      >
        {isNarrow && (
          <>
            <IconButton edge="start" color="inherit" aria-label={text().header.menu} onClick={onMenu}>
              <MenuIcon />
            </IconButton>
            <NarrowName />
          </>
        )}
        {!isNarrow && <Breadcrumb />}
        <Box sx={{ flex: 1 }} />
        <DeferredEnd>
          <PaletteButton isNarrow={isTight} />
          <TimeZone />
          {!isTight && (
            <Typography component="span" variant="body2" noWrap sx={{ maxWidth: 220, flexShrink: 1e6 }}>
              {text().header.welcome(displayName(session?.user))}
            </Typography>
          )}
          {tools}
          <ThemeButton />
          <LanguageMenu />
          <UserMenu onPassword={() => setPassword(true)} />
        </DeferredEnd>
      </Toolbar>
      <LazyDialog onClose={() => setPassword(false)}>
        {password && <PasswordDialog onClose={() => setPassword(false)} />}
      </LazyDialog>
    </AppBar>
  );
});
