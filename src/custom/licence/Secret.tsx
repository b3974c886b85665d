import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useCopyToClipboard, useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';

interface Props {
  /** Gives the text, by a request if necessary. */
  read: () => Promise<string>;
  /** The name of its file. */
  name: string;
  title?: string;
}

/** A signed text. It is masked until the user reveals it, and can be copied or saved as a file. */
export function Secret({ read, name, title }: Props) {
  const [revealed, setRevealed] = useState<string>();
  const [isReading, setReading] = useState(false);
  const copy = useCopyToClipboard();
  const notice = useNotice();
  const words = text().actions;
  const withText = async (work: (secret: string) => unknown) => {
    setReading(true);
    try {
      await work(revealed ?? (await read()));
    } catch (failure) {
      notice.error(failureText(failure));
    }
    setReading(false);
  };
  const hide = () => setRevealed(undefined);
  const isRevealed = revealed !== undefined;
  return (
    <Box sx={{ mt: 3 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
          {title ?? text().licence.secret}
        </Typography>
        <Button disabled={isReading} onClick={isRevealed ? hide : () => void withText(setRevealed)}>
          {isRevealed ? words.hide : words.reveal}
        </Button>
        <Button disabled={isReading} onClick={() => void withText(copy)}>
          {words.copy}
        </Button>
        <Button
          disabled={isReading}
          onClick={() => void withText((secret) => saveFile(name, new Blob([secret], { type: 'application/jose' })))}
        >
          {words.download}
        </Button>
      </Box>
      <Box
        component="code"
        translate="no"
        data-testid="secret"
        // A long text scrolls, also by the keyboard.
        tabIndex={isRevealed ? 0 : undefined}
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
        {revealed ?? '•'.repeat(48)}
      </Box>
    </Box>
  );
}
