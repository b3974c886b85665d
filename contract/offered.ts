import type { Field } from './field.ts';
import { entities } from './index.ts';

/** A field as a list offers to narrow by it: one whose values name entities is a choice among them, by their labels. */
export const asOffered = (field: Field | undefined): Field | undefined =>
  field?.names === 'entity'
    ? { ...field, kind: 'choice', choices: entities.map(({ name, label }) => ({ id: name, label })) }
    : field;
