import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { quantityText, withUnit } from '../values/format.ts';
import type { CellPlace } from './view.ts';

/** A number with its unit; an id is shown as it is. */
export function countCell(shown: string, value: unknown, { field, name, record }: CellPlace): string {
  if (name === 'id') return String(value);
  if (field.unitOf) return quantityText(value, valueAt(record, field.unitOf), shown);
  return withUnit(shown, field.unit, value);
}

/** Removes a fraction of zeros only: `100.00` becomes `100`. */
export const withoutTrailingZeros = (digits: string): string => digits.replace(/[.]0+$/, '');
