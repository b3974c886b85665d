import type { Context } from '../../core/context.ts';
import { contractFor, narrowedRights } from '../../core/narrowedContract.ts';
import type { OpenedSession, PendingSignIn } from '../../domain/account/login.ts';
import { callerOfKey } from '../../domain/account/session.ts';
import { getRecord } from '../../resource/read/read.ts';
import type { HttpRequestContext } from '../services.ts';

/**
 * The answer of a sign-in and of the start and end of acting: the user as `GET /v1/user/{id}` returns it, and a fresh
 * key (B3).
 */
export async function sessionAnswer(
  context: Context,
  session: { api_key: string; expires_at: Date; factor_due_at?: Date | undefined },
  user_id: number,
) {
  const caller = await callerOfKey(context.trx, session.api_key, context.now, context.settings.session);
  if (!caller) throw new Error('the session that was just opened has no caller');
  const { api_key, expires_at } = session;
  const contract = contractFor(context.contract, caller);
  const seen = await getRecord({ ...context, contract, caller }, contract.entity('user'), user_id);
  const { role, behalf_id, must_change_password } = caller;
  return {
    user: seen,
    role,
    api_key,
    expires_at,
    must_change_password,
    behalf_id,
    ...(await actingOf(context, behalf_id)),
    ...narrowedRights(contract, caller),
    ...(caller.must_enrol && { must_enrol_second_factor: true }),
    ...(session.factor_due_at && { second_factor_due_at: session.factor_due_at }),
  };
}

/** The salesman who acts in a session that has just begun, and since when; both null if nobody acts. */
async function actingOf(context: Context, behalf_id: number | null) {
  if (behalf_id === null) return { behalf_name: null, acting_since: null };
  const { name, nick_name } = await context.trx
    .selectFrom('users')
    .select(['name', 'nick_name'])
    .where('id', '=', behalf_id)
    .executeTakeFirstOrThrow();
  return { behalf_name: nick_name ?? name, acting_since: context.now };
}

/** The answer of the first step of a sign-in: a session, or the ticket for the second step. */
export async function firstStep(context: Context, opened: OpenedSession | PendingSignIn, user_id: number) {
  return 'ticket' in opened ? { second_factor: true, ...opened } : sessionAnswer(context, opened, user_id);
}

/** Answers 202 where a second step has to follow. */
export async function answerFirstStep(
  c: HttpRequestContext,
  step: () => ReturnType<typeof firstStep>,
): Promise<Response> {
  const answer = await step();
  return c.json(answer, 'ticket' in answer ? 202 : 200);
}
