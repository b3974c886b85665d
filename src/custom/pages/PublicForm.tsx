import { Alert, Box, Button } from '@mui/material';
import { type FormEvent, useState } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { FieldInputs } from '../../resources/FieldInputs.tsx';
import { useFields, type Values } from '../../resources/useFields.ts';

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

function Inputs({ fields, rows, start, submit, send }: InputsProps) {
  const state = useFields(fields, start);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void state.submit(send);
  };
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 0.5 }}>
      <FieldInputs fields={fields} form={state} rows={rows} />
      <Button type="submit" variant="contained" size="large" disabled={state.busy} sx={{ justifySelf: 'start' }}>
        {submit}
      </Button>
    </Box>
  );
}
