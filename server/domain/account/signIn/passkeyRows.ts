import type { Context } from '../../../core/context.ts';
import type { WriteContext } from '../../../db/write/audit.ts';

/** The number of passkeys of a user. */
export async function countPasskeys({ trx }: Pick<WriteContext, 'trx'>, user_id: number): Promise<number> {
  const { count } = await trx
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The passkeys of a user, the oldest first. */
export const passkeysOf = ({ trx }: Pick<Context, 'trx'>, user_id: number) =>
  trx.selectFrom('passkey').selectAll().where('user_id', '=', user_id).orderBy('id').execute();

/** Deletes all passkeys of a user. */
export async function deletePasskeys({ trx }: Pick<WriteContext, 'trx'>, user_id: number): Promise<void> {
  await trx.deleteFrom('passkey').where('user_id', '=', user_id).execute();
}
