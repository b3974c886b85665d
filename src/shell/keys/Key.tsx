import { Box } from '@mui/material';
import { text } from '../../i18n/text.ts';

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

const keyStyle = {
  display: 'inline-block',
  minWidth: 20,
  px: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: 11.5,
  lineHeight: '18px',
  textAlign: 'center',
  whiteSpace: 'nowrap',
} as const;

/** Keys as they are labelled on the keyboard: `mod+k` is Ctrl K, or ⌘ K on a Mac. */
export function Key({ keys }: { keys: string }) {
  const { names } = text().keys;
  const keyNames = keys.split(/[ +]/).map((key) => (key === 'mod' && isMac() ? '⌘' : (names[key] ?? key)));
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {keyNames.map((keyName) => (
        <Box component="kbd" key={keyName} sx={keyStyle}>
          {keyName.length === 1 ? keyName.toUpperCase() : keyName}
        </Box>
      ))}
    </Box>
  );
}
