import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { EndpointAnswer, EndpointBody } from '../../../contract/endpoints/index.ts';
import { activationEndpoints } from '../../../contract/endpoints/licence/activation.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { zonedMomentText } from '../../i18n/timeZone.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { DialogForm } from '../../resources/form/DialogForm.tsx';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import type { DialogProps } from '../../resources/overrides.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { Secret } from './Secret.tsx';

const { request } = activationEndpoints.activate_offline.body;
const fields = { request };
const resolver = contractResolver(fields);

type Lease = EndpointAnswer<'activate_offline'>;

/** What to take back to a machine, which is its lease, or to a relay, which is its delegation. */
function answerWords({ seat, seats, expires_at }: Lease, id: number) {
  const words = text().licence;
  const end = zonedMomentText(Date.parse(String(expires_at)));
  if (seats === null)
    return { steps: words.leaseUntil(end), title: words.lease, code: words.leaseCode, file: `lease-${id}-${seat}.jws` };
  const { delegation: title, delegationCode: code } = words;
  return { steps: words.delegationUntil(Number(seats), end), title, code, file: `delegation-${id}-${seat}.jws` };
}

/** Shows a lease or a delegation as text, as a file and as a QR code. */
function Given({ lease, id, onClose }: { lease: Lease; id: number; onClose: () => void }) {
  const { steps, title, code, file } = answerWords(lease, id);
  return (
    <DialogBody
      actions={
        <Button variant="contained" onClick={onClose} autoFocus>
          {text().actions.close}
        </Button>
      }
    >
      <Typography>{steps}</Typography>
      <Box sx={{ display: 'grid', my: 2 }}>
        <QrCode text={String(lease.lease)} label={code} size={360} />
      </Box>
      <Secret read={async () => lease.lease} name={file} title={title} />
    </DialogBody>
  );
}

/** Takes the text that a machine shows or a relay writes, and gives what to take back to it. */
export default function OfflineDialog({ id, onClose }: DialogProps & { id: number }) {
  const contract = useContract();
  const { mutateAsync } = useEndpointMutation('activate_offline');
  const [given, setGiven] = useState<Lease>();
  const words = text().licence;
  const send = async (values: FormValues) => {
    const body = { assignment_id: id, ...bodyFromValues(fields, values) } as EndpointBody<'activate_offline'>;
    const lease = await mutateAsync({ body }).catch((failure: unknown) => {
      throw failureAtInputs(failure, fields);
    });
    setGiven(lease);
  };
  return (
    <AppDialog title={words.activateOffline} width={560} onClose={onClose}>
      {given ? (
        <Given lease={given} id={id} onClose={onClose} />
      ) : (
        <DialogForm
          submit={words.activateOffline}
          resolver={resolver}
          defaultValues={defaultValues(contract, fields)}
          onSubmit={send}
        >
          <Typography sx={{ mb: 2 }}>{words.offlineSteps}</Typography>
          <FieldInput source="request" field={request} />
        </DialogForm>
      )}
    </AppDialog>
  );
}
