import { Autocomplete, Box, TextField } from '@mui/material';
import { useListContext } from 'react-admin';
import { valueOfText } from '../../../../../contract/values/textCodec.ts';
import { language } from '../../../../i18n/language.ts';
import { translate } from '../../../../i18n/text.ts';
import type { ValueFilterProps } from './RecordFilter.tsx';

/** A filter by records that have any of the given tags, typed or picked from the tags of the current page. */
export function TagsFilter({ name, field, value, onChange }: ValueFilterProps) {
  const { data = [] } = useListContext();
  const context = { language: language() };
  const parseTags = (text: string) => (valueOfText(field, text, context) ?? []) as string[];
  const chosen = Array.isArray(value) ? value.map(String) : parseTags(String(value ?? ''));
  const tagsOfPage = data.flatMap((record) => (Array.isArray(record[name]) ? (record[name] as string[]) : []));
  return (
    <Box sx={{ width: 230 }}>
      <Autocomplete<string, true, false, true>
        multiple
        freeSolo
        autoSelect
        filterSelectedOptions
        options={parseTags(tagsOfPage.join()).sort()}
        value={chosen}
        onChange={(_event, next) => onChange(next.length > 0 ? parseTags(next.join()) : undefined)}
        renderInput={(params) => <TextField {...params} label={translate(field.label)} />}
      />
    </Box>
  );
}
