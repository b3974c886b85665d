import type { Field } from '../schema/field/field.ts';
import { kinds } from './index.ts';

/** Marks the items of a list as required if their kind demands it. Any other field is returned unchanged. */
export const asItem = (field: Field): Field =>
  field.items && kinds[field.items.kind].item.required && !field.items.required
    ? { ...field, items: { ...field.items, required: true } }
    : field;
