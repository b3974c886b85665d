import { Autocomplete, Chip } from '@mui/material';
import { useEffect, useState } from 'react';
import { inCurrency } from '../../../contract/amountMessage.ts';
import type { Field } from '../../../contract/field.ts';
import { ruleOf } from '../../../contract/kind.ts';
import { words } from '../../../contract/kindText.ts';
import { validate } from '../../../contract/validation.ts';
import { translate } from '../../i18n/text.ts';
import { type Typing, typingOf } from './itemText.ts';
import { useCurrency } from './MoneyInput.tsx';
import { pickerField } from './pickerField.tsx';
import { type FieldInputProps, useDeclared, useFieldInput } from './useFieldInput.tsx';

type State = ReturnType<typeof useFieldInput>;

const unknown: Field = { kind: 'text', label: { en: '', zh: '' } };

/** What of a list is picked: the values of a choice, each once, or yes and no as often as is meant. */
const pickedOf = ({ kind, choices }: Field): { readonly id: unknown; readonly label: string }[] | undefined =>
  kind === 'boolean'
    ? [true, false].map((id) => ({ id, label: translate(words[id ? 'yes' : 'no']) }))
    : choices?.map(({ id, label }) => ({ id, label: translate(label) }));

const none: readonly unknown[] = [];
const valuesOf = ({ input }: State): readonly unknown[] => (Array.isArray(input.value) ? input.value : none);

/** Several values that are picked. */
function PickedValues({ state, items }: { state: State; items: Field }) {
  const all = pickedOf(items) ?? [];
  const { input, disabled } = state;
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      options={all.map(({ id }) => id)}
      value={[...valuesOf(state)]}
      getOptionLabel={(one) => all.find(({ id }) => id === one)?.label ?? String(one)}
      {...(items.kind === 'boolean' && { isOptionEqualToValue: () => false })}
      onChange={(_event, next: readonly unknown[]) => input.onChange(next)}
      onBlur={() => input.onBlur()}
      disabled={disabled}
      renderInput={pickerField(state)}
    />
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What was typed, one text for each value, which stays as it is while it means that value: of another currency, what was
 * typed is an amount of that.
 */
function useTexts(state: State, { show, read }: Typing, currency: string | undefined) {
  const values = valuesOf(state);
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

/** Several values that are typed one after the other, each closed by Enter; one that is none of its kind is marked. */
function TypedValues({ state, items, currency }: { state: State; items: Field; currency: string }) {
  const typing = typingOf(items, currency);
  const { texts, type } = useTexts(state, typing, items.kind === 'money' ? currency : undefined);
  const rule = ruleOf({ ...items, required: true });
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={texts}
      // What is typed may be there already: a list has the same word or number twice, where a set has not.
      isOptionEqualToValue={() => false}
      onChange={(_event, next) => type(next)}
      onBlur={() => state.input.onBlur()}
      disabled={state.disabled}
      renderValue={(shown, propsOf) =>
        shown.map((one, index) => {
          const { key, ...props } = propsOf({ index });
          const isWrong = validate(rule, typing.read(one)) !== undefined;
          return <Chip key={key} size="small" label={one} {...(isWrong && { color: 'error' })} {...props} />;
        })
      }
      renderInput={pickerField(state, undefined, texts.length === 0 ? typing.placeholder : undefined)}
    />
  );
}

/** Several values: picked where they are declared choices or yes and no, typed one after the other where not. */
export function ValuesInput(props: FieldInputProps) {
  const { items = unknown } = useDeclared(props);
  const currency = useCurrency(items);
  const state = useFieldInput(props, { tell: (message) => inCurrency(message, () => currency) });
  if (pickedOf(items)) return <PickedValues state={state} items={items} />;
  const label = currency ? `${state.label} (${currency})` : state.label;
  return <TypedValues state={{ ...state, label }} items={items} currency={currency} />;
}
