import { useEffect, useRef, useState } from 'react';
import { textOfValue, valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import type { FieldState } from './useFieldInput.tsx';

interface ValueHandlers {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === (other ?? null) || JSON.stringify(one) === JSON.stringify(other);

/**
 * The typed text and its value: the text remains as typed as long as it means the value of the form.
 * @param showValue Converts the value to text.
 * @param readValue Converts text to the value.
 * @param around Context that the conversion depends on.
 */
export function useTextValue(
  { value, onChange }: ValueHandlers,
  showValue: (value: unknown) => string,
  readValue: (typed: string) => unknown,
  around?: string,
) {
  const [typed, setTyped] = useState(() => showValue(value));
  const before = useRef(value);
  useEffect(() => {
    // If the value was set together with its context, as a restored draft does, the typed text is out of date.
    if (around !== undefined && isSame(before.current, value)) onChange(readValue(typed));
  }, [around]);
  useEffect(() => {
    before.current = value;
  }, [value]);
  // A value that differs from the typed text was set elsewhere: by a calendar, or by a reset of the form.
  useEffect(() => setTyped((before) => (isSame(readValue(before), value) ? before : showValue(value))), [value]);
  return {
    typed,
    type: (next: string) => {
      setTyped(next);
      onChange(readValue(next));
    },
    settle: () => setTyped(showValue(value)),
  };
}

/**
 * Text and value of a field, converted by the field's kind.
 * @param currency The currency of an amount, '' if it has none yet.
 */
export function useFieldText({ declared, input }: FieldState, currency?: string) {
  const around = { language: language(), currency: currency || undefined };
  const read = (typed: string) => valueOfText(declared, typed, around);
  return { ...useTextValue(input, (value) => textOfValue(declared, value, around), read, currency), read };
}
