import { AppError } from './appError.ts';
import type { Context } from './context.ts';

export interface RequestKey {
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

const kept = 24 * 60 * 60 * 1000;

/** By what a repeated body is known: without the secret key nobody can try bodies against it. */
const macOf = (context: Context, caller_id: number, { key, path, body }: RequestKey): string =>
  context.secrets.mac('idempotency', JSON.stringify([caller_id, path, key, body]));

/** Takes the key for this request; false when an earlier one has it. A request under way is waited for. */
async function take(context: Context, caller_id: number, request: RequestKey): Promise<boolean> {
  const { key, path } = request;
  const row = { caller_id, path, key, body_hash: macOf(context, caller_id, request), created_at: context.now };
  const old = new Date(context.now.getTime() - kept);
  await context.trx
    .deleteFrom('idempotency')
    .where('caller_id', '=', caller_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('created_at', '<', old)
    .execute();
  const made = await context.trx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return made !== undefined;
}

const rowOf = (context: Context, caller_id: number, { key, path }: RequestKey) =>
  context.trx
    .selectFrom('idempotency')
    .select(['body_hash', 'answer_sealed'])
    .where('caller_id', '=', caller_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

/**
 * Does the work once for a request key: the same key and body give the first answer again, another body is
 * refused (C21). Key and effect commit together, so a refused or broken request leaves its key free.
 */
export async function idempotent<T>(
  context: Context,
  request: RequestKey | undefined,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const caller_id = context.caller?.id;
  if (!request || caller_id === undefined) return work(context);
  if (request.key.length > 200) throw AppError.unprocessable('idempotency');
  const seal = `answer:${caller_id}:${request.path}:${request.key}`;
  if (!(await take(context, caller_id, request))) {
    const first = await rowOf(context, caller_id, request);
    if (first.body_hash !== macOf(context, caller_id, request)) throw AppError.unprocessable('idempotency');
    return JSON.parse(context.secrets.open(first.answer_sealed ?? '', seal)) as T;
  }
  const answer = await work(context);
  await context.trx
    .updateTable('idempotency')
    .set({ answer_sealed: context.secrets.seal(JSON.stringify(answer), seal) })
    .where('caller_id', '=', caller_id)
    .where('path', '=', request.path)
    .where('key', '=', request.key)
    .execute();
  return answer;
}

/** Forgets what is older than a day. */
export async function forgetAnswers(context: Context): Promise<void> {
  const old = new Date(context.now.getTime() - kept);
  await context.trx.deleteFrom('idempotency').where('created_at', '<', old).execute();
}
