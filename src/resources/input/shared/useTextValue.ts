import { useEffect, useState } from 'react';
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
 * What a person types and the value that it stands for, side by side: the text stays as it was typed while it means the
 * value that the form holds. In: the form's value, both ways between the two, and on what else these depend.
 */
export function useTextValue(
  { value, onChange }: ValueHandlers,
  showValue: (value: unknown) => string,
  readValue: (typed: string) => unknown,
  around?: string,
) {
  const [typed, setTyped] = useState(() => showValue(value));
  useEffect(() => {
    if (around !== undefined) onChange(readValue(typed));
  }, [around]);
  // A value that is not what stands here came from elsewhere: from a calendar, or from a form that was reset.
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

/** The same, by the text of the field's kind. In: the state of the input, and of an amount its currency ('' while it has none). */
export function useFieldText({ declared, input }: FieldState, currency?: string) {
  const around = { language: language(), currency: currency || undefined };
  const read = (typed: string) => valueOfText(declared, typed, around);
  return { ...useTextValue(input, (value) => textOfValue(declared, value, around), read, currency), read };
}
