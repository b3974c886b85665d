import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import { AppError } from '../appError.ts';
import type { Context } from '../context.ts';
import { previousKeyMacs, type Secrets } from '../secrets.ts';

export interface RequestKey {
  readonly key: string;
  readonly path: string;
  readonly body: unknown;
}

const maxKeyLength = 200;
const retentionMs = 24 * 60 * 60 * 1000;

/**
 * The text by which a repeated request is recognized. Its MAC is stored: without the secret key nobody can test guesses
 * of the body against it.
 */
const requestText = (caller_id: number, { key, path, body }: RequestKey): string =>
  JSON.stringify([caller_id, path, key, body]);
const purpose = 'idempotency';
const answerContext = (caller_id: number, { path, key }: Pick<RequestKey, 'path' | 'key'>): string =>
  `answer:${caller_id}:${path}:${key}`;

/** True if the request equals the first one, which may have been made under a previous secret key. */
function isSameRequest(context: Context, caller_id: number, request: RequestKey, mac: string): boolean {
  const { secrets } = context;
  const former = secrets.previous.filter(({ keys }) => keys[purpose] !== undefined).map(previousKeyMacs);
  return [secrets, ...former].some((one) => one.mac(purpose, requestText(caller_id, request)) === mac);
}

/** Claims the key for this request; false if an earlier request has it. Waits for a request that is still running. */
async function claimKey(context: Context, caller_id: number, request: RequestKey): Promise<boolean> {
  const { key, path } = request;
  const body_hash = context.secrets.mac(purpose, requestText(caller_id, request));
  const row = { caller_id, path, key, body_hash, created_at: context.now };
  const old = new Date(context.now.getTime() - retentionMs);
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

const savedAnswer = (context: Context, caller_id: number, { key, path }: RequestKey) =>
  context.trx
    .selectFrom('idempotency')
    .select(['body_hash', 'answer_sealed'])
    .where('caller_id', '=', caller_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

/**
 * Does the work once per request key: the same key and body return the first answer again, another body is refused
 * (C21). Key and effect commit together, so a request that is refused or fails leaves its key free.
 */
export async function idempotent<T>(
  context: Context,
  request: RequestKey | undefined,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const caller_id = context.caller?.id;
  if (!request || caller_id === undefined) return work(context);
  if (request.key.length > maxKeyLength)
    throw AppError.unprocessable('max_length', { value: maxKeyLength }, 'Idempotency-Key');
  const seal = answerContext(caller_id, request);
  if (!(await claimKey(context, caller_id, request))) {
    const first = await savedAnswer(context, caller_id, request);
    if (!isSameRequest(context, caller_id, request, first.body_hash)) throw AppError.unprocessable('idempotency');
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

const atOnce = 500;
interface SavedAnswer {
  readonly caller_id: number;
  readonly path: string;
  readonly key: string;
  readonly answer_sealed: string;
}

/**
 * Encrypts the saved answers with another key, 500 at a time.
 * @returns how many
 */
export async function reencryptAnswers(db: Kysely<Tables>, from: Secrets, to: Secrets): Promise<number> {
  let count = 0;
  for (let last: Omit<SavedAnswer, 'answer_sealed'> = { caller_id: 0, path: '', key: '' }; ; ) {
    const { rows } = await sql<SavedAnswer>`select caller_id, path, key, answer_sealed from idempotency
      where answer_sealed is not null and (caller_id, path, key) > (${last.caller_id}, ${last.path}, ${last.key})
      order by caller_id, path, key limit ${sql.lit(atOnce)}`.execute(db);
    const end = rows.at(-1);
    if (!end) return count;
    const made = rows.map((row) => {
      const seal = answerContext(row.caller_id, row);
      return { ...row, answer_sealed: to.seal(from.open(row.answer_sealed, seal), seal) };
    });
    await sql`update idempotency as t set answer_sealed = made.answer_sealed
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as made (caller_id integer, path text, key text, answer_sealed text)
      where (t.caller_id, t.path, t.key) = (made.caller_id, made.path, made.key)`.execute(db);
    last = end;
    count += rows.length;
  }
}

/** Deletes answers that are older than a day. */
export async function purgeAnswers(context: Context): Promise<void> {
  const old = new Date(context.now.getTime() - retentionMs);
  await context.trx.deleteFrom('idempotency').where('created_at', '<', old).execute();
}
