import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import type { Field, Fields } from '../../contract/field.ts';
import { FieldInput } from './FieldInput.tsx';
import type { InputProps, Option } from './input.ts';
import type { useFields } from './useFields.ts';

interface Props {
  fields: Fields;
  form: ReturnType<typeof useFields>;
  /** The names of the inputs that stand side by side, row by row; one below the other unless told. */
  rows?: readonly (readonly string[])[] | undefined;
  /** Inputs in place of the usual ones, by field. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>> | undefined;
  /** The options of the values at the start, by field. */
  known?: Readonly<Record<string, Option | undefined>>;
}

/** The columns of a row of inputs: side by side, or one below the other where it is narrow. */
export const columnsOf = (count: number) => ({
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: `repeat(${count}, 1fr)` },
});

/** The inputs of declared fields, with their messages; each is judged when it is left. */
export function FieldInputs({ fields, form, rows, inputs = {}, known = {} }: Props) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      {(rows ?? Object.keys(fields).map((name) => [name])).map((row) => (
        <Box key={row.join()} sx={columnsOf(row.length)}>
          {row.map((name) => {
            const Input = inputs[name] ?? FieldInput;
            return (
              <Input
                key={name}
                name={name}
                field={fields[name] as Field}
                value={form.values[name]}
                onChange={(value) => form.set(name, value)}
                onBlur={() => form.blur(name)}
                error={form.errors[name]}
                known={known[name]}
              />
            );
          })}
        </Box>
      ))}
    </Box>
  );
}
