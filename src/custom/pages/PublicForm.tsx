import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { Form } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { bodyOf } from '../../dataProvider/forms/body.ts';
import { useSubmit } from '../../resources/form/DialogForm.tsx';
import { FieldInputs } from '../../resources/form/FieldInputs.tsx';
import { contractResolver, type Values } from '../../resources/formState/contractResolver.ts';
import { atInputs } from '../../resources/formState/formMessages.ts';
import { defaultValues } from '../../resources/formState/initialValues.ts';

interface Props {
  fields: Fields;
  /** The names of the inputs that stand side by side, row by row. */
  rows: readonly (readonly string[])[];
  start: Values;
  submit: string;
  another: string;
  /** Sends the body; answers what the visitor is told then. */
  send: (body: Record<string, unknown>) => Promise<string>;
}

/** A form on a public page; once it is sent, what came of it stands in its place. */
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
  const onSubmit = useSubmit((values) =>
    send(bodyOf(fields, values)).catch((failure: unknown) => {
      throw atInputs(failure, fields);
    }),
  );
  return (
    <Form
      noValidate
      mode="onTouched"
      disableInvalidFormNotification
      resolver={contractResolver(fields)}
      defaultValues={defaultValues(fields, start)}
      onSubmit={onSubmit}
    >
      <FieldInputs fields={fields} rows={rows} />
      <SubmitButton label={submit} />
    </Form>
  );
}
