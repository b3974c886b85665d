import type { Field } from '../schema/field/field.ts';
import { kinds } from './index.ts';

/** A list whose items are required where their kind says that each must be there; another field as it is. */
export const asItem = (field: Field): Field =>
  field.items && kinds[field.items.kind].item.required && !field.items.required
    ? { ...field, items: { ...field.items, required: true } }
    : field;
