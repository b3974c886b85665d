import { halfWidth } from '../lib/halfWidth.ts';
import type { Field } from '../schema/field/field.ts';
import { hostUnit, productUnit, unitText } from '../values/unit.ts';
import type { TextContext } from './kind.ts';

/**
 * The separator between several numbers. A comma within a number groups thousands, so a separating comma needs a space
 * after it.
 */
export const numberSeparator = /[;；，]|,\s/;

/**
 * Normalises full-width digits and removes grouping commas, as people type them and spreadsheets show them: `1,234.5`.
 * After a leading 0 the comma is a decimal one, which the kind refuses.
 */
export function ungrouped(text: string): string {
  const plain = halfWidth(text);
  return /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** Parses a whole number. A text that is not one is returned as it is. */
export function readNumber(text: string): number | string {
  const plain = ungrouped(text);
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : text;
}

/**
 * Parses a whole number as programs also write it whose numbers have decimals: `3.0`, `3.00`. With three zeros it may be
 * three thousand, so that is no number here.
 */
export function readWholeNumber(text: string): number | string {
  const number = readNumber(ungrouped(text).replace(/^(-?\d+)\.0{1,2}$/, '$1'));
  return typeof number === 'number' ? number : text;
}

/** The unit after a number: the field's own, or the unit of the product that the quantity is counted in. */
function unitAfter(value: unknown, { unit, unitOf }: Field, { language, product, isBare }: TextContext): string {
  if (isBare) return '';
  if (unit) return unitText(unit, value, language);
  return unitOf && product !== undefined ? (productUnit(product) ?? hostUnit[language]) : '';
}

/** A number within a sentence, with its unit. */
export const numberSentence = (shown: string, value: unknown, field: Field, context: TextContext): string =>
  [shown, unitAfter(value, field, context)].filter(Boolean).join(' ');
