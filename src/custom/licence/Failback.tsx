import { Box, Button } from '@mui/material';
import { useRef } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { assignmentEndpoints } from '../../../contract/endpoints/licence/assignment.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useEndpointMutation } from '../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { type DraftHandle, FormDraft } from '../../resources/draft/FormDraft.tsx';
import { FormStateReporter, useSubmitOnce } from '../../resources/form/DialogForm.tsx';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import { RefusalAlert } from '../../resources/formState/RefusalAlert.tsx';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import { LicenceSecret } from './LicenceSecret.tsx';
import { LicenceSection } from './LicenceSection.tsx';

const { failback_key } = assignmentEndpoints.fail_back.body;
const fields = { failback_key };
const resolver = contractResolver(fields);
/** The form has no values of the record around it. */
const noRecord = {};

/** The failback licence of a disaster recovery licence: created once with its key, and shown after that (R-ADLG-05). */
export function Failback({ licence }: { licence: RecordData }) {
  if (!licence.failback_key) return <FailbackForm licence={licence} />;
  const title = `${text().licence.failback} · ${String(licence.failback_key)}`;
  const name = `licence-${String(licence.jti)}.failback.jws`;
  return <LicenceSecret licence={licence} part="failback_secret" name={name} title={title} />;
}

function FailbackForm({ licence }: { licence: RecordData }) {
  const contract = useContract();
  const { mutateAsync } = useEndpointMutation('fail_back');
  const keyFor = useIdempotencyKeys();
  const notice = useNotice();
  const words = text().licence;
  const draft = useRef<DraftHandle>(null);
  const send = async (values: FormValues) => {
    const body = { assignment_id: licence.id, ...bodyFromValues(fields, values) } as EndpointBody<'fail_back'>;
    await mutateAsync({ body, idempotencyKey: keyFor(body) }).catch((failure: unknown) => {
      throw failureAtInputs(failure, fields);
    });
    notice.success(words.generated);
  };
  return (
    <LicenceSection title={words.failback} hint={words.failbackHint}>
      <Form
        noValidate
        mode="onTouched"
        disableInvalidFormNotification
        resolver={resolver}
        record={noRecord}
        defaultValues={defaultValues(contract, fields)}
        onSubmit={useSubmitOnce(send, draft)}
      >
        <FormStateReporter part="failback" />
        <RefusalAlert />
        <FormDraft ref={draft} name={`failback licence ${licence.id}`} fields={fields} />
        <FailbackInputs />
      </Form>
    </LicenceSection>
  );
}

function FailbackInputs() {
  const { isSubmitting } = useFormState();
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, maxWidth: 360 }}>
        <FieldInput source="failback_key" field={failback_key} label={text().licence.failbackKey} />
      </Box>
      <Button type="submit" variant="outlined" disabled={isSubmitting} sx={{ mt: 0.5 }}>
        {text().licence.generate}
      </Button>
    </Box>
  );
}
