import { currencyDigits } from '../lib/money.ts';
import { message } from '../messages/message.ts';

/** The messages of an amount that is none, or lies beyond a bound: its currency stands in another field of the record. */
const amountMessages: ReadonlySet<string> = new Set(['amount', 'min_amount', 'max_amount']);

/**
 * A message with the currency of the amount that it is about. In: the message, and what the record has in the field that
 * holds the currency. Out: the same message where it is about no amount, or the currency is not known.
 */
export function withCurrency(text: string, currencyOf: (name: string) => unknown): string {
  const [key = '', query] = text.split('?', 2);
  if (!amountMessages.has(key)) return text;
  const values = new URLSearchParams(query);
  const currency = currencyOf(values.get('of') ?? '');
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return text;
  if (key !== 'amount') return message(key as 'min_amount', { minor: values.get('minor') ?? '', currency });
  const digits = currencyDigits(currency);
  return digits === 0 ? message('amount_whole', { currency }) : message('amount_in', { currency, digits });
}
