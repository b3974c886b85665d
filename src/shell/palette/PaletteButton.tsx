import SearchIcon from '@mui/icons-material/Search';
import { ButtonBase, IconButton, Tooltip } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { Key } from '../keys/Key.tsx';
import { usePaletteSwitch } from './paletteSwitch.ts';

/** Opens the palette from the header. */
export function PaletteButton({ isNarrow }: { isNarrow: boolean }) {
  const { openPalette } = usePaletteSwitch();
  const words = text().palette;
  if (isNarrow)
    return (
      <Tooltip title={words.open}>
        <IconButton color="inherit" aria-label={words.open} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
          <SearchIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  return (
    <ButtonBase
      onClick={openPalette}
      aria-label={words.open}
      aria-keyshortcuts="Control+K Meta+K"
      sx={{
        gap: 1,
        height: 34,
        px: 1.25,
        mx: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        color: 'text.secondary',
        fontSize: 13,
        minWidth: 180,
        justifyContent: 'flex-start',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <SearchIcon fontSize="small" />
      <span style={{ flex: 1, textAlign: 'left' }}>{words.button}</span>
      <Key keys="mod+k" />
    </ButtonBase>
  );
}
