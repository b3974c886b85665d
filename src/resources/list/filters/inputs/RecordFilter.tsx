import { Box } from '@mui/material';
import { FormProvider, useForm } from 'react-hook-form';
import type { Field } from '../../../../../contract/schema/field/field.ts';
import { RecordInput } from '../../../input/pickers/RecordInput.tsx';

export interface ValueFilterProps {
  name: string;
  field: Field;
  value: unknown;
  /** Whether it has just been added: then it opens at once. */
  isNew?: boolean | undefined;
  onChange: (value: unknown) => void;
}

/** The picker of a record, which is an input of a form: one that holds this filter alone. */
export function RecordFilter({ name, field, value, onChange }: ValueFilterProps) {
  const form = useForm({ values: { [name]: value ? Number(value) : null } });
  return (
    <Box
      sx={{ width: { xs: '100%', sm: 230 }, '& .MuiFormHelperText-root:not(:has([role=alert]))': { display: 'none' } }}
    >
      <FormProvider {...form}>
        <RecordInput source={name} field={{ ...field, required: false }} onChange={onChange} />
      </FormProvider>
    </Box>
  );
}
