import { valueAt } from '../lib/dottedPath.ts';
import { fillPlaceholders, type Label, type Language } from '../messages/label.ts';
import type { Field, Fields } from '../schema/field/field.ts';

/** The unit of hosts, which English omits (R-FMT-04, B18). */
export const hostUnit: Label = { en: '', zh: '台' };

/**
 * The unit of a product's quantities (B18). Quantities in different units are never added.
 * @param product The product as answers embed it.
 * @returns The product's own unit if it is metered by value; null if it is metered by host.
 */
export function productUnit(product: unknown): string | null {
  if (valueAt(product, 'metering') !== 'value') return null;
  const unit = valueAt(product, 'unit');
  return typeof unit === 'string' && unit !== '' ? unit : null;
}

/** The form of a unit that follows a number: `{value|day|days}`. */
export const unitText = (unit: Label, value: unknown, language: Language): string =>
  fillPlaceholders(unit[language], (name) => (name === 'value' ? String(value) : undefined));

/** The reference that leads to the product whose unit the field is counted in; undefined if there is none. */
export function unitReference(fields: Fields, field: Field | undefined): string | undefined {
  const head = field?.unitOf?.split('.')[0];
  if (head === undefined) return undefined;
  return Object.keys(fields).find((name) => fields[name]?.as === head);
}
