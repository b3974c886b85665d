import { Autocomplete, Box, TextField } from '@mui/material';
import { useListContext } from 'react-admin';
import { valueOfText } from '../../../../../contract/values/textCodec.ts';
import { language } from '../../../../i18n/language.ts';
import { translate } from '../../../../i18n/text.ts';
import type { ValueFilterProps } from './RecordFilter.tsx';

/** Narrows a list to the records that have any of some tags: written, or picked from those of the page. */
export function TagsFilter({ name, field, value, onChange }: ValueFilterProps) {
  const { data = [] } = useListContext();
  const around = { language: language() };
  const read = (text: string) => (valueOfText(field, text, around) ?? []) as string[];
  const chosen = Array.isArray(value) ? value.map(String) : read(String(value ?? ''));
  const offered = new Set(data.flatMap((record) => (Array.isArray(record[name]) ? (record[name] as string[]) : [])));
  return (
    <Box sx={{ width: 230 }}>
      <Autocomplete<string, true, false, true>
        multiple
        freeSolo
        autoSelect
        filterSelectedOptions
        options={[...offered].sort()}
        value={chosen}
        onChange={(_event, next) => onChange(next.length > 0 ? read(next.join()) : undefined)}
        renderInput={(params) => <TextField {...params} label={translate(field.label)} />}
      />
    </Box>
  );
}
