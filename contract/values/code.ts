import { type Entity, fieldOf } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

/** A unique text of at most this length is a code; a longer one is a name, as that of an enterprise. */
const maxCodeLength = 64;

/**
 * True if the text identifies something by its characters, as an order code or a licence key does (issue 33, "Columns"
 * and "Doing"): it is always shown whole, and no browser translates it.
 */
export function isCode(field: Field | undefined): boolean {
  if (field?.kind !== 'text' || field.secret) return false;
  const { code, key, serial, exact, unique, max = Number.POSITIVE_INFINITY, matches } = field;
  if (code !== undefined) return code;
  const isShortAndUnique = Boolean(unique) && matches !== 'loginName' && max <= maxCodeLength;
  return key === true || serial !== undefined || exact === true || isShortAndUnique;
}

/** True if a single code is the title of the entity's records. */
export const isTitledByCode = (entity: Pick<Entity, 'title' | 'fields' | 'titledByCode'>): boolean =>
  entity.titledByCode ?? (typeof entity.title === 'string' && isCode(fieldOf(entity, entity.title)));

/** True if the values of a field are codes: its own, or the titles of the records that it refers to. */
export function showsCodes(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  if (field?.kind !== 'reference' || field.to === undefined) return isCode(field);
  return isTitledByCode(entity.contract.entity(field.to));
}
