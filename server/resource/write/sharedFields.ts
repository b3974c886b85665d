import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { memoize } from '../../../contract/lib/memoize.ts';
import { message } from '../../../contract/messages/message.ts';
import { sharedFields } from '../../../contract/relations/sharedFields.ts';
import { type Entity, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';

/** The references of an entity that share values with their record. */
const sharingReferences = memoize((entity: Entity) =>
  storedFields(entity)
    .map(([name, field]) => ({ name, field, shared: sharedFields(field) }))
    .filter(({ shared }) => shared.length > 0),
);

/**
 * Refuses references to records that do not share with this one what their option `shares` names. Only what a write
 * changes is compared, so a record that is changed elsewhere keeps its references. An empty value of this record does not
 * restrict them.
 * @param values the record as it would be
 * @param before the record before a change; undefined for a new one
 * @throws 422 at each such reference
 */
export async function checkSharedFields(
  { trx, contract }: Context,
  entity: Entity,
  values: FieldValues,
  before?: FieldValues,
): Promise<void> {
  const isChanged = (name: string) => !before || !isDeepStrictEqual(values[name] ?? null, before[name] ?? null);
  const refused: Record<string, string[]> = {};
  for (const { name, field, shared } of sharingReferences(entity)) {
    const id = values[name] ?? null;
    const pairs = shared.filter(({ own }) => (values[own] ?? null) !== null);
    const isDue = isChanged(name) || pairs.some(({ own }) => isChanged(own));
    if (id === null || pairs.length === 0 || !isDue) continue;
    const target = contract.entity(field.to ?? '');
    const columns = pairs.map(({ theirs }) => sql.ref(theirs));
    const { rows } = await sql<FieldValues>`select ${sql.join(columns)} from ${sql.table(target.table)}
      where id = ${id}`.execute(trx);
    const other = pairs.find(({ theirs, own }) => rows[0] && rows[0][theirs] !== values[own]);
    if (!other) continue;
    const label = entity.fields[other.own]?.label;
    refused[writePathOf(name, field)] = [message('not_shared', { name_en: label?.en ?? '', name_zh: label?.zh ?? '' })];
  }
  if (Object.keys(refused).length > 0) throw AppError.invalid(refused);
}
