import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntityName } from '../../../contract/index.ts';
import type { WriteContext } from './audit.ts';

/**
 * Deletes rows of an entity permanently, without publishing or auditing it.
 * @param which the condition over the table as `t`
 * @param most the maximum number of rows
 * @returns the number of deleted rows
 */
export async function purge(
  { trx, contract }: Pick<WriteContext, 'trx' | 'contract'>,
  name: EntityName,
  which: RawBuilder<SqlBool>,
  most: number,
): Promise<number> {
  const table = sql.table(contract.entity(name).table);
  const { rows } = await sql`delete from ${table} where id = any (array(
    select t.id from ${table} as t where ${which} limit ${sql.lit(most)})) returning id`.execute(trx);
  return rows.length;
}
