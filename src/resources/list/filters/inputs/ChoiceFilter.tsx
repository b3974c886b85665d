import { MenuItem, Select } from '@mui/material';
import { text, translate } from '../../../../i18n/text.ts';
import { kindViews } from '../../../kinds/index.ts';
import type { ValueFilterProps } from './RecordFilter.tsx';

const selectStyle = {
  fontSize: 13,
  // The names of several values may not fit.
  minWidth: 0,
  '& .MuiSelect-select.MuiSelect-select': {
    pl: 1.5,
    pr: 3.75,
    py: 0.75,
    minHeight: 0,
    lineHeight: '20px',
    '&:focus': { bgcolor: 'transparent' },
  },
  '& .MuiSelect-icon': { right: 7, fontSize: 18, top: 'calc(50% - 9px)' },
} as const;

/** A filter by one of a few values, picked in place. Only a link can set several values. */
export function ChoiceFilter({ field, value, isNew, onChange }: ValueFilterProps) {
  const options = kindViews[field.kind].filterOptions(field);
  const chosen = [value ?? []].flat().map(String);
  const named = options.filter(({ id }) => chosen.includes(String(id))).map((option) => option.text);
  const shown = text().list.filterText(
    translate(field.label),
    chosen.length === 0 ? text().list.all : named.join(text().list.comma),
  );
  return (
    <Select
      variant="standard"
      disableUnderline
      displayEmpty
      defaultOpen={isNew === true}
      value={chosen.length === 1 ? (options.find(({ id }) => String(id) === chosen[0])?.id ?? '') : ''}
      renderValue={() => shown}
      SelectDisplayProps={{ 'aria-label': shown }}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      sx={selectStyle}
    >
      <MenuItem value="">{text().list.all}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.id} value={option.id}>
          {option.text}
        </MenuItem>
      ))}
    </Select>
  );
}
