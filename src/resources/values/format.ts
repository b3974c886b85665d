import dayjs from 'dayjs';
import { datePattern } from '../../../contract/lib/dateTime.ts';
import { groupDecimalDigits, groupDigits } from '../../../contract/lib/groupDigits.ts';
import { moneyText } from '../../../contract/lib/money.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { hostUnit, unitText as textWithUnit, productUnit as unitOfProduct } from '../../../contract/values/unit.ts';
import { language, storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';

export const dash = '-';

/** True for a day without a time, as the API has it. */
export const isDay = (value: unknown): value is string => typeof value === 'string' && datePattern.test(value);

/** A point in time in the browser's time zone, a day as it is, or a dash (R-FMT-01, R-FMT-02). */
export function dateTimeText(value: unknown): string {
  if (isDay(value)) return value;
  const moment = value ? dayjs(value as string) : undefined;
  return moment?.isValid() ? moment.format('YYYY-MM-DD HH:mm:ss') : dash;
}

/** The same to the minute, as shown beside a distance. */
export const minuteText = (value: unknown): string => dateTimeText(value).slice(0, 16);

/**
 * A number with thousands separators, or a dash (R-FMT-03). Integers are formatted without Intl, which is slow to load.
 */
export function numberText(value: unknown): string {
  if (typeof value !== 'number') return dash;
  return Number.isSafeInteger(value) ? groupDigits(String(value)) : value.toLocaleString('en-US');
}

/**
 * A decimal with thousands separators and all its digits, or a dash.
 * @param value The decimal as text, since a JavaScript number would lose digits.
 */
export const decimalText = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? groupDecimalDigits(value) : dash;

/** A unit as it follows a number: `{value|day|days}`. */
export const unitText = (unit: Label, value: unknown): string => textWithUnit(unit, value, language());

/** A formatted number with its declared unit, if it has one; a dash has no unit. */
export const withUnit = (shown: string, unit: Label | undefined, value: unknown): string =>
  unit && shown !== dash ? `${shown} ${unitText(unit, value)}` : shown;

/** Indented JSON; a value that is no object as plain text. */
export const jsonText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : String(value ?? '');

/** The size of a file: `12 kB`, `1.5 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilo = bytes / 1024;
  return kilo < 1000 ? `${Math.round(kilo)} kB` : `${(kilo / 1024).toFixed(1)} MB`;
}

/** A number of days with its unit (R-UNIT-01). */
export function daysText(value: unknown): string {
  return typeof value === 'number' ? text().range.days(numberText(value)) : dash;
}

/** The unit of quantities of a product: its own one, or that of hosts, which is empty in English (R-FMT-04, B18). */
export const productUnit = (product: unknown): string => unitOfProduct(product) ?? translate(hostUnit);

/**
 * A quantity with its unit.
 * @param product The product that determines the unit.
 * @param shown The formatted number.
 */
export function quantityText(count: unknown, product?: unknown, shown = numberText(count)): string {
  return [shown, shown !== dash && productUnit(product)].filter(Boolean).join(' ');
}

/**
 * A sum with its currency or its unit.
 * @param of The currency or unit of the sum.
 * @param sum The exact sum, as decimal digits.
 */
export function sumText(field: Field, of: string | null, sum: string): string {
  if (field.kind === 'money' && of !== null) return moneyText(BigInt(sum), of, storedLanguage());
  const number = decimalText(sum);
  if (field.unit) return withUnit(number, field.unit, sum);
  return [number, field.unitOf && (of ?? translate(hostUnit))].filter(Boolean).join(' ');
}
