import { valueAt } from '../lib/dottedPath.ts';
import { fillPlaceholders, type Label, type Language } from '../messages/label.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** What hosts are counted in, which English leaves out (R-FMT-04, B18). */
export const hostUnit: Label = { en: '', zh: '台' };

/**
 * The unit that a product's quantities are counted in (B18). In: the product, as answers embed it. Out: its own unit where
 * it is metered by value, null where it is metered by host. Quantities of different units are never added.
 */
export function productUnit(product: unknown): string | null {
  if (valueAt(product, 'metering') !== 'value') return null;
  const unit = valueAt(product, 'unit');
  return typeof unit === 'string' && unit !== '' ? unit : null;
}

/** A unit as it follows a number: `{value|day|days}`. */
export const unitText = (unit: Label, value: unknown, language: Language): string =>
  fillPlaceholders(unit[language], (name) => (name === 'value' ? String(value) : undefined));

/** The reference of a record that leads to the product by whose unit the field is counted; undefined where none does. */
export function unitReference(fields: Fields, field: Field | undefined): string | undefined {
  const head = field?.unitOf?.split('.')[0];
  if (head === undefined) return undefined;
  return Object.keys(fields).find((name) => fields[name]?.as === head);
}
