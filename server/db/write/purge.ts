import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EntityName, entityNamed } from '../../../contract/index.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Deletes rows of an entity for good, which nobody is told of: such as nobody has been shown for long. In: the condition over
 * the table as `t`, and how many rows at most. Out: how many it were.
 */
export async function purge(
  db: Kysely<Tables>,
  name: EntityName,
  which: RawBuilder<SqlBool>,
  most: number,
): Promise<number> {
  const table = sql.table(entityNamed(name).table);
  const { rows } = await sql`delete from ${table} where id = any (array(
    select t.id from ${table} as t where ${which} limit ${sql.lit(most)})) returning id`.execute(db);
  return rows.length;
}
