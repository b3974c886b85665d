import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import type { Fields } from '../../contract/field.ts';
import { text } from '../i18n/text.ts';
import { questionWidth } from './AppDialog.tsx';
import { FieldInput } from './FieldInput.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { InputProps, Option } from './input.ts';
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

/** A dialog over declared fields: it asks, judges and sends; refusals stand at their fields. */
export function InputDialog(props: Props) {
  const { title, action, danger, fields, inputs = {}, start = {}, known = {}, question, send, onClose } = props;
  const state = useFields(fields, start);
  const asks = Object.keys(fields).length > 0;
  return (
    <FormDialog
      title={title}
      {...(!asks && { width: questionWidth })}
      submit={action}
      danger={danger}
      busy={state.busy}
      dirty={state.dirty}
      onSubmit={() => state.submit(send)}
      onClose={onClose}
      leave={text().actions.close}
    >
      <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
        {!asks && question}
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
    </FormDialog>
  );
}
