import { currencyDigits, isCurrencyCode, toMinorUnits } from '../lib/money.ts';
import { message } from '../messages/message.ts';

/**
 * The messages of an invalid amount or one outside its limits. The amount's currency is in another field of the record.
 */
const amountMessages: ReadonlySet<string> = new Set(['amount', 'min_amount', 'max_amount']);

/** In place of the currency of a stored record that was not read. */
export const unreadCurrency = 'unread';

/**
 * Adds the currency to a message about an amount.
 * @param currencyOf Returns the record's value in the field that contains the currency: nothing if it has none, and
 *   `unreadCurrency` if the record was not read.
 * @returns The message unchanged if it is not about an amount, or about a limit in an unknown currency. An amount of an
 *   unknown currency is asked for its currency, and a program that sent the text of an amount is given its number.
 */
export function withCurrency(text: string, currencyOf: (name: string) => unknown): string {
  const [key = '', query] = text.split('?', 2);
  if (!amountMessages.has(key)) return text;
  const values = new URLSearchParams(query);
  const currency = currencyOf(values.get('of') ?? '');
  if (currency === unreadCurrency) return text;
  if (!isCurrencyCode(currency)) return key === 'amount' && values.has('of') ? message('amount_of_no_currency') : text;
  if (key !== 'amount') return message(key as 'min_amount', { minor: values.get('minor') ?? '', currency });
  const given = values.get('text');
  const minor = given === null ? undefined : toMinorUnits(given, currency);
  if (given !== null && minor !== undefined) return message('amount_as_text', { sent: minor, text: given });
  const digits = currencyDigits(currency);
  return digits === 0 ? message('amount_whole', { currency }) : message('amount_in', { currency, digits });
}
