import { Alert, Button } from '@mui/material';
import { useRef, useState } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { type DraftHandle, FormDraft } from '../../resources/draft/FormDraft.tsx';
import { FormStateReporter, useSubmitOnce } from '../../resources/form/DialogForm.tsx';
import { FieldInputs } from '../../resources/form/FieldInputs.tsx';
import { contractResolver, type FormValues } from '../../resources/formState/contractResolver.ts';
import { defaultValues } from '../../resources/formState/defaultValues.ts';
import { failureAtInputs } from '../../resources/formState/formMessages.ts';
import { RefusalAlert } from '../../resources/formState/RefusalAlert.tsx';

interface Props {
  fields: Fields;
  /** The names of the inputs that are side by side, row by row. */
  rows: readonly (readonly string[])[];
  start: FormValues;
  submit: string;
  another: string;
  /** Sends the body; returns the message for the visitor. */
  send: (body: Record<string, unknown>) => Promise<string>;
}

/** A form on a public page; once it is sent, the result is shown in its place. */
export function PublicForm({ start, submit, another, send, ...inputs }: Props) {
  const [done, setDone] = useState<string>();
  if (!done)
    return <Inputs {...inputs} start={start} submit={submit} send={async (body) => setDone(await send(body))} />;
  return (
    <>
      <Alert severity="success" sx={{ mb: 2 }}>
        {done}
      </Alert>
      <Button onClick={() => setDone(undefined)}>{another}</Button>
    </>
  );
}

type InputsProps = Omit<Props, 'another' | 'send'> & { send: (body: Record<string, unknown>) => Promise<void> };

function SubmitButton({ label }: { label: string }) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="contained" size="large" disabled={isSubmitting}>
      {label}
    </Button>
  );
}

function Inputs({ fields, rows, start, submit, send }: InputsProps) {
  const contract = useContract();
  const draft = useRef<DraftHandle>(null);
  const onSubmit = useSubmitOnce(
    (values) =>
      send(bodyFromValues(fields, values)).catch((failure: unknown) => {
        throw failureAtInputs(failure, fields);
      }),
    draft,
  );
  return (
    <Form
      noValidate
      mode="onTouched"
      disableInvalidFormNotification
      resolver={contractResolver(fields)}
      defaultValues={defaultValues(contract, fields, start)}
      onSubmit={onSubmit}
    >
      <FormStateReporter />
      <RefusalAlert />
      <FormDraft ref={draft} name={`public ${window.location.pathname}`} fields={fields} />
      <FieldInputs fields={fields} rows={rows} />
      <SubmitButton label={submit} />
    </Form>
  );
}
