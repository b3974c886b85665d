import { otherCalls } from '../../../contract/calls/other.ts';
import type { Body } from '../../../contract/calls.ts';
import type { Fields } from '../../../contract/field.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/InputDialog.tsx';
import type { RecordData } from '../registry.tsx';

interface Props {
  subscription: RecordData;
  onClose: () => void;
  onDone: () => void;
}

const { enterprise_id, product_id, period_start_at, period_end_at } = otherCalls.subscription_update_status.body;
const needed = <F extends object>(field: F) => ({ ...field, required: true });
const fields = {
  enterprise_id: needed(enterprise_id),
  product_id: needed(product_id),
  period_start_at,
  period_end_at,
} as Fields;
const rows = [
  ['enterprise_id', 'product_id'],
  ['period_start_at', 'period_end_at'],
];

/** Says whose the subscription is, of what, and from when until when; a year from now unless told. */
export function ActivateDialog({ subscription, onClose, onDone }: Props) {
  const enterprise = subscription.enterprise as { id: number; name: string } | null;
  const send = async (body: Record<string, unknown>) => {
    const whole = { id: subscription.id, status: 1, ...body } as unknown as Body<'subscription_update_status'>;
    await call('subscription_update_status', { body: whole });
    onDone();
    onClose();
  };
  const { activate } = text().account;
  return (
    <InputDialog
      title={activate}
      action={activate}
      fields={fields}
      rows={rows}
      start={{ enterprise_id: subscription.enterprise_id, product_id: subscription.product_id }}
      known={{ enterprise_id: enterprise ? { id: enterprise.id, label: enterprise.name } : undefined }}
      send={send}
      onClose={onClose}
    />
  );
}
