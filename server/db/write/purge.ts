import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type EntityName, entityNamed } from '../../../contract/index.ts';
import type { Tables } from '../schema/tables.ts';

/**
 * Deletes rows of an entity permanently, without publishing or auditing it.
 * @param which the condition over the table as `t`
 * @param most the maximum number of rows
 * @returns the number of deleted rows
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
