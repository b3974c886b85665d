import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';

/** The signed licence. It is masked until the user reveals it, and can be copied or saved as a file. */
export function Secret({ secret, name, title }: { secret: string; name: string; title?: string }) {
  const [revealed, setRevealed] = useState(false);
  const copy = useCopyToClipboard();
  const words = text().actions;
  return (
    <Box sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {title ?? text().licence.secret}
        </Typography>
        <Button onClick={() => setRevealed(!revealed)}>{revealed ? words.hide : words.reveal}</Button>
        <Button onClick={() => copy(secret)}>{words.copy}</Button>
        <Button onClick={() => saveFile(name, new Blob([secret], { type: 'application/jose' }))}>
          {words.download}
        </Button>
      </Box>
      <Box
        component="code"
        translate="no"
        data-testid="secret"
        // A long text scrolls, also by the keyboard.
        tabIndex={revealed ? 0 : undefined}
        sx={{
          display: 'block',
          p: 1.5,
          bgcolor: 'action.hover',
          borderRadius: 1,
          fontSize: 12,
          overflowWrap: 'anywhere',
          maxHeight: 140,
          overflow: 'auto',
        }}
      >
        {revealed ? secret : '•'.repeat(48)}
      </Box>
    </Box>
  );
}
