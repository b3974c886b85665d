import { Button } from '@mui/material';
import { assignment } from '../../../contract/entities/assignment.ts';
import { text } from '../../i18n/text.ts';
import { nameOf } from '../../resources/cells.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { lazyChunk } from '../../resources/loadChunk.ts';
import type { RowActionProps } from '../../resources/overrides.ts';
import { isRenewable } from './renewal.ts';

const RenewDialog = lazyChunk(() => import('./RenewDialog.tsx'));

/** Opens the order that renews a licence which ends soon (D4). */
export default function RenewButton({ record: licence }: RowActionProps) {
  const openDialog = useOpenDialog();
  if (!isRenewable(licence)) return null;
  const label = text().renewal.action;
  return (
    <Button
      variant="outlined"
      data-main
      aria-haspopup="dialog"
      aria-label={`${label}: ${nameOf(assignment, licence)}`}
      onClick={() => openDialog((close) => <RenewDialog licence={licence} onClose={close} />)}
      sx={{ minWidth: 0 }}
    >
      {label}
    </Button>
  );
}
