import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useCopyToClipboard } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { codeBlock } from './codeBlock.ts';

interface ShownOnceProps {
  /** What it is the key of. */
  name: string;
  value: string;
  warning: string;
  testId: string;
  onClose: () => void;
  children?: ReactNode;
}

/** A key that is shown only now, to be copied (issue 34). */
export function ShownOnce({ name, value, warning, testId, onClose, children }: ShownOnceProps) {
  const copy = useCopyToClipboard();
  return (
    <>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {warning}
        </Alert>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
          <Typography component="h3" variant="h3" sx={{ flex: 1 }}>
            {name}
          </Typography>
          <Button variant="contained" onClick={() => copy(value)} autoFocus>
            {text().actions.copy}
          </Button>
        </Box>
        <Box component="code" translate="no" data-testid={testId} sx={codeBlock}>
          {value}
        </Box>
        {children}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text().actions.close}</Button>
      </DialogActions>
    </>
  );
}
