import { otherEndpoints } from '../../../contract/endpoints/other.ts';
import type { Body } from '../../../contract/endpoints.ts';
import type { Fields } from '../../../contract/field.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/dialog/InputDialog.tsx';

interface Props {
  subscription: RecordData;
  onClose: () => void;
}

const { enterprise_id, product_id, period_start_at, period_end_at } = otherEndpoints.subscription_update_status.body;
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
export function ActivateDialog({ subscription, onClose }: Props) {
  const notice = useNotice();
  const { mutateAsync } = useCallMutation('subscription_update_status');
  const send = async (body: Record<string, unknown>, idempotencyKey: string) => {
    const whole = { id: subscription.id, status: 1, ...body } as unknown as Body<'subscription_update_status'>;
    await mutateAsync({ body: whole, idempotencyKey });
    notice.success(text().done.operation);
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
      send={send}
      onClose={onClose}
    />
  );
}
