import { type Entity, fieldOf, isListed } from '../../../contract/schema/entity.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';

/** The declared first order of a list, as react-admin takes it. */
export const sortOf = ({ list: { sort } }: Entity) =>
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

/** Can a list be sorted by that column? What is worked out or stands inside an object has no column to sort by. */
export function isSortable(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  return isListed(field) && !name.includes('.') && sortableKinds.has(field.kind);
}
