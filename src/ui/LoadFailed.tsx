import { Box, Button, Typography } from '@mui/material';
import { text } from '../i18n/text.ts';

/** Shown instead of data that could not be loaded. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 2 }}>
    <Typography>{text().errors.notLoaded}</Typography>
    <Button variant="outlined" onClick={onRetry}>
      {text().list.retry}
    </Button>
  </Box>
);
