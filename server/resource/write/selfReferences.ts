import { isDeepStrictEqual } from 'node:util';
import { memoize } from '../../../contract/lib/memoize.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import type { FieldValues } from '../../core/rules.ts';

/**
 * The references and sets of an entity that name records of its own. Users are left out: somebody may be their own
 * reviewer, or the last who changed themself.
 */
const ownReferences = memoize((entity: Entity) =>
  entity.name === 'user'
    ? []
    : storedFields(entity).filter(([, { to, items }]) => to === entity.name || items?.to === entity.name),
);

/**
 * Refuses a change by which a record would refer to itself, such as the duplicate of itself.
 * @param row the record before the change
 * @param values the values that are written
 * @throws 422 at each such reference
 */
export function checkSelfReferences(
  entity: Entity,
  row: FieldValues & { readonly id: number },
  values: FieldValues,
): void {
  const isItself = (name: string) =>
    [values[name]].flat().includes(row.id) && !isDeepStrictEqual(values[name], row[name]);
  const refused = ownReferences(entity).filter(([name]) => isItself(name));
  if (refused.length === 0) return;
  throw AppError.invalid(
    Object.fromEntries(refused.map(([name, field]) => [writePathOf(name, field), [message('refers_to_itself')]])),
  );
}
