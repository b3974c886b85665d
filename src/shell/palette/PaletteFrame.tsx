import { Box, Dialog, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { text } from '../../i18n/text.ts';
import { narrowQuery } from '../../ui/breakpoints.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';

/** Style of the search line. */
export const searchBarStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 2,
  minHeight: 56,
  borderBottom: 1,
  borderColor: 'divider',
  '& input': { textOverflow: 'ellipsis' },
} as const;

/** True if the palette fills the screen, as on a phone. */
export const useIsNarrow = (): boolean => useMediaQuery(narrowQuery);

interface Props {
  onClose: () => void;
  children: ReactNode;
}

/** The dialog around the palette; on a phone it fills the screen. */
export function PaletteFrame({ onClose, children }: Props) {
  const isNarrow = useIsNarrow();
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isNarrow}
      aria-labelledby="palette-title"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: { sx: isNarrow ? {} : { width: 640, maxWidth: '96vw', mt: '10vh', maxHeight: 'min(640px, 80vh)' } },
      }}
    >
      <Box id="palette-title" component="h2" sx={visuallyHidden}>
        {text().palette.open}
      </Box>
      {children}
    </Dialog>
  );
}
