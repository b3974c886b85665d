import { Autocomplete, Chip } from '@mui/material';
import { useEffect, useState } from 'react';
import { ruleOf } from '../../../../contract/kinds/fieldRule.ts';
import { validate } from '../../../../contract/kinds/validation.ts';
import { isTime } from '../../../../contract/lists/filters.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { useDirtyPart } from '../../../ui/dialog/DialogFrameContext.ts';
import { DaysButton } from '../dates/DaysButton.tsx';
import { pickerField } from '../pickers/pickerField.tsx';
import { type FieldState, listValues } from '../shared/useFieldInput.tsx';
import { type ItemTextCodec, itemTextCodec } from './itemTextCodec.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The typed text of each value, which remains as long as it means that value. When the currency changes, the texts are
 * read again in the new one.
 */
function useTypedTexts(state: FieldState, { show, read }: ItemTextCodec, currency: string | undefined) {
  const values = listValues(state);
  const [texts, setTexts] = useState(() => values.map(show));
  const { onChange } = state.input;
  useEffect(() => {
    const next = texts.map(read);
    if (currency !== undefined && !isSame(next, values)) onChange(next);
  }, [currency]);
  useEffect(() => setTexts((before) => (isSame(before.map(read), values) ? before : values.map(show))), [values]);
  const type = (next: readonly string[]) => {
    const values = next.map(read);
    setTexts(values.map(show));
    onChange(values);
  };
  return { texts, type };
}

/** Room for another element at the end of an input of several values. */
const adornmentRoom = {
  '& .MuiAutocomplete-inputRoot.MuiInputBase-root': { pr: '72px' },
  '& .MuiAutocomplete-endAdornment.MuiAutocomplete-endAdornment': { right: 40 },
} as const;

interface Props {
  state: FieldState;
  items: Field;
  /** The currency of amounts; '' if there is none yet. */
  currency: string;
}

/**
 * Several values that are typed one after the other, each completed with Enter; an invalid one is marked. Days and
 * dates with time also have a calendar.
 */
export function TypedValues({ state, items, currency }: Props) {
  const typing = itemTextCodec(items, currency);
  const { texts, type } = useTypedTexts(state, typing, items.kind === 'money' ? currency : undefined);
  const [typed, setTyped] = useState('');
  // What is typed and not completed is not in the form yet.
  useDirtyPart(`typed ${state.name}`, typed !== '');
  const rule = ruleOf({ ...items, required: true });
  const isOfDays = isTime(items);
  const calendar = isOfDays && (
    <DaysButton state={state} items={items} texts={texts} onChange={type} onDraft={setTyped} />
  );
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={texts}
      inputValue={typed}
      onInputChange={(_event, next) => setTyped(next)}
      // A list may contain the same value twice, unlike a set.
      isOptionEqualToValue={() => false}
      onChange={(_event, next) => type(next)}
      onBlur={() => state.input.onBlur()}
      disabled={state.disabled}
      sx={isOfDays ? adornmentRoom : null}
      renderValue={(shown, propsOf) =>
        shown.map((one, index) => {
          const { key, ...props } = propsOf({ index });
          const isWrong = validate(rule, typing.read(one)) !== undefined;
          return <Chip key={key} size="small" label={one} {...(isWrong && { color: 'error' })} {...props} />;
        })
      }
      renderInput={pickerField(state, {
        ...(texts.length === 0 && { placeholder: typing.placeholder }),
        ...(calendar && { end: calendar }),
      })}
    />
  );
}
