import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import KeyboardReturn from '@mui/icons-material/KeyboardReturn';
import { Box, Collapse, List, ListItemButton, ListItemIcon, ListItemText } from '@mui/material';
import { memo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useActing } from '../../authProvider/useActing.ts';
import { isActing, useSession } from '../../authProvider/useSession.ts';
import { language } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import en from '../logo/en.svg';
import actingEn from '../logo/en-acting.svg';
import { ProductLogo } from '../logo/ProductLogo.tsx';
import zh from '../logo/zh.svg';
import actingZh from '../logo/zh-acting.svg';
import { screenAt } from '../router/paths.ts';
import { actingColour, logoGround, railColour } from '../theme/palettes.ts';
import { MenuIcon } from './icons.tsx';
import { menuOf, type SideMenuEntry } from './menu.ts';

const logos = { en: [en, actingEn], zh: [zh, actingZh] } as const;

/** The path of the open screen, also while one of its records is open. */
function useOpenScreenPath(): string {
  const { pathname } = useLocation();
  return screenAt(useContract(), pathname)?.path ?? pathname;
}

function MenuLink({
  entry,
  inset,
  onPick,
}: {
  entry: SideMenuEntry;
  inset?: boolean;
  onPick?: (() => void) | undefined;
}) {
  const selected = useOpenScreenPath() === entry.path;
  return (
    <ListItemButton
      component={Link}
      to={entry.path}
      selected={selected}
      aria-current={selected ? 'page' : undefined}
      onClick={onPick}
      sx={{ borderRadius: 1.5, mx: 1, pl: inset ? 5.5 : 1.5, minHeight: 38 }}
    >
      {!inset && (
        <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
          <MenuIcon name={entry.icon} />
        </ListItemIcon>
      )}
      <ListItemText primary={translate(entry.label)} />
    </ListItemButton>
  );
}

function MenuGroup({ entry, onPick }: { entry: SideMenuEntry; onPick?: (() => void) | undefined }) {
  const openPath = useOpenScreenPath();
  const hasOpenPath = entry.children?.some((child) => child.path === openPath) ?? false;
  const [open, setOpen] = useState<boolean>();
  const shown = open ?? hasOpenPath;
  return (
    <>
      <ListItemButton
        onClick={() => setOpen(!shown)}
        aria-expanded={shown}
        sx={{ borderRadius: 1.5, mx: 1, pl: 1.5, minHeight: 38 }}
      >
        <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
          <MenuIcon name={entry.icon} />
        </ListItemIcon>
        <ListItemText primary={translate(entry.label)} />
        {shown ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
      </ListItemButton>
      <Collapse in={shown} unmountOnExit>
        {entry.children?.map((child) => (
          <MenuLink key={child.path} entry={child} inset onPick={onPick} />
        ))}
      </Collapse>
    </>
  );
}

/** The menu of the current role; its colour changes while a salesman acts for an enterprise (R-MENU-11). */
export const SideMenu = memo(function SideMenu({ onPick }: { onPick?: () => void }) {
  const session = useSession();
  const contract = useContract();
  const { actBack, isPending } = useActing();
  if (!session) return null;
  const acting = isActing(session);
  return (
    <Box
      component="nav"
      aria-label={text().header.menu}
      sx={{
        bgcolor: acting ? actingColour : railColour,
        color: '#f4f2f4',
        '--focus': '#f4f2f4',
        height: '100%',
        overflowY: 'auto',
        '& .Mui-selected, & .Mui-selected:hover': { bgcolor: 'rgba(255,255,255,.16) !important' },
        '& .MuiListItemButton-root:hover': { bgcolor: 'rgba(255,255,255,.08)' },
      }}
    >
      <Box sx={{ px: 2, py: 1.75, height: 60, ...logoGround, ...(acting && { bgcolor: actingColour }) }}>
        <ProductLogo src={logos[language()][acting ? 1 : 0] ?? ''} isActing={acting} />
      </Box>
      <List component="div" disablePadding sx={{ display: 'grid', gap: 0.25 }}>
        {menuOf(contract, session.role, { ...session.user }).map((entry) =>
          entry.children ? (
            <MenuGroup key={entry.path} entry={entry} onPick={onPick} />
          ) : (
            <MenuLink key={entry.path} entry={entry} onPick={onPick} />
          ),
        )}
        {acting && (
          <ListItemButton
            disabled={isPending}
            onClick={() => void actBack().catch(() => undefined)}
            sx={{ borderRadius: 1.5, mx: 1, pl: 1.5, minHeight: 38 }}
          >
            <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
              <KeyboardReturn fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={text().header.backToSales} />
          </ListItemButton>
        )}
      </List>
    </Box>
  );
});
