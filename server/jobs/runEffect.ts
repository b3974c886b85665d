import { sql } from 'kysely';
import type { Context, Jobs } from '../core/context.ts';
import { rulesOf } from '../domain/index.ts';
import type { InTransaction } from './jobTransaction.ts';

async function rowOf(context: Context, name: string, id: number) {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(context.contract.entity(name).table)}
    where id = ${id} and deleted_at is null for no key update`.execute(context.trx);
  return rows[0];
}

/** Runs the effect that follows a committed step or action (`afterwards`), in one transaction. */
export const runEffect = (inTransaction: InTransaction, { entity, id, effect }: Jobs['effect']): Promise<void> =>
  inTransaction(async (context) => {
    const row = await rowOf(context, entity, id);
    if (row) await rulesOf(entity).effects?.[effect]?.afterwards?.(context, row);
  });
