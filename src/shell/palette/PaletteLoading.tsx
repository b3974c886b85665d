import SearchIcon from '@mui/icons-material/Search';
import { Box, InputBase, LinearProgress } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { isComposing } from '../../ui/keyboard/isComposing.ts';
import { PaletteFrame, searchBarStyle } from './PaletteFrame.tsx';

/** Text that was typed before the palette's script was loaded; `isSent` is true if Enter was pressed. */
export interface TypedBeforeLoad {
  written: string;
  isSent: boolean;
}

/** Shown while the palette's script loads. It collects the typed text in `begun`. */
export function PaletteLoading({ begun, onClose }: { begun: TypedBeforeLoad; onClose: () => void }) {
  const words = text().palette;
  return (
    <PaletteFrame onClose={onClose}>
      <Box sx={searchBarStyle}>
        <SearchIcon fontSize="small" color="action" />
        <InputBase
          fullWidth
          autoFocus
          placeholder={words.placeholder}
          defaultValue={begun.written}
          inputProps={{ 'aria-label': words.open, enterKeyHint: 'go' }}
          onChange={({ target }) => Object.assign(begun, { written: target.value, isSent: false })}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !isComposing(nativeEvent)) begun.isSent = true;
          }}
        />
      </Box>
      <LinearProgress aria-label={words.searching} sx={{ height: 2 }} />
    </PaletteFrame>
  );
}
