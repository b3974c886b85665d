import { Box } from '@mui/material';
import { FormProvider, useForm } from 'react-hook-form';
import type { Field } from '../../../../../contract/schema/field/field.ts';
import { RecordInput } from '../../../input/pickers/RecordInput.tsx';

export interface ValueFilterProps {
  name: string;
  field: Field;
  value: unknown;
  /** True if the filter has just been added; then its editor opens at once. */
  isNew?: boolean | undefined;
  onChange: (value: unknown) => void;
}

/** The picker of a record. It is an input of a form, so a form with this filter alone surrounds it. */
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
