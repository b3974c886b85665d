import { Button } from '@mui/material';
import { text } from '../../i18n/text.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { LicenceSection } from './LicenceSection.tsx';

const OfflineDialog = lazyChunk(() => import('./OfflineDialog.tsx'));

/** Activates the licence for a machine without a network (issue 36). */
export function OfflineActivation({ id }: { id: number }) {
  const openDialog = useOpenDialog();
  const words = text().licence;
  return (
    <LicenceSection title={words.offline} hint={words.offlineHint}>
      <Button variant="outlined" onClick={() => openDialog((close) => <OfflineDialog id={id} onClose={close} />)}>
        {words.activateOffline}
      </Button>
    </LicenceSection>
  );
}
