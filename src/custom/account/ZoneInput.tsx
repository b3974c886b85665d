import { Autocomplete } from '@mui/material';
import { useMemo } from 'react';
import { browserZone } from '../../i18n/timeZone.ts';
import { pickerField } from '../../resources/input/pickers/pickerField.tsx';
import { useFieldInput } from '../../resources/input/shared/useFieldInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { noticeTexts } from './noticeTexts.ts';

/** The zones that the browser knows, and the chosen one, which it may know by another name. */
const zonesWith = (chosen: string | null): readonly string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]),
];

/** Picks a time zone by typing; empty, it is that of the browser. */
export function ZoneInput(props: FieldInputProps) {
  const state = useFieldInput(props);
  const { input, disabled } = state;
  const chosen = (input.value as string | null | undefined) || null;
  const zones = useMemo(() => zonesWith(chosen), [chosen]);
  const words = noticeTexts();
  return (
    <Autocomplete
      options={zones}
      value={chosen}
      onChange={(_event, zone) => input.onChange(zone)}
      onBlur={input.onBlur}
      disabled={disabled}
      noOptionsText={words.noZone}
      autoHighlight
      renderInput={pickerField(state, { placeholder: words.asBrowser(browserZone()) })}
    />
  );
}
