import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Locks the row of a user until the transaction ends, so that what counts for them is counted one after the other. */
export const lockUser = ({ trx }: Pick<Context, 'trx'>, id: number) =>
  sql`select 1 from users where id = ${id} for no key update`.execute(trx);
