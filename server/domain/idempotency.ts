import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { AppError } from './appError.ts';
import type { Context } from './context.ts';
import { macsOf, type Secrets } from './secret.ts';

export interface RequestKey {
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

const kept = 24 * 60 * 60 * 1000;

/** By what a repeated body is known: without the secret key nobody can try bodies against it. */
const told = (caller_id: number, { key, path, body }: RequestKey): string =>
  JSON.stringify([caller_id, path, key, body]);
const purpose = 'idempotency';
const sealOf = (caller_id: number, { path, key }: Pick<RequestKey, 'path' | 'key'>): string =>
  `answer:${caller_id}:${path}:${key}`;

/** Whether it is the body of the first time, which may have come before the secret key was changed. */
function isSame(context: Context, caller_id: number, request: RequestKey, mac: string): boolean {
  const { secrets } = context;
  const former = secrets.former.filter(({ keys }) => keys[purpose] !== undefined).map(macsOf);
  return [secrets, ...former].some((one) => one.mac(purpose, told(caller_id, request)) === mac);
}

/** Takes the key for this request; false when an earlier one has it. A request under way is waited for. */
async function take(context: Context, caller_id: number, request: RequestKey): Promise<boolean> {
  const { key, path } = request;
  const body_hash = context.secrets.mac(purpose, told(caller_id, request));
  const row = { caller_id, path, key, body_hash, created_at: context.now };
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
  const seal = sealOf(caller_id, request);
  if (!(await take(context, caller_id, request))) {
    const first = await rowOf(context, caller_id, request);
    if (!isSame(context, caller_id, request, first.body_hash)) throw AppError.unprocessable('idempotency');
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

/** Seals the kept answers with another key. Out: how many. */
export async function resealAnswers(db: Kysely<Tables>, from: Secrets, to: Secrets): Promise<number> {
  const names = ['caller_id', 'path', 'key'] as const;
  const rows = await db
    .selectFrom('idempotency')
    .select([...names, 'answer_sealed'])
    .where('answer_sealed', 'is not', null)
    .execute();
  for (const row of rows) {
    const text = from.open(row.answer_sealed ?? '', sealOf(row.caller_id, row));
    await db
      .updateTable('idempotency')
      .set({ answer_sealed: to.seal(text, sealOf(row.caller_id, row)) })
      .where((eb) => eb.and(names.map((name) => eb(name, '=', row[name]))))
      .execute();
  }
  return rows.length;
}

/** Forgets what is older than a day. */
export async function forgetAnswers(context: Context): Promise<void> {
  const old = new Date(context.now.getTime() - kept);
  await context.trx.deleteFrom('idempotency').where('created_at', '<', old).execute();
}
