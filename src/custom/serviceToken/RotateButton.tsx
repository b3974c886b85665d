import { Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { serviceTokenEndpoints } from '../../../contract/endpoints/programs.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { DialogForm } from '../../resources/form/DialogForm.tsx';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import type { RowActionProps } from '../../resources/overrides.ts';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import NewToken from './NewToken.tsx';

const fields = serviceTokenEndpoints.service_token_rotate.body;
const resolver = contractResolver(fields);

const isValid = ({ revoked_at, expires_at }: RecordData): boolean =>
  !revoked_at && !(expires_at && Date.parse(String(expires_at)) <= Date.now());

/** Replaces a token by a new one, which is shown once; the old one stays valid for the chosen days. */
export default function RotateButton({ record }: RowActionProps) {
  const [isOpen, setOpen] = useState(false);
  // The dialog shows the new token when the old one may have ended already.
  return (
    <>
      {isValid(record) && (
        <Button variant="outlined" onClick={() => setOpen(true)} sx={{ minWidth: 0 }}>
          {text().serviceToken.rotate}
        </Button>
      )}
      {isOpen && <RotateDialog record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

function RotateDialog({ record, onClose }: RowActionProps & { onClose: () => void }) {
  const contract = useContract();
  const { mutateAsync } = useEndpointMutation('service_token_rotate');
  const [made, setMade] = useState<RecordData>();
  const words = text().serviceToken;
  const send = async (values: FormValues) => {
    const body = bodyFromValues(fields, values) as EndpointBody<'service_token_rotate'>;
    const answer = await mutateAsync({ path: { id: Number(record.id) }, body }).catch((failure: unknown) => {
      throw failureAtInputs(failure, fields);
    });
    setMade(answer as unknown as RecordData);
  };
  return (
    <AppDialog title={words.rotateTitle(String(record.name))} width={560} onClose={onClose}>
      {made ? (
        <NewToken record={made} onClose={onClose} />
      ) : (
        <DialogForm
          submit={words.rotate}
          resolver={resolver}
          defaultValues={defaultValues(contract, fields)}
          onSubmit={send}
        >
          <Typography sx={{ mb: 2 }}>{words.rotateHint}</Typography>
          <FieldInput source="keep_days" field={fields.keep_days} />
        </DialogForm>
      )}
    </AppDialog>
  );
}
