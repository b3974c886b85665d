import { Box, Button, Typography } from '@mui/material';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { codeBlock } from './codeBlock.ts';

interface CodeExampleProps {
  /** What the code is, such as its language. */
  name: string;
  code: string;
  /** True if the name is a word of the console, and no name of a language. */
  isTranslated?: boolean;
}

/** Code with its name and a button that copies it (issue 34). */
export function CodeExample({ name, code, isTranslated = false }: CodeExampleProps) {
  const copy = useCopyToClipboard();
  const label = text().actions.copy;
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography
          component="h4"
          variant="body2"
          color="text.secondary"
          sx={{ flex: 1 }}
          translate={isTranslated ? undefined : 'no'}
        >
          {name}
        </Typography>
        <Button size="small" onClick={() => copy(code)} aria-label={`${label} ${name}`}>
          {label}
        </Button>
      </Box>
      <Box component="code" translate="no" aria-label={name} role="group" tabIndex={0} sx={codeBlock}>
        {code}
      </Box>
    </Box>
  );
}
