import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { useAction } from '../../resources/actions/useAction.ts';
import { FormDialog } from '../../resources/dialog/FormDialog.tsx';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import type { ActionProps } from '../../resources/overrides.ts';
import { nameOf } from '../../resources/values/Cell.tsx';
import { quantityText } from '../../resources/values/format.ts';
import { OrderInput } from './OrderInput.tsx';
import ReplyInput from './ReplyInput.tsx';
import { type LoadedOrders, type OrderShare, shareMessages } from './shares.ts';

const noFields: Fields = {};

/** Serves an application with hosts of chosen orders (R-CALL-71). */
export default function ServeDialog({ entity, record: application, action, onClose, onDone }: ActionProps) {
  const fields = action.input ?? noFields;
  const [orders] = useState<LoadedOrders>(() => new Map());
  const { mutateAsync } = useAction(entity, action);
  const keyFor = useIdempotencyKeys();
  const notice = useNotice();
  const words = text().allocation;
  const send = async (values: FormValues) => {
    const input = bodyFromValues(fields, values);
    await mutateAsync({ record: application, input, options: { idempotencyKey: keyFor(input) } }).catch(
      (failure: unknown) => {
        throw failureAtInputs(failure, fields);
      },
    );
    notice.success(text().done.allocated);
    onClose();
    onDone?.();
  };
  return (
    <FormDialog
      title={`${translate(action.label)} · ${nameOf(entity, application)}`}
      width={900}
      submit={words.submit}
      resolver={contractResolver(fields, {
        more: ({ orders: shares }) => shareMessages(shares as OrderShare[], orders),
      })}
      defaultValues={defaultValues(entity.contract, fields, { orders: [] })}
      onSubmit={send}
      draft={{ name: `serve application ${application.id}`, fields }}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>
        {text().licence.asked(quantityText(application.hosts, application.product))}
      </Typography>
      <OrderInput
        source="orders"
        project={Number(application.project_id)}
        orders={orders}
        empty={<Typography color="text.secondary">{words.noOrders}</Typography>}
      />
      <Box sx={{ pt: 1 }}>
        <ReplyInput source="comment" field={fields.comment as Field} />
      </Box>
    </FormDialog>
  );
}
