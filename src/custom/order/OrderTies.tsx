import Cancel from '@mui/icons-material/Cancel';
import { Box, Button, Chip, Skeleton, Typography } from '@mui/material';
import { useCreate, useDelete } from 'react-admin';
import { orderProject } from '../../../contract/entities/orderProject.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { valueAt } from '../../../contract/path.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { useOpenDialog } from '../../resources/dialog/DialogHost.tsx';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';
import { Pager } from '../../resources/list/Pager.tsx';
import type { DialogProps } from '../../resources/overrides.ts';
import { usePagedList } from './usePagedList.ts';

const resource = orderProject.name;

/** The projects that an order serves: those it is tied to, or any of its product while it has no tie (B39). */
export function OrderTies({ order }: { order: RecordData }) {
  const openDialog = useOpenDialog();
  const { data, error, isPending, refetch, pager } = usePagedList(resource, { order_id: order.id });
  const words = text().order;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.ties}
      </Typography>
      {isPending && <Skeleton variant="rounded" height={32} />}
      {error && !data && <LoadFailed onRetry={() => void refetch()} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {data?.length === 0 && (
          <Typography variant="body2" color="text.secondary">
            {words.noTies}
          </Typography>
        )}
        {data?.map((tie) => (
          <TieChip key={tie.id} tie={tie} />
        ))}
        {isPermitted(resource, 'create') && (
          <Button onClick={() => openDialog((close) => <TieDialog order={order} onClose={close} />)}>
            {words.tie}
          </Button>
        )}
      </Box>
      {data && <Pager {...pager} />}
    </Box>
  );
}

function TieChip({ tie }: { tie: RecordData }) {
  const notice = useNotice();
  const [remove, { isPending }] = useDelete();
  const name = String(valueAt(tie, 'project.name'));
  const untie = () =>
    remove(
      resource,
      { id: tie.id, previousData: tie },
      { mutationMode: 'pessimistic', onSuccess: () => notice.success(text().done.operation) },
    );
  const untying = {
    onDelete: () => void untie(),
    deleteIcon: <Cancel titleAccess={text().order.untie(name)} />,
  };
  return (
    <Chip label={name} variant="outlined" disabled={isPending} {...(isPermitted(resource, 'remove', tie) && untying)} />
  );
}

/** Ties the order to one more project of its product in its enterprise. */
function TieDialog({ order, onClose }: DialogProps & { order: RecordData }) {
  const notice = useNotice();
  const [create] = useCreate();
  const where = { product_id: order.product_id, enterprise_id: order.enterprise_id };
  const fields = { project_id: { ...orderProject.fields.project_id, where } as Field } satisfies Fields;
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
      send={tie}
      onClose={onClose}
    />
  );
}
