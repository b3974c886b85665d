import { kinds } from '../../../../contract/kinds/index.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { textOfValue, valueOfText } from '../../../../contract/values/textCodec.ts';
import { language } from '../../../i18n/language.ts';
import { dateTimeInputText, dateTimePlaceholder, parseDateTime } from '../dates/DateTimeInput.tsx';

/** Converts an item of a list to text and back. Invalid text remains as it is, so that the rule refuses it. */
export interface ItemTextCodec {
  readonly show: (value: unknown) => string;
  readonly read: (typed: string) => unknown;
  /** The expected format, if it needs an explanation. */
  readonly placeholder?: string;
}

/**
 * @param items The declaration of the items.
 * @param currency The currency of amounts, '' if there is none yet.
 */
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
