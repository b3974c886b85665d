import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Translate from '@mui/icons-material/Translate';
import { AppBar, Box, Divider, IconButton, Menu, MenuItem, Toolbar, Tooltip, Typography } from '@mui/material';
import { memo, type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { useLogout, useTheme } from 'react-admin';
import { useNavigate } from 'react-router';
import { roleChoices, unknownRole } from '../../../contract/choices/user.ts';
import type { StoredLanguage } from '../../../contract/messages/label.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { Opening } from '../../ui/dialog/LazyDialog.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { useChangeLanguage } from './useChangeLanguage.ts';
import { zoneLabel, zoneName } from './zone.ts';

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
        <MenuItem key="logout" onClick={() => logout()}>
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

/** The browser's time zone; its name, which the browser is slow to find, is looked up once somebody points at it. */
function Zone() {
  const [name, setName] = useState(zoneLabel);
  return (
    <Tooltip title={`${text().header.zone}: ${name}`} onOpen={() => setName(zoneName())}>
      <Typography
        component="span"
        variant="body2"
        sx={{ color: 'text.secondary', px: { xs: 0, sm: 1 }, whiteSpace: 'nowrap' }}
      >
        {zoneLabel()}
      </Typography>
    </Tooltip>
  );
}

/** Says how high the header is, for what sticks below it. */
function useHeight() {
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
 * What stands at the end of the bar, drawn between the frame and its page: each hint is drawn twice at first, and in one
 * task with the frame all of them would keep a slow machine busy.
 */
function AtEnd({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false);
  useEffect(() => startTransition(() => setTime(true)), []);
  return isTime && children;
}

interface Props {
  narrow: boolean;
  onMenu: () => void;
  /** What stands in it besides what is in every one. */
  tools: ReactNode;
}

/** The bar above every page: for whom one acts, where one is, the time zone, messages, language and oneself. */
export const Header = memo(function Header({ narrow, onMenu, tools }: Props) {
  const session = useSession();
  const [password, setPassword] = useState(false);
  return (
    <AppBar
      ref={useHeight()}
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      <ActingBanner />
      <Toolbar variant="dense" sx={{ gap: { sm: 0.5 }, px: { xs: 1, sm: 3 }, minHeight: 60 }}>
        {narrow && (
          <>
            <IconButton edge="start" aria-label={text().header.menu} onClick={onMenu}>
              <MenuIcon />
            </IconButton>
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
          </>
        )}
        {!narrow && <Breadcrumb />}
        <Box sx={{ flex: 1 }} />
        <AtEnd>
          <PaletteButton narrow={narrow} />
          <Zone />
          {!narrow && (
            <Typography component="span" variant="body2" noWrap sx={{ maxWidth: 220 }}>
              {text().header.welcome(displayName(session?.user))}
            </Typography>
          )}
          {tools}
          <ThemeButton />
          <LanguageMenu />
          <UserMenu onPassword={() => setPassword(true)} />
        </AtEnd>
      </Toolbar>
      <Opening onClose={() => setPassword(false)}>
        {password && <PasswordDialog onClose={() => setPassword(false)} />}
      </Opening>
    </AppBar>
  );
});
