import { Box } from '@mui/material';
import { otherCalls } from '../../../contract/calls/other.ts';
import type { Body } from '../../../contract/calls.ts';
import type { Field } from '../../../contract/field.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { FieldInput } from '../../resources/FieldInput.tsx';
import { FormDialog } from '../../resources/FormDialog.tsx';
import { useFields } from '../../resources/useFields.ts';
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
} as unknown as Readonly<Record<string, Field>>;

/** Says whose the subscription is, of what, and from when until when; a year from now unless told. */
export function ActivateDialog({ subscription, onClose, onDone }: Props) {
  const start = { enterprise_id: subscription.enterprise_id, product_id: subscription.product_id };
  const state = useFields(fields, start);
  const enterprise = subscription.enterprise as { id: number; name: string } | null;
  const send = async (body: Record<string, unknown>) => {
    const whole = { id: subscription.id, status: 1, ...body } as unknown as Body<'subscription_update_status'>;
    await call('subscription_update_status', { body: whole });
    onDone();
    onClose();
  };
  const words = text().account;
  return (
    <FormDialog
      title={words.activate}
      submit={words.activate}
      busy={state.busy}
      dirty={state.dirty}
      onSubmit={() => state.submit(send)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, pt: 1 }}>
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={state.values[name]}
            onChange={(value) => state.set(name, value)}
            error={state.errors[name]}
            known={name === 'enterprise_id' && enterprise ? { id: enterprise.id, label: enterprise.name } : undefined}
          />
        ))}
      </Box>
    </FormDialog>
  );
}
