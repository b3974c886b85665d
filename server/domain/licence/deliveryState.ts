import type { Kysely } from 'kysely';
import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { failureText } from './failureReason.ts';

type MailState = Pick<EntityRows['mail'], 'id' | 'address' | 'status' | 'result' | 'send_flag' | 'sent_at'>;

const states = (context: Context) =>
  context.trx
    .selectFrom('mail')
    .select(['id', 'assignment_id', 'key', 'address', 'status', 'result', 'send_flag', 'sent_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id');

const translatedState = (context: Context, mail: MailState): MailState => ({
  ...mail,
  result: failureText(mail.result, 'mail_failed', readerLanguage(context)),
});

interface NamedMail {
  readonly name: string;
  readonly key: string;
  readonly assignment_id: number;
  readonly mail: MailState;
}

/** The key, or the key with the next free number if it is in use. */
function freeName(named: readonly NamedMail[], key: string): string {
  const base = key.replace(/_\d+$/, '');
  let name = key;
  for (let number = 2; named.some((one) => one.name === name); number += 1) name = `${base}_${number}`;
  return name;
}

/** The mails of some licences, in order; a key that an earlier licence has too gets the next free number. */
async function namedMails(context: Context, assignments: readonly number[]): Promise<NamedMail[]> {
  const rows = await states(context)
    .where('assignment_id', 'in', [...assignments, 0])
    .execute();
  const named: NamedMail[] = [];
  for (const id of assignments)
    for (const { key, assignment_id, ...mail } of rows)
      if (assignment_id === id)
        named.push({
          name: freeName(named, key),
          key,
          assignment_id,
          mail: translatedState(context, mail as MailState),
        });
  return named;
}

/** The state of every mail of some licences by recipient key (R-MDATA-01). */
export async function mailData(context: Context, assignments: readonly number[]): Promise<Record<string, MailState>> {
  const named = await namedMails(context, assignments);
  return Object.fromEntries(named.map(({ name, mail }) => [name, mail]));
}

/**
 * The mails that a name of `mailData` refers to: the only mail with that numbered name, or the mails with this key of
 * all the licences.
 */
export async function mailsNamed(context: Context, assignments: readonly number[], name: string) {
  const named = await namedMails(context, assignments);
  const numbered = named.filter((one) => one.name === name && one.key !== name);
  return numbered.length > 0 ? numbered : named.filter((one) => one.key === name);
}

/**
 * The state of one mail in the caller's enterprise.
 * @throws 404
 */
export async function mailState(context: Context, id: number): Promise<Record<string, MailState>> {
  const found = await states(context)
    .where('id', '=', id)
    .where('enterprise_id', '=', callerOf(context).enterprise_id ?? 0)
    .executeTakeFirst();
  if (!found) throw AppError.notFound();
  const { key, assignment_id: _, ...mail } = found;
  return { [key]: translatedState(context, mail as MailState) };
}

const stateNames: Readonly<Record<number, string>> = { [-1]: 'no_address', 0: 'sending', 1: 'sent', 9: 'failed' };

/** The number of mails in each state. */
export async function mailsByState(db: Kysely<Tables>): Promise<{ state: string; count: number }[]> {
  const rows = await db
    .selectFrom('mail')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  return rows.map(({ status, count }) => ({ state: stateNames[status] ?? String(status), count: Number(count) }));
}

/** The live licences that an application was served with. */
export async function licencesOf(context: Context, allocation_id: number): Promise<number[]> {
  const rows = await context.trx
    .selectFrom('assignment')
    .select('id')
    .where('allocation_id', '=', allocation_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
