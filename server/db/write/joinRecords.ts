import { sql } from 'kysely';
import { inverseName } from '../../../contract/relations/inverse.ts';
import { type Entity, joinedFields } from '../../../contract/schema/entity.ts';
import { auditAll, type WriteContext } from './audit.ts';

/** The join table of a field: `owner_id` is the record, `other_id` a record joined with it. */
export const joinTableName = (entity: Pick<Entity, 'table'>, name: string): string => `${entity.table}__${name}`;

/** A record, and another that was joined with it or removed from it. */
interface JoinedPair {
  readonly owner_id: number;
  readonly other_id: number;
}

/** Audits for the other records that they joined or left a set, where the inverse field is declared. */
async function auditOtherRecords(
  writer: WriteContext,
  entity: Entity,
  by: string,
  action: 'join' | 'part',
  pairs: readonly JoinedPair[],
) {
  const name = inverseName(entity, by);
  if (name === undefined || pairs.length === 0) return;
  const other = entity.contract.entity(entity.fields[by]?.items?.to ?? '');
  const events = pairs.map(({ owner_id, other_id }) => {
    const [joined, missing] = [{ [name]: [owner_id] }, { [name]: [] }];
    const [before, after] = action === 'join' ? [missing, joined] : [joined, missing];
    return { action, entity: other.name, id: other_id, before, after };
  });
  await auditAll(writer, events, other);
}

/** Joins records with others, and audits the new pairs. */
async function joinPairs(
  writer: WriteContext,
  entity: Entity,
  by: string,
  pairs: readonly JoinedPair[],
): Promise<void> {
  if (pairs.length === 0) return;
  const [owners, others] = [pairs.map(({ owner_id }) => owner_id), pairs.map(({ other_id }) => other_id)];
  const { rows } = await sql<JoinedPair>`insert into ${sql.table(joinTableName(entity, by))} (owner_id, other_id)
    select * from unnest(${owners}::int[], ${others}::int[])
    on conflict do nothing returning owner_id, other_id`.execute(writer.trx);
  await auditOtherRecords(writer, entity, by, 'join', rows);
}

const othersIn = (values: object | undefined, name: string): readonly number[] | undefined => {
  const ids = (values as Record<string, unknown> | undefined)?.[name];
  return Array.isArray(ids) ? ids : undefined;
};

/**
 * Joins new records with others, one statement per joined field.
 * @param rows the values of each record, in the order of the ids
 */
export async function joinNewRecords(
  writer: WriteContext,
  entity: Entity,
  ids: readonly number[],
  rows: readonly object[],
): Promise<void> {
  for (const [name] of joinedFields(entity)) {
    const pairs = ids.flatMap((owner_id, at) =>
      (othersIn(rows[at], name) ?? []).map((other_id) => ({ owner_id, other_id })),
    );
    await joinPairs(writer, entity, name, pairs);
  }
}

/**
 * Joins a record that is new or locked with exactly these others.
 * @param values values by field name; only joined fields are used, with the ids of the others in any order
 */
export async function setJoined(writer: WriteContext, entity: Entity, id: number, values: object): Promise<void> {
  for (const [name] of joinedFields(entity)) {
    const ids = othersIn(values, name);
    if (!ids) continue;
    const { rows } = await sql<JoinedPair>`delete from ${sql.table(joinTableName(entity, name))}
      where owner_id = ${id} and not other_id = any (${[...ids]}::int[])
      returning owner_id, other_id`.execute(writer.trx);
    await auditOtherRecords(writer, entity, name, 'part', rows);
    const pairs = ids.map((other_id) => ({ owner_id: id, other_id }));
    await joinPairs(writer, entity, name, pairs);
  }
}
