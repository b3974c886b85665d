import { type Entity, fieldOf, isListed } from '../../../contract/schema/entity.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';

/** The declared initial sort order of a list, in react-admin's form. */
export const defaultSort = ({ list: { sort } }: Entity) =>
  ({ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' }) as const;

const sortableKinds: ReadonlySet<string> = new Set<KindName>([
  'text',
  'integer',
  'decimal',
  'money',
  'dateTime',
  'date',
  'choice',
  'boolean',
  'mail',
  'phone',
  'url',
]);

/**
 * True if a list can be sorted by the column. Computed fields and fields inside an object have no database column to
 * sort by.
 */
export function isSortable(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  return isListed(field) && !name.includes('.') && sortableKinds.has(field.kind);
}
