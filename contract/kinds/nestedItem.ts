import type { Fields, ItemForms } from '../schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

const isObject = (item: unknown): item is Values => typeof item === 'object' && item !== null && !Array.isArray(item);

/** What an item of the body of an edit asks for: without an `id` it is a new record, with `remove: true` it goes. */
export function askedOf(item: unknown): keyof ItemForms {
  if (!isObject(item) || item.id === undefined) return 'made';
  return item.remove === true ? 'removed' : 'changed';
}

/** The fields that an item is held against; of a change those that it names. Undefined where nobody may ask for it. */
export function formOf(forms: ItemForms, item: unknown): Fields | undefined {
  const asked = askedOf(item);
  const fields = forms[asked];
  if (!fields || asked !== 'changed' || !isObject(item)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'id' || item[name] !== undefined));
}
