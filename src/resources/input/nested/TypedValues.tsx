import { Autocomplete, Chip } from '@mui/material';
import { useEffect, useState } from 'react';
import { ruleOf } from '../../../../contract/kinds/fieldRule.ts';
import { validate } from '../../../../contract/kinds/validation.ts';
import { isTime } from '../../../../contract/lists/filters.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { DaysButton } from '../dates/DaysButton.tsx';
import { pickerField } from '../pickers/pickerField.tsx';
import { type FieldState, listValues } from '../shared/useFieldInput.tsx';
import { type ItemTextCodec, itemTextCodec } from './itemTextCodec.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What was typed, one text for each value, which stays as it is while it means that value: of another currency, what was
 * typed is an amount of that.
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

/** Room at the end of an input of several values for what else stands there. */
const adornmentRoom = {
  '& .MuiAutocomplete-inputRoot.MuiInputBase-root': { pr: '72px' },
  '& .MuiAutocomplete-endAdornment.MuiAutocomplete-endAdornment': { right: 40 },
} as const;

interface Props {
  state: FieldState;
  items: Field;
  /** The currency of amounts; '' while there is none. */
  currency: string;
}

/**
 * Several values that are typed one after the other, each closed by Enter; one that is none of its kind is marked. Days and
 * points in time have a calendar besides.
 */
export function TypedValues({ state, items, currency }: Props) {
  const typing = itemTextCodec(items, currency);
  const { texts, type } = useTypedTexts(state, typing, items.kind === 'money' ? currency : undefined);
  const [typed, setTyped] = useState('');
  const rule = ruleOf({ ...items, required: true });
  const isOfDays = isTime(items);
  const calendar = isOfDays && (
    <DaysButton state={state} items={items} texts={texts} onChange={type} onBegin={setTyped} />
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
      // What is typed may be there already: a list has the same word or number twice, where a set has not.
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
