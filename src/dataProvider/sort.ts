import { kinds } from '../../contract/kinds/index.ts';
import { type Entity, fieldOf, isListed } from '../../contract/schema/entity.ts';

/** The declared first order of a list, as react-admin takes it. */
export const sortOf = ({ list: { sort } }: Entity) =>
  ({ field: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'DESC' : 'ASC' }) as const;

/** Can a list be sorted by that column? What is worked out or stands inside an object has no column to sort by. */
export function isSortable(entity: Entity, name: string): boolean {
  const field = fieldOf(entity, name);
  return isListed(field) && !name.includes('.') && kinds[field.kind].list.sortedByHeading;
}
