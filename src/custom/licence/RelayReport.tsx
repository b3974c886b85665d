import { Button } from '@mui/material';
import { useGetList } from 'react-admin';
import { relayKind } from '../../../contract/choices/activation.ts';
import { text } from '../../i18n/text.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';
import { LicenceSection } from './LicenceSection.tsx';

const RelayReportDialog = lazyChunk(() => import('./RelayReportDialog.tsx'));

/** Takes in the report of a relay without a network, for a licence that has relays (issue 36). */
export function RelayReport({ id }: { id: number }) {
  const openDialog = useOpenDialog();
  const words = text().licence;
  const { total } = useGetList('activation', {
    filter: { assignment_id: id, kind: relayKind },
    pagination: { page: 1, perPage: 1 },
  });
  if (!total) return null;
  return (
    <LicenceSection title={words.report} hint={words.reportHint}>
      <Button variant="outlined" onClick={() => openDialog((close) => <RelayReportDialog id={id} onClose={close} />)}>
        {words.takeReport}
      </Button>
    </LicenceSection>
  );
}
