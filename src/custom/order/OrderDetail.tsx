import { Box, LinearProgress, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { isRole } from '../../../contract/roles/index.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, mayRead } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { RecordView } from '../../resources/detail/RecordView.tsx';
import { useRecordDrawer } from '../../resources/detail/record/RecordDrawerContext.ts';
import { RelatedLists } from '../../resources/detail/related/RelatedLists.tsx';
import { Summary } from '../../resources/detail/Summary.tsx';
import type { DetailProps } from '../../resources/overrides.ts';
import { useRecord } from '../../resources/values/FieldLines.tsx';
import { quantityText } from '../../resources/values/format.ts';
import { OrderHistory } from './OrderHistory.tsx';
import { mainStepOf, OrderEndingSteps, OrderSteps, permittedSteps } from './OrderSteps.tsx';
import { OrderTies } from './OrderTies.tsx';

/** Related lists that the detail replaces by its own. */
const listsShownElsewhere = ['assignment', 'order_project'];

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

/** True if the role sees the numbers of the ledger. */
const seesLedger = ({ fields }: Entity, role: Role): boolean =>
  [fields.purchased_hosts, fields.available_hosts].every((field) => field && mayRead(field, role));

/** The fields of the order for the role; approval and expiry are hidden until the order is approved (R-ORDST-06). */
function fieldsFor({ fields }: Entity, order: RecordData, role: Role): Fields {
  const enterprise = isRole(role, 'Enterprise');
  const hidden = new Set([
    'unavailability_reason',
    'creator_id',
    // Its timeline shows it.
    'confirmed_at',
    ...(order.status === 1 ? ['approval_at', 'expired_at'] : []),
  ]);
  if (!enterprise) hidden.add('available_hosts');
  else hidden.add('enterprise_id');
  if (order.category_id !== 1002) hidden.add('parent_order_id');
  if (order.category_id !== 1001) hidden.add('reissuable_hosts');
  // Only an order that follows a licence names one.
  const params = fields.params as Field;
  const details = Object.entries(params.fields ?? {}).filter(
    ([name]) => !['renews', 'adds_to'].includes(name) || valueAt(order, `params.${name}`),
  );
  const shown = { params: { ...params, fields: Object.fromEntries(details) } };
  return Object.fromEntries(
    Object.entries({ ...fields, ...shown }).filter(([name, field]) => !hidden.has(name) && mayRead(field, role)),
  );
}

/** The history and the related records of an order; absent while the user has to decide about it (R-ODLG-02). */
function RelatedParts({ order }: { order: RecordData }) {
  const { entity } = useContract();
  const lists = (name: string) => isPermitted(entity(name), 'list');
  return (
    <>
      {lists('assignment') && <OrderHistory order={order.id} />}
      {order.status === 2 && lists('order_project') && <OrderTies order={order} />}
      <RelatedLists name="order" id={order.id} except={listsShownElsewhere} />
    </>
  );
}

/**
 * The step that the order waits for, with its inputs. It waits until the record is read again, since the list may be
 * out of date.
 */
function DecisionForm({ order, onDone }: { order: RecordData; onDone: () => void }) {
  const [opened] = useState(Date.now);
  const { dataUpdatedAt } = useRecord('order', order.id);
  // As high as the form that follows, so that nothing below it moves.
  if (dataUpdatedAt < opened) return <Skeleton variant="rounded" sx={{ height: { xs: 372, sm: 346, md: 270 } }} />;
  return <OrderSteps key={`${order.id} ${String(order.version)}`} order={order} onDone={onDone} />;
}

/** An order, 900 px wide; for users who may take a step it is in confirm mode (R-ODLG-01, R-ODLG-02). */
export default function OrderDetail({ id, onClose, onDone = onClose }: DetailProps) {
  const entity = useContract().entity('order');
  const role = useRole();
  const place = useRecordDrawer();
  const done = place?.openNextWaiting ?? onDone;
  const isDecided = (order: RecordData) => isRole(role, 'Enterprise') || permittedSteps(entity, order).length === 0;
  return (
    <RecordView
      entity={entity}
      id={id}
      onClose={onClose}
      top={(order) => mainStepOf(permittedSteps(entity, order)) && <DecisionForm order={order} onDone={done} />}
      endings={(order) => <OrderEndingSteps order={order} onDone={done} />}
      overview={(order) => (
        <>
          {isRole(role, 'Enterprise') && order.status === 2 && seesLedger(entity, role) && <Ledger order={order} />}
          <Summary entity={entity} record={order} fields={fieldsFor(entity, order, role)} />
        </>
      )}
      below={(order) => isDecided(order) && <RelatedParts order={order} />}
    />
  );
}
