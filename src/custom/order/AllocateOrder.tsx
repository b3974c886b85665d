import { Button } from '@mui/material';
import { useGetList } from 'react-admin';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { useSession } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { useMayCall } from '../../resources/actions/useMayCall.ts';
import type { RowActionProps } from '../../resources/overrides.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../ui/lazyChunk.ts';

const AllocationDialog = lazyChunk(() =>
  import('../allocation/AllocationDialog.tsx').then((found) => ({ default: found.AllocationDialog })),
);

/**
 * The project of the licence that an order renews (D4) or adds to. It is read from a list, since reading a single licence is
 * audited (A28).
 */
function useProject(licence: number | undefined): number | undefined {
  const { data } = useGetList<RecordData>(
    'assignment',
    { filter: { id: licence }, meta: { quiet: true } },
    { enabled: licence !== undefined },
  );
  return data?.[0]?.project_id as number | undefined;
}

/**
 * Allocates the rest of an order, which is preselected. An order that renews a licence, or adds to it, goes to that licence's project.
 */
export default function AllocateOrder({ record: order }: RowActionProps) {
  const openDialog = useOpenDialog();
  const mayAllocate = useMayCall('assignment_create');
  const session = useSession();
  const project = useProject(
    (valueAt(order, 'params.renews') ?? valueAt(order, 'params.adds_to') ?? undefined) as number | undefined,
  );
  if (!mayAllocate || session?.user.tags === 1 || order.is_available !== true) return null;
  const label = text().allocation.allocate;
  return (
    <Button
      variant="outlined"
      data-main
      aria-haspopup="dialog"
      aria-label={`${label}: ${String(order.code)}`}
      onClick={() => openDialog((close) => <AllocationDialog project={project} order={order} onClose={close} />)}
      sx={{ minWidth: 0 }}
    >
      {label}
    </Button>
  );
}
