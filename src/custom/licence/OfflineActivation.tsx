import { Box, Button, Typography } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const OfflineDialog = lazyChunk(() => import('./OfflineDialog.tsx'));

/** Activates the licence for a machine without a network (issue 36). */
export function OfflineActivation({ id }: { id: number }) {
  const openDialog = useOpenDialog();
  const words = text().licence;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3">
        {words.offline}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {words.offlineHint}
      </Typography>
      <Button variant="outlined" onClick={() => openDialog((close) => <OfflineDialog id={id} onClose={close} />)}>
        {words.activateOffline}
      </Button>
    </Box>
  );
}
