import { Box, Button } from '@mui/material';
import type { ComponentType, FormEvent } from 'react';
import type { Fields } from '../../contract/field.ts';
import { text } from '../i18n/text.ts';
import { AppDialog } from './AppDialog.tsx';
import { FieldInput, type InputProps } from './FieldInput.tsx';
import type { Option } from './ReferenceInput.tsx';
import { useFields, type Values } from './useFields.ts';

interface Props {
  title: string;
  /** What the button says that sends. */
  action: string;
  danger?: boolean;
  fields: Fields;
  /** Inputs in place of the usual ones, by field. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>> | undefined;
  start?: Values;
  /** The options of the values at the start, by field. */
  known?: Readonly<Record<string, Option | undefined>>;
  /** Stands in place of the inputs where there are none. */
  question?: string;
  send: (body: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}

/** A small dialog over declared fields: it asks, judges and sends; refusals stand at their fields. */
export function InputDialog(props: Props) {
  const { title, action, danger, fields, inputs = {}, start = {}, known = {}, question, send, onClose } = props;
  const state = useFields(fields, start);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void state.submit(send);
  };
  const actions = (
    <>
      <Button onClick={onClose} disabled={state.busy}>
        {text().actions.close}
      </Button>
      <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} disabled={state.busy}>
        {action}
      </Button>
    </>
  );
  return (
    <AppDialog title={title} width={480} onClose={onClose} form={submit} busy={state.busy} actions={actions}>
      <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
        {Object.keys(fields).length === 0 && question}
        {Object.entries(fields).map(([name, field]) => {
          const Input = inputs[name] ?? FieldInput;
          return (
            <Input
              key={name}
              name={name}
              field={field}
              value={state.values[name]}
              onChange={(value) => state.set(name, value)}
              error={state.errors[name]}
              known={known[name]}
            />
          );
        })}
      </Box>
    </AppDialog>
  );
}
