import { type Kysely, sql } from 'kysely';
import { type Entity, joinedFields } from '../../contract/entity.ts';
import type { Tables } from './tables.ts';

/** The join table of a field: `owner_id` is the record, `other_id` a record that it is joined with. */
export const joinTableOf = (entity: Pick<Entity, 'table'>, name: string): string => `${entity.table}__${name}`;

/** Joins new records with others, a statement for each joined field. In: their ids, and the values of each. */
export async function joinNew(
  trx: Kysely<Tables>,
  entity: Entity,
  ids: readonly number[],
  rows: readonly object[],
): Promise<void> {
  for (const [name] of joinedFields(entity)) {
    const pairs = ids.flatMap((id, at) => {
      const others = (rows[at] as Record<string, unknown> | undefined)?.[name];
      return Array.isArray(others) ? others.map((other: number) => ({ id, other })) : [];
    });
    if (pairs.length === 0) continue;
    await sql`insert into ${sql.table(joinTableOf(entity, name))} (owner_id, other_id)
      select * from unnest(${pairs.map(({ id }) => id)}::int[], ${pairs.map(({ other }) => other)}::int[])
      on conflict do nothing`.execute(trx);
  }
}

/**
 * Joins a record that is new or locked with exactly these others. In: its id, and values by field name, of which those
 * of joined fields are taken: the ids of the others, in any order.
 */
export async function setJoined(trx: Kysely<Tables>, entity: Entity, id: number, values: object): Promise<void> {
  for (const [name] of joinedFields(entity)) {
    const ids = (values as Record<string, unknown>)[name];
    if (!Array.isArray(ids)) continue;
    const table = sql.table(joinTableOf(entity, name));
    await sql`delete from ${table} where owner_id = ${id} and not other_id = any (${ids}::int[])`.execute(trx);
    if (ids.length === 0) continue;
    await sql`insert into ${table} (owner_id, other_id) select ${id}, unnest(${ids}::int[])
      on conflict do nothing`.execute(trx);
  }
}
