import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import type { Fields } from '../../contract/field.ts';
import { text } from '../i18n/text.ts';
import { questionWidth } from './AppDialog.tsx';
import { FieldInputs } from './FieldInputs.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { InputProps, Option } from './input.ts';
import { useFields, type Values } from './useFields.ts';

interface Props {
  title: string;
  /** What the button says that sends. */
  action: string;
  danger?: boolean;
  fields: Fields;
  /** The names of the inputs that stand side by side, row by row. */
  rows?: readonly (readonly string[])[] | undefined;
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
  const { title, action, danger, fields, rows, inputs, start = {}, known = {}, question, send, onClose } = props;
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
      <Box sx={{ pt: 1 }}>
        {asks ? <FieldInputs fields={fields} form={state} rows={rows} inputs={inputs} known={known} /> : question}
      </Box>
    </FormDialog>
  );
}
