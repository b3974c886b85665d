import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { moneyText, toMajorUnits } from '../../../contract/lib/money.ts';
import { storedLanguage } from '../../i18n/language.ts';
import { decimalText, numberText } from '../values/format.ts';
import { withoutTrailingZeros } from './countCell.ts';
import { asItIs, notPicked, plainGroup } from './plain.tsx';
import { type KindView, usualWidth } from './view.ts';

const amountText = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string'
    ? moneyText(amount, currency, storedLanguage())
    : numberText(amount);

/** An amount with its currency, which is the value of another field of the record. */
export const moneyView: KindView = {
  cell: (value, { field, record }) => amountText(value, valueAt(record, field.currency ?? '')),
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'never', figure: 'amount', width: usualWidth },

  input: { as: 'money' },
  itemsInput: 'values',
  picked: notPicked,

  filter: 'typed',
  filterOptions: () => [],
  filterText: asItIs,
  boundInput: 'money',
  boundText: (value, { currency }) =>
    currency && Number.isSafeInteger(Number(value))
      ? withoutTrailingZeros(decimalText(toMajorUnits(Number(value), currency)))
      : String(value),
};
