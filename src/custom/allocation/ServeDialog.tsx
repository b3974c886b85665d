import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { assignmentEndpoints } from '../../../contract/endpoints/assignment.ts';
import type { Body } from '../../../contract/endpoints.ts';
import { bodyOf } from '../../dataProvider/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/idempotency.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useCallMutation } from '../../dataProvider/useCall.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { FormDialog } from '../../resources/dialog/FormDialog.tsx';
import { contractResolver, defaultValues, type Values } from '../../resources/form/contractResolver.ts';
import { atInputs } from '../../resources/form/formMessages.ts';
import { numberText } from '../../resources/format.ts';
import type { DialogProps } from '../../resources/overrides.ts';
import { OrderInput } from './OrderInput.tsx';
import { ReplyInput } from './ReplyInput.tsx';
import { type ReadOrders, type Share, shareMessages } from './shares.ts';

const fields = assignmentEndpoints.allocation_assignment_create.body;

/** Serves an application from chosen orders and counts (R-CALL-71). */
export function ServeDialog({ application, onClose }: DialogProps & { application: RecordData }) {
  const [orders] = useState<ReadOrders>(() => new Map());
  const { mutateAsync } = useCallMutation('allocation_assignment_create');
  const keyFor = useIdempotencyKeys();
  const notice = useNotice();
  const words = text().allocation;
  const send = async (values: Values) => {
    const body = bodyOf(fields, values) as unknown as Body<'allocation_assignment_create'>;
    await mutateAsync({ body, idempotencyKey: keyFor(body) }).catch((failure: unknown) => {
      throw atInputs(failure, fields);
    });
    notice.success(text().done.allocated);
    onClose();
  };
  return (
    <FormDialog
      title={text().licence.serve}
      width={900}
      submit={words.submit}
      resolver={contractResolver(fields, { more: ({ orders: shares }) => shareMessages(shares as Share[], orders) })}
      defaultValues={defaultValues(fields, { allocation_id: application.id, orders: [] })}
      onSubmit={send}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{text().licence.asked(numberText(application.hosts))}</Typography>
      <OrderInput
        source="orders"
        project={Number(application.project_id)}
        orders={orders}
        empty={<Typography color="text.secondary">{words.noOrders}</Typography>}
      />
      <Box sx={{ pt: 1 }}>
        <ReplyInput source="comment" field={fields.comment} />
      </Box>
    </FormDialog>
  );
}
