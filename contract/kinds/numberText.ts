import type { Field } from '../schema/field/field.ts';
import { hostUnit, productUnit, unitText } from '../values/unit.ts';
import type { TextContext } from './kind.ts';

/** What stands between several numbers: within one a comma parts thousands, so that one between two has a space behind it. */
export const numberSeparator = /[;；，]|,\s/;

/** Digits of full width, and thousands in groups, as a person writes them and a spreadsheet shows them: `1,234.5`. */
export function ungrouped(text: string): string {
  const narrow = text.normalize('NFKC');
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(narrow) ? narrow.replaceAll(',', '') : narrow;
}

/** The whole number that a text means; a text that means none as it is. */
export function readNumber(text: string): number | string {
  const plain = ungrouped(text);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : text;
}

/** What follows a number: its unit, or that of the product that it is counted as. */
function unitBehind(value: unknown, { unit, unitOf }: Field, { language, product, isBare }: TextContext): string {
  if (isBare) return '';
  if (unit) return unitText(unit, value, language);
  return unitOf && product !== undefined ? (productUnit(product) ?? hostUnit[language]) : '';
}

/** A number within a sentence, with its unit. */
export const numberSentence = (shown: string, value: unknown, field: Field, context: TextContext): string =>
  [shown, unitBehind(value, field, context)].filter(Boolean).join(' ');
