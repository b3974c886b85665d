import Cancel from '@mui/icons-material/Cancel';
import { Box, Button, Chip, Skeleton, Typography } from '@mui/material';
import { useCreate, useDelete } from 'react-admin';
import { orderProject } from '../../../contract/entities/orderProject.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { ConfirmDialog } from '../../resources/dialog/ConfirmDialog.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { useUndoNotice } from '../../resources/dialog/UndoNotice.tsx';
import type { DialogProps } from '../../resources/overrides.ts';
import { NewRowsNotice } from '../../resources/paging/NewRowsNotice.tsx';
import { Pager } from '../../resources/paging/Pager.tsx';
import { PartOnPaper } from '../../resources/paging/PartOnPaper.tsx';
import { useWholeListOnPaper } from '../../resources/paging/useWholeListOnPaper.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { usePrinting } from '../../ui/print/printing.ts';
import { unsorted, usePagedList } from './usePagedList.ts';

const resource = orderProject.name;

/** The projects that an order serves: those it is tied to, or any project of its product if it has no tie (B39). */
export function OrderTies({ order }: { order: RecordData }) {
  const entity = useContract().entity(resource);
  const openDialog = useOpenDialog();
  const isPrinting = usePrinting();
  const filter = { order_id: order.id };
  const { data, error, isPending, refetch, pager } = usePagedList(resource, filter);
  const drawn = useWholeListOnPaper(resource, { filter, sort: unsorted }, { data, total: pager.total });
  const words = text().order;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.ties}
      </Typography>
      <NewRowsNotice rows={data} isInner />
      {isPending && <Skeleton variant="rounded" height={32} />}
      {error && !data && <LoadFailed onRetry={() => void refetch()} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {data?.length === 0 && (
          <Typography variant="body2" color="text.secondary">
            {words.noTies}
          </Typography>
        )}
        {drawn.rows.map((tie) => (
          <TieChip key={tie.id} tie={tie} isLast={pager.total === 1} />
        ))}
        {isPermitted(entity, 'create') && (
          <Button onClick={() => openDialog((close) => <TieDialog order={order} onClose={close} />)}>
            {words.tie}
          </Button>
        )}
      </Box>
      {isPrinting ? <PartOnPaper {...drawn} /> : data && <Pager {...pager} />}
    </Box>
  );
}

interface TieProps {
  tie: RecordData;
  /** The only tie of its order; without it the order serves any project. */
  isLast: boolean;
}

const projectOf = (tie: RecordData): string => String(valueAt(tie, 'project.name'));

function TieChip({ tie, isLast }: TieProps) {
  const entity = useContract().entity(resource);
  const openDialog = useOpenDialog();
  const name = projectOf(tie);
  const untying = {
    onDelete: () => openDialog((close) => <UntieDialog tie={tie} isLast={isLast} onClose={close} />),
    deleteIcon: <Cancel titleAccess={text().order.untie(name)} />,
  };
  return <Chip label={name} variant="outlined" {...(isPermitted(entity, 'remove', tie) && untying)} />;
}

/** Asks before a tie is removed; the removal can be undone. */
function UntieDialog({ tie, isLast, onClose }: TieProps & { onClose: () => void }) {
  const [remove] = useDelete();
  const undoable = useUndoNotice(useContract().entity(resource));
  const words = text().order;
  const name = projectOf(tie);
  const untie = async () => {
    const params = { id: tie.id, previousData: tie };
    await remove(resource, params, { returnPromise: true, mutationMode: 'pessimistic' });
    undoable([tie.id], name, { done: words.untied(name), undone: words.tiedAgain(name) });
  };
  return (
    <ConfirmDialog title={words.untie(name)} danger yes={words.untieProject} onYes={untie} onClose={onClose}>
      {isLast ? words.untieLast : words.askUntie(name)}
    </ConfirmDialog>
  );
}

/** Ties the order to another project of its product and enterprise. */
function TieDialog({ order, onClose }: DialogProps & { order: RecordData }) {
  const notice = useNotice();
  const [create] = useCreate();
  const { project_id } = orderProject.fields;
  const where = { ...project_id.where, product_id: order.product_id, enterprise_id: order.enterprise_id };
  const fields = { project_id: { ...project_id, where } as Field } satisfies Fields;
  const tie = async (body: Record<string, unknown>, idempotencyKey: string) => {
    const data = { order_id: order.id, ...body };
    await create(resource, { data, meta: { idempotencyKey } }, { returnPromise: true });
    notice.success(text().done.operation);
    onClose();
  };
  return (
    <InputDialog
      title={`${text().order.tie} · ${String(order.code)}`}
      action={text().order.tie}
      fields={fields}
      draft={`tie order ${order.id}`}
      send={tie}
      onClose={onClose}
    />
  );
}
