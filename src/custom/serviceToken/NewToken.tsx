import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import type { CreatedProps } from '../../resources/overrides.ts';
import { codeBlock } from './codeBlock.ts';
import { UseExamples } from './UseExamples.tsx';

/** A new token, which is shown only now, with how to use it (issue 34). */
export default function NewToken({ record, onClose }: CreatedProps) {
  const copy = useCopyToClipboard();
  const words = text().serviceToken;
  const token = String(record.token ?? '');
  return (
    <>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {words.once}
        </Alert>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
          <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
            {String(record.name)}
          </Typography>
          <Button variant="contained" onClick={() => copy(token)} autoFocus>
            {text().actions.copy}
          </Button>
        </Box>
        <Box component="code" translate="no" data-testid="token" sx={codeBlock}>
          {token}
        </Box>
        <Typography component="h3" variant="h3" sx={{ mt: 3, mb: 0.5 }}>
          {words.example}
        </Typography>
        <UseExamples token={token} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text().actions.close}</Button>
      </DialogActions>
    </>
  );
}
