import { Box, CircularProgress, LinearProgress, Typography } from '@mui/material';
import { useState } from 'react';
import type { Role } from '../../../contract/access.ts';
import { order as declaration } from '../../../contract/entities/order.ts';
import { type Entity, mayRead } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import { valueAt } from '../../../contract/path.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text, translate } from '../../i18n/text.ts';
import { Description } from '../../resources/detail/Description.tsx';
import { EntityDetail } from '../../resources/detail/EntityDetail.tsx';
import { InnerLists } from '../../resources/detail/InnerLists.tsx';
import { LoadFailed } from '../../resources/detail/LoadFailed.tsx';
import { linesOf, useRecord } from '../../resources/detail/lines.tsx';
import { AppDialog, DialogBody } from '../../resources/dialog/AppDialog.tsx';
import { DialogHost } from '../../resources/dialog/DialogHost.tsx';
import { quantityText } from '../../resources/format.ts';
import type { DetailProps } from '../../resources/overrides.ts';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderSteps, stepsOf } from './OrderSteps.tsx';
import { OrderStory } from './OrderStory.tsx';
import { OrderTies } from './OrderTies.tsx';

const entity: Entity = declaration;
/** What the detail shows in a way of its own. */
const ownLists = ['assignment', 'order_project'];

/** purchased = allocated + available, as a bar and as numbers. */
function Ledger({ order }: { order: RecordData }) {
  const bought = Number(valueAt(order, 'purchased.hosts.value'));
  const left = Number(valueAt(order, 'available.hosts.value'));
  const words = text().order;
  const counted = (count: number) => quantityText(count, order.product);
  return (
    <Box sx={{ mb: 2.5 }}>
      <LinearProgress
        variant="determinate"
        value={bought ? ((bought - left) / bought) * 100 : 0}
        aria-label={words.ledger}
        sx={{ height: 8, borderRadius: 4, mb: 1 }}
      />
      <Typography variant="body2" color="text.secondary">
        {words.purchased} {counted(bought)} = {words.allocated} {counted(bought - left)} + {words.available}{' '}
        {counted(left)}
      </Typography>
    </Box>
  );
}

/** What the role sees of the order: approval and expiry not before the approval (R-ORDST-06), the rest for its readers. */
function fieldsFor(order: RecordData, role: Role): Fields {
  const enterprise = role === 'Enterprise';
  const hidden = new Set([
    'unavailability_reason',
    'creator_id',
    ...(order.status === 1 ? ['approval_at', 'expired_at'] : []),
  ]);
  if (!enterprise) hidden.add('available_hosts');
  else hidden.add('enterprise_id');
  if (order.category_id !== 1002) hidden.add('parent_order_id');
  if (order.category_id !== 1001) hidden.add('reissuable_hosts');
  const { renews: _renews, ...details } = declaration.fields.params.fields as Fields;
  const shown = valueAt(order, 'params.renews') ? {} : { params: { ...declaration.fields.params, fields: details } };
  return Object.fromEntries(
    Object.entries({ ...declaration.fields, ...shown } as Fields).filter(
      ([name, field]) => !hidden.has(name) && mayRead(field, role),
    ),
  );
}

/** What else belongs to an order; absent where somebody is about to decide it (R-ODLG-02). */
const Further = ({ order }: { order: RecordData }) => (
  <>
    <OrderHistory order={order.id} />
    {order.status === 2 && <OrderTies order={order} />}
    <InnerLists name="order" id={order.id} Detail={EntityDetail} except={ownLists} />
    <OrderStory order={order.id} />
  </>
);

/** An order as a dialog of 900 px; for whoever may take a step with it, in confirm mode (R-ODLG-01, R-ODLG-02). */
export default function OrderDetail({ id, onClose, onDone = onClose }: DetailProps) {
  const role = useRole() ?? 'Subordinate';
  const [opened] = useState(Date.now);
  const { data, error, isPending, dataUpdatedAt, refetch } = useRecord('order', id);
  // What the list knew of it may have changed since: a step begins with the order as it is now.
  const fresh = dataUpdatedAt >= opened ? data : undefined;
  const confirming = data !== undefined && role !== 'Enterprise' && stepsOf(data).length > 0;
  const title = confirming ? text().order.confirmTitle : `${translate(declaration.label)} ${String(data?.code ?? '')}`;
  return (
    <AppDialog title={title} width={900} onClose={onClose}>
      <DialogHost>
        <DialogBody>
          {isPending && !error && <CircularProgress size={24} />}
          {data && role === 'Enterprise' && data.status === 2 && <Ledger order={data} />}
          {data && <Description lines={linesOf(entity, data, fieldsFor(data, role))} />}
          {data && !confirming && <Further order={data} />}
          {error && <LoadFailed onRetry={() => void refetch()} />}
          {fresh && <OrderSteps key={`${id} ${String(fresh.version)}`} order={fresh} onDone={onDone} />}
        </DialogBody>
      </DialogHost>
    </AppDialog>
  );
}
