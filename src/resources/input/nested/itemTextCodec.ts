import { kinds } from '../../../../contract/kinds/index.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { textOfValue, valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import { dateTimeInputText, dateTimePlaceholder, parseDateTime } from '../dates/DateTimeInput.tsx';

/** A value of a list as it is typed, and back. What is none of its kind stays as it was typed, for the rule to refuse. */
export interface ItemTextCodec {
  readonly show: (value: unknown) => string;
  readonly read: (typed: string) => unknown;
  /** How it is typed, where that is not plain. */
  readonly placeholder?: string;
}

/** In: what stands in the list, and of amounts their currency, '' while there is none. */
export function itemTextCodec(items: Field, currency: string): ItemTextCodec {
  const { time } = kinds[items.kind];
  if (time === 'moment')
    return { show: dateTimeInputText, read: (typed) => parseDateTime(typed), placeholder: dateTimePlaceholder };
  const around = { language: language(), currency: currency || undefined };
  return {
    show: (value) => textOfValue(items, value, around),
    read: (typed) => valueOfText(items, typed, around),
    ...(time === 'day' && { placeholder: 'YYYY-MM-DD' }),
  };
}
