import { Box, Button, Typography } from '@mui/material';
import { text } from '../i18n/text.ts';

/** Stands where data would, when it did not come. */
export const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 2 }}>
    <Typography>{text().errors.notLoaded}</Typography>
    <Button variant="outlined" onClick={onRetry}>
      {text().list.retry}
    </Button>
  </Box>
);
