import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';

function download(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/jose' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** The signed licence: masked until it is asked for, to copy and to keep as a file. */
export function Secret({ secret, name, title }: { secret: string; name: string; title?: string }) {
  const [revealed, setRevealed] = useState(false);
  const words = text().actions;
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast(words.copied, 'success');
  };
  return (
    <Box sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {title ?? text().licence.secret}
        </Typography>
        <Button onClick={() => setRevealed(!revealed)}>{revealed ? words.hide : words.reveal}</Button>
        <Button onClick={copy}>{words.copy}</Button>
        <Button onClick={() => download(name, secret)}>{words.download}</Button>
      </Box>
      <Box
        component="code"
        data-testid="secret"
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
