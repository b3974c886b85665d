import { type SqlBool, sql } from 'kysely';
import { roleIds } from '../../contract/access.ts';
import type { Rows } from '../../contract/index.ts';
import type { LicenceClaims } from '../../contract/licence.ts';
import { daysAfter } from '../../contract/period.ts';
import { audit } from '../db/audit.ts';
import { patch } from '../db/store.ts';
import type { Context } from './context.ts';
import { queueMails } from './mail.ts';
import { notify } from './notification.ts';
import { profileOf } from './productLicense.ts';
import { extendProject } from './projectEnd.ts';
import { currentKey, type SigningKey } from './signingKey.ts';

type Assignment = Rows['assignment'];

/** A running issue lasts at most this long, by the clock of the database (C6). */
const issueLimit = sql`interval '10 minutes'`;

/** An assignment by its task. A unique text is indexed in lower case, and so the ids of tasks are written. */
export const ofTask = (task_uuid: string) => sql<SqlBool>`lower(task_uuid) = ${task_uuid}`;

const lock = (context: Context, task_uuid: string): Promise<Assignment | undefined> =>
  context.trx
    .selectFrom('assignment')
    .selectAll()
    .where(ofTask(task_uuid))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<Assignment | undefined>;

const isRunning = (found: Assignment | undefined): found is Assignment =>
  found?.status === 0 && found.task_status === 'running' && found.lic_secret === null;

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** A product's clock may be behind ours by so many seconds. */
const headStart = 5 * 60;

/** The times of a licence that is signed now, by the clock of the database, and lives for so many seconds. */
async function timesOf(context: Context, lifetime: number): Promise<Pick<LicenceClaims, 'iat' | 'nbf' | 'exp'>> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(context.trx);
  const iat = seconds(rows[0]?.now ?? context.now);
  return { iat, nbf: iat - headStart, exp: iat + lifetime };
}

async function claimsOf(context: Context, assignment: Assignment): Promise<LicenceClaims> {
  const found = await context.trx
    .selectFrom('assignment as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('project as p', 'p.id', 'a.project_id')
    .innerJoin('product as d', 'd.id', 'p.product_id')
    .innerJoin('enterprise as e', 'e.id', 'a.enterprise_id')
    .select(['e.code as enterprise', 'd.code as product', 'd.category_id', 'o.code as order', 'o.category_id as type'])
    .select(['o.use_period', 'p.name as project', 'd.id as product_id'])
    .where('a.id', '=', assignment.id)
    .executeTakeFirstOrThrow();
  const profile = await profileOf(context, found.product_id);
  return {
    iss: profile?.issuer || context.settings.publicUrl,
    sub: found.enterprise,
    aud: found.product,
    jti: assignment.jti ?? '',
    ...(await timesOf(context, seconds(daysAfter(new Date(0), found.use_period ?? 0)))),
    order: found.order ?? '',
    project: found.project,
    category: found.category_id,
    quantity: assignment.hosts,
    licence_key: assignment.lic_key ?? '',
    generation: 1,
    ...(found.type === 1003 && { trial: true as const }),
  };
}

/** The key that signs licences of a product: its profile's, else the present one (B19). */
export async function keyFor(context: Context, product_id: number): Promise<SigningKey> {
  const profile = await profileOf(context, product_id);
  return currentKey(context.trx, context.secrets, profile?.signing_key_id);
}

/** The key for the licence of a task. */
export async function keyForTask(context: Context, task_uuid: string): Promise<SigningKey> {
  const { product_id } = await context.trx
    .selectFrom('assignment as a')
    .innerJoin('project as p', 'p.id', 'a.project_id')
    .select('p.product_id')
    .where(ofTask(task_uuid))
    .where('a.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return keyFor(context, product_id);
}

/**
 * What is to be signed for a task, fixed in the row before the first signing so that every try signs the same licence
 * (C6); only its time begins anew with each try (D8). Nothing when the task is no longer running.
 */
export async function prepareIssue(context: Context, task_uuid: string): Promise<LicenceClaims | undefined> {
  const found = await lock(context, task_uuid);
  if (!isRunning(found)) return undefined;
  const fixed = 'jti' in found.claims && (found.claims as unknown as LicenceClaims);
  const claims = fixed
    ? { ...fixed, ...(await timesOf(context, fixed.exp - fixed.iat)) }
    : await claimsOf(context, found);
  await patch(context, 'assignment', found, { claims });
  return claims;
}

const noticeOf = async (context: Context, assignment: Assignment) => {
  const project = await context.trx
    .selectFrom('project')
    .select('name')
    .where('id', '=', assignment.project_id)
    .executeTakeFirstOrThrow();
  return { module: 'assignment', record_id: assignment.id, values: { project: project.name } } as const;
};

/** Who is told of an assignment: the users of its enterprise. */
const readersOf = ({ enterprise_id }: Assignment) => [
  { role_id: roleIds.Enterprise, enterprise_id: enterprise_id ?? 0 },
];

/**
 * Keeps the signed licence and queues its mails, in one transaction; false when the task ended meanwhile, so
 * that a second signing of the same task leaves nothing behind (C6).
 */
export async function completeIssue(context: Context, task_uuid: string, secret: string): Promise<boolean> {
  const found = await lock(context, task_uuid);
  if (!isRunning(found)) return false;
  const { iat, exp } = found.claims as LicenceClaims;
  const expired_at = new Date(exp * 1000);
  const issued = { status: 1, lic_secret: secret, issued_at: new Date(iat * 1000), expired_at } as const;
  const done = { task_status: 'succeed', task_result: null } as const;
  const after = { status: 1, jti: found.jti };
  await patch(context, 'assignment', found, { ...issued, ...done }, { action: 'issue', after });
  await extendProject(context, found, expired_at);
  await queueMails(context, found);
  await notify(context, readersOf(found), { ...(await noticeOf(context, found)), notice: 'licence_issued' });
  return true;
}

/** Ends a running task as failed, with the key of a sentence that says why; the assignment keeps its hosts (C4). */
export async function failIssue(
  context: Context,
  task_uuid: string,
  task_result: 'issue_failed' | 'issue_overdue',
): Promise<void> {
  const found = await lock(context, task_uuid);
  if (!isRunning(found)) return;
  await patch(context, 'assignment', found, { task_status: 'failed', task_result });
  await notify(context, readersOf(found), { ...(await noticeOf(context, found)), notice: 'licence_failed' });
  await audit(context, { action: 'issue', entity: 'assignment', id: found.id, result: 'failed' });
}

/** The tasks that have run for longer than they may. */
export const overdueTasks = async (context: Context): Promise<string[]> =>
  (
    await context.trx
      .selectFrom('assignment')
      .select('task_uuid')
      .where('task_status', '=', 'running')
      .where('task_started_at', '<', sql<Date>`now() - ${issueLimit}`)
      .where('deleted_at', 'is', null)
      .execute()
  ).map((row) => row.task_uuid ?? '');
