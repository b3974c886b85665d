import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { FormProvider, useForm } from 'react-hook-form';
import { text, translate } from '../../../../i18n/text.ts';
import { RecordsInput } from '../../../input/pickers/RecordsInput.tsx';
import type { ValueFilterProps } from './RecordFilter.tsx';

interface Props extends Omit<ValueFilterProps, 'onChange'> {
  /** True if records must have all of the values, not any of them. */
  all: boolean;
  onChange: (value: readonly number[] | undefined, all: boolean) => void;
}

/**
 * The picker of several records. Above it, where its list does not cover it, the user chooses any or all of them; this
 * is enabled from two records on.
 */
export function ManyFilter({ name, field, value, all, onChange }: Props) {
  const ids = [value ?? []].flat().map(Number);
  const form = useForm({ values: { [name]: ids } });
  const pick = (picked: unknown) => onChange((picked as number[]).length > 0 ? (picked as number[]) : undefined, all);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        disabled={ids.length < 2}
        size="small"
        sx={{ '& button': { whiteSpace: 'nowrap' } }}
        value={all}
        aria-label={translate(field.label)}
        onChange={(_event, wanted: boolean | null) => wanted !== null && onChange(ids, wanted)}
      >
        <ToggleButton value={false}>{text().list.anyOf}</ToggleButton>
        <ToggleButton value={true}>{text().list.allOf}</ToggleButton>
      </ToggleButtonGroup>
      <Box
        sx={{ minWidth: 230, maxWidth: 420, '& .MuiFormHelperText-root:not(:has([role=alert]))': { display: 'none' } }}
      >
        <FormProvider {...form}>
          <RecordsInput source={name} field={field} onChange={pick} />
        </FormProvider>
      </Box>
    </Box>
  );
}
