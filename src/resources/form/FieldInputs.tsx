import { Box, Skeleton } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { useFormContext } from 'react-hook-form';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { useReferencedDeclarations } from '../ContractContext.ts';
import { type FormValues, hiddenByCondition, type IsFieldHidden } from '../formState/contractResolver.ts';
import { FieldInput } from '../input/FieldInput.tsx';
import { HiddenFieldsProvider } from '../input/shared/HiddenFields.ts';
import type { InputOverrides } from '../overrides.ts';

export interface FieldInputsProps {
  fields: Fields;
  /** The names of the inputs in each row; by default each has its own row. */
  rows?: readonly (readonly string[])[] | undefined;
  /** Custom inputs, by field. */
  inputs?: InputOverrides | undefined;
  isHidden?: IsFieldHidden | undefined;
  /** The names of the fields that are required for the current values, besides those that always are. */
  requiredIn?: ((values: FormValues) => ReadonlySet<string>) | undefined;
  /** Names of inputs that are read-only. */
  fixed?: readonly string[] | undefined;
  /** Elements next to an input, by its field. */
  beside?: Readonly<Record<string, ReactNode>> | undefined;
}

/** The columns of a row of inputs: side by side, or below each other in a narrow window. */
export const inputColumns = (count: number) => ({
  display: 'grid',
  columnGap: 2,
  rowGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: `repeat(${count}, 1fr)` },
});

/** Holds the place of a custom input whose script loads: the form around it is drawn meanwhile. */
const WhileLoading = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton variant="rounded" height={40} sx={{ mb: 2.5 }} />}>{children}</Suspense>
);

/** The inputs of declared fields in a form, without those that the form's values hide. */
export function FieldInputs({
  fields,
  rows,
  inputs = {},
  isHidden,
  requiredIn,
  fixed = [],
  beside = {},
}: FieldInputsProps) {
  useReferencedDeclarations(fields);
  const values = useFormContext().watch();
  const hidden = isHidden ?? hiddenByCondition(fields);
  const required = requiredIn?.(values);
  return (
    <HiddenFieldsProvider value={hidden}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {(rows ?? Object.keys(fields).map((name) => [name])).map((row) => {
          const shown = row.filter((name) => name in fields && !hidden(name, values));
          const extra = shown.filter((name) => beside[name]).length;
          if (shown.length === 0) return null;
          return (
            <Box key={row.join()} sx={inputColumns(shown.length + extra)}>
              {shown.flatMap((name) => {
                const Own = inputs[name];
                const Input = Own ?? FieldInput;
                const declared = fields[name] as Field;
                const field = required?.has(name) ? { ...declared, required: true } : declared;
                const drawn = (
                  <Input
                    key={name}
                    name={name}
                    source={readPathOf(name, field)}
                    field={field}
                    disabled={fixed.includes(name)}
                  />
                );
                const input = Own ? <WhileLoading key={name}>{drawn}</WhileLoading> : drawn;
                return beside[name] ? [input, beside[name]] : [input];
              })}
            </Box>
          );
        })}
      </Box>
    </HiddenFieldsProvider>
  );
}
