import { Box, CircularProgress, LinearProgress, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { order as declaration } from '../../../contract/entities/order.ts';
import { type Entity, mayRead } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import { stepsFrom } from '../../../contract/lifecycle.ts';
import { say, text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { Description } from '../../resources/Description.tsx';
import { linesOf, useRecord } from '../../resources/EntityDetail.tsx';
import { valueAt } from '../../resources/format.ts';
import { useRole } from '../../shell/useSession.ts';
import type { DetailProps, RecordData } from '../registry.tsx';
import { hostsText } from './cells.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import { OrderStory } from './OrderStory.tsx';
import { OrderTies } from './OrderTies.tsx';

const entity = declaration as unknown as Entity;

/** purchased = allocated + available, as a bar and as numbers. */
function Ledger({ order }: { order: RecordData }) {
  const bought = Number(valueAt(order, 'purchased.hosts.value'));
  const left = Number(valueAt(order, 'available.hosts.value'));
  const words = text().order;
  const counted = (count: number) => hostsText(count, order.product);
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
function fieldsFor(order: RecordData, role: string | undefined): Fields {
  const enterprise = role === 'Enterprise';
  const hidden = new Set(['unavailability_reason', ...(order.status === 1 ? ['approval_at', 'expired_at'] : [])]);
  if (!enterprise) hidden.add('available_hosts');
  else hidden.add('enterprise_id');
  if (order.category_id !== 1002) hidden.add('parent_order_id');
  if (order.category_id !== 1001) hidden.add('reissuable_hosts');
  return Object.fromEntries(
    Object.entries(declaration.fields as Fields).filter(
      ([name, field]) => !hidden.has(name) && mayRead(field, role as never),
    ),
  );
}

/** An order as a dialog of 900 px; for whoever may take a step with it, in confirm mode (R-ODLG-01, R-ODLG-02). */
export default function OrderDetail({ id, onClose, onDone }: DetailProps) {
  const role = useRole();
  const queries = useQueryClient();
  const [dirty, setDirty] = useState(false);
  const { data, isPending } = useRecord('order', id);
  const confirming =
    data && role !== 'Enterprise' && stepsFrom(declaration.lifecycle as never, data.status as number, role).length > 0;
  const done = () => {
    void queries.invalidateQueries({ queryKey: ['order', 'getOne', id] });
    onDone();
    onClose();
  };
  const title = confirming ? text().order.confirmTitle : `${say(declaration.label)} ${String(data?.code ?? '')}`;
  return (
    <AppDialog title={title} width={900} onClose={onClose} dirty={dirty}>
      {isPending && <CircularProgress size={24} />}
      {!isPending && !data && <Typography>{text().errors.load}</Typography>}
      {data && (
        <>
          {role === 'Enterprise' && data.status === 2 && <Ledger order={data} />}
          <Description lines={linesOf(entity, data, fieldsFor(data, role))} />
          {!confirming && <OrderHistory order={id} />}
          {!confirming && data.status === 2 && <OrderTies order={data} />}
          {!confirming && <OrderStory order={id} />}
          <OrderSteps order={data} onDone={done} onDirty={setDirty} />
        </>
      )}
    </AppDialog>
  );
}
