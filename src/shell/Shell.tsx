import { Box, Drawer, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { narrowQuery } from '../ui/breakpoints.ts';
import { Header } from './header/Header.tsx';
import { SideMenu } from './menu/SideMenu.tsx';
import { PaletteHost } from './palette/PaletteHost.tsx';
import { SkipLink } from './SkipLink.tsx';

const width = 232;

interface Props {
  /** Further buttons for the header. */
  tools: ReactNode;
  children: ReactNode;
}

/** The frame of every page, with the menu at the side, or in a drawer under 750 px (R-HEAD-02). */
export function Shell({ tools, children }: Props) {
  const isNarrow = useMediaQuery(narrowQuery);
  const [open, setOpen] = useState(false);
  const openMenu = useCallback(() => setOpen(true), []);
  const closeMenu = useCallback(() => setOpen(false), []);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <PaletteHost>
      <Box sx={{ display: 'flex', minHeight: '100vh', bgcolor: 'background.default' }}>
        <SkipLink />
        {isNarrow ? (
          <Drawer open={open} onClose={closeMenu} slotProps={{ paper: { sx: { width } } }}>
            <SideMenu onPick={closeMenu} />
          </Drawer>
        ) : (
          <Box data-screen-only sx={{ width, flexShrink: 0, position: 'sticky', top: 0, height: '100vh' }}>
            <SideMenu />
          </Box>
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <Header isNarrow={isNarrow} onMenu={openMenu} tools={tools} />
          <Box component="main" id="content" tabIndex={-1} sx={{ p: isNarrow ? 1.5 : 3, flex: 1, outline: 'none' }}>
            {/* react-admin's own pages put their title here; pages with their own heading leave it empty. */}
            <Typography
              id="react-admin-title"
              component="div"
              role="heading"
              aria-level={1}
              variant="h1"
              sx={{ mb: 2, '&:empty': { display: 'none' } }}
            />
            {children}
          </Box>
        </Box>
      </Box>
    </PaletteHost>
  );
}
