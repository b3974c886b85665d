import type { Fields, ItemForms } from '../schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

const isObject = (item: unknown): item is Values => typeof item === 'object' && item !== null && !Array.isArray(item);

/**
 * The operation of an item in the body of an edit: without an `id` it creates a record, with `remove: true` it deletes
 * one.
 */
export function itemOperation(item: unknown): keyof ItemForms {
  if (!isObject(item) || item.id === undefined) return 'made';
  return item.remove === true ? 'removed' : 'changed';
}

/**
 * The fields that validate an item; for a change, only the fields that it names. Undefined if nobody may request this.
 */
export function itemFields(forms: ItemForms, item: unknown): Fields | undefined {
  const operation = itemOperation(item);
  const fields = forms[operation];
  if (!fields || operation !== 'changed' || !isObject(item)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'id' || item[name] !== undefined));
}
