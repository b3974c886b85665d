import { type SqlBool, sql } from 'kysely';
import type { LicenceClaims } from '../../../contract/entities/shared/licence.ts';
import { daysAfter } from '../../../contract/entities/shared/period.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import type { Context } from '../../core/context.ts';
import { errorText } from '../../core/errorText.ts';
import { deliverNotice } from '../../core/mail/deliverNotice.ts';
import { currentSigningKey, type SigningKey } from '../../core/security/signingKey.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { audit } from '../../db/write/audit.ts';
import { patch } from '../../db/write/store.ts';
import { extendProject } from '../project/projectEnd.ts';
import { queueMails } from './licenceMail.ts';
import { profileOf } from './productLicense.ts';

type Assignment = EntityRows['assignment'];

/** A running issue lasts at most this long, by the clock of the database (C6). */
const issueLimit = sql`interval '10 minutes'`;

/** An assignment by its task, by the index of the unique text. */
export const isOfTask = (task_uuid: string) => sql<SqlBool>`${folded(sql.ref('task_uuid'))} = ${foldText(task_uuid)}`;

/** A licence that is being issued, with the name of its project. */
interface Task {
  readonly found: Assignment;
  readonly project: string;
}

const isRunning = (found: Assignment): boolean =>
  found.status === 0 && found.task_status === 'running' && found.lic_secret === null;

/** Locks the licence of a task; undefined if the task is no longer running. */
async function lockTask(context: Context, task_uuid: string): Promise<Task | undefined> {
  const row = await context.trx
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'assignment.project_id')
    .selectAll('assignment')
    .select('project.name as project_name')
    .where(isOfTask(task_uuid))
    .where('assignment.deleted_at', 'is', null)
    .forNoKeyUpdate('assignment')
    .executeTakeFirst();
  if (!row) return undefined;
  const { project_name, ...found } = row;
  return isRunning(found as Assignment) ? { found: found as Assignment, project: project_name } : undefined;
}

/** A point in time as claims have it, in seconds since 1970. */
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** In seconds: how much slower than ours the clock of a product may be. */
const headStart = 5 * 60;

type Times = Pick<LicenceClaims, 'iat' | 'nbf' | 'exp'>;

/**
 * The times of what is signed now: a licence, or a lease.
 * @param lifetime in seconds
 */
export function timesOf(now: Date, lifetime: number): Times {
  const iat = seconds(now);
  return { iat, nbf: iat - headStart, exp: iat + lifetime };
}

/** The records of a licence do not have what is written into it. */
export class WrongIssueData extends Error {}

/** The data of other records in a licence, with its product's profile, by the clock of the database. */
const factsOf = ({ trx }: Context, assignment: Assignment) =>
  trx
    .selectFrom('assignment as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .innerJoin('project as p', 'p.id', 'a.project_id')
    .innerJoin('product as d', 'd.id', 'p.product_id')
    .innerJoin('enterprise as e', 'e.id', 'a.enterprise_id')
    .leftJoin('product_license as l', (join) => join.onRef('l.product_id', '=', 'd.id').on('l.deleted_at', 'is', null))
    .select(['e.code as enterprise', 'd.code as product', 'd.category_id', 'o.code as order', 'o.category_id as type'])
    .select(['o.use_period', 'p.name as project', 'l.issuer', 'l.signing_key_id', sql<Date>`now()`.as('now')])
    .where('a.id', '=', assignment.id)
    .executeTakeFirstOrThrow(() => new WrongIssueData('a record of the licence is missing'));
type Facts = Awaited<ReturnType<typeof factsOf>>;

/** @throws WrongIssueData if a licence would have no end, no holder or no product */
function checkFacts({ enterprise, product, use_period }: Facts): void {
  const missing = Object.entries({ enterprise, product, use_period }).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) throw new WrongIssueData(`the licence has no value for ${missing.join(', ')}`);
}

/** Who signs licences and leases of a product: its profile's issuer, by default this console (B19). */
export const issuerOf = ({ settings }: Pick<Context, 'settings'>, issuer: string | null): string =>
  issuer || settings.publicUrl;

const claimsOf = (context: Context, assignment: Assignment, facts: Facts): LicenceClaims => ({
  iss: issuerOf(context, facts.issuer),
  sub: facts.enterprise,
  aud: facts.product,
  jti: assignment.jti ?? '',
  ...timesOf(facts.now, seconds(daysAfter(new Date(0), facts.use_period ?? 0))),
  order: facts.order ?? '',
  project: facts.project,
  category: facts.category_id,
  quantity: assignment.hosts,
  licence_key: assignment.lic_key ?? '',
  generation: 1,
  ...(facts.type === 1003 && { trial: true as const }),
});

/** The key that signs licences of a product: its profile's, else the current one (B19). */
export async function signingKeyFor(context: Context, product_id: number): Promise<SigningKey> {
  const profile = await profileOf(context, product_id);
  return currentSigningKey(context.trx, context.secrets, profile?.signing_key_id);
}

/**
 * The claims to be signed for a task, with the key. They are saved before the first signing, so that every try signs
 * the same licence (C6); only its times are new in each try (D8).
 * @returns undefined if the task is no longer running
 */
export async function prepareSigning(
  context: Context,
  task_uuid: string,
): Promise<{ claims: LicenceClaims; key: SigningKey } | undefined> {
  const task = await lockTask(context, task_uuid);
  if (!task) return undefined;
  const { found } = task;
  const facts = await factsOf(context, found);
  checkFacts(facts);
  const fixed = 'jti' in found.claims && (found.claims as unknown as LicenceClaims);
  const claims = fixed ? { ...fixed, ...timesOf(facts.now, fixed.exp - fixed.iat) } : claimsOf(context, found, facts);
  await patch(context, 'assignment', found, { claims });
  return { claims, key: await currentSigningKey(context.trx, context.secrets, facts.signing_key_id) };
}

const noticeOf = ({ found, project }: Task) =>
  ({ module: 'assignment', record_id: found.id, values: { project } }) as const;

/** The recipients of notices about an assignment: the users of its enterprise. */
const enterpriseRecipients = ({ enterprise_id }: Assignment) => [
  { role_id: roleIds.Enterprise, enterprise_id: enterprise_id ?? 0 },
];

/**
 * Saves the signed licence and queues its mails, in one transaction.
 * @returns false if the task ended meanwhile, so that a second signing of the same task has no effect (C6)
 */
export async function completeIssue(context: Context, task_uuid: string, secret: string): Promise<boolean> {
  const task = await lockTask(context, task_uuid);
  if (!task) return false;
  const { found } = task;
  const { iat, exp } = found.claims as LicenceClaims;
  const expired_at = new Date(exp * 1000);
  const issued = { status: 1, lic_secret: secret, issued_at: new Date(iat * 1000), expired_at } as const;
  const done = { task_status: 'succeed', task_result: null } as const;
  const after = { status: 1, jti: found.jti };
  await patch(context, 'assignment', found, { ...issued, ...done }, { action: 'issue', after });
  await extendProject(context, found, expired_at);
  await queueMails(context, found);
  await deliverNotice(
    context,
    { bell: enterpriseRecipients(found), mail: [] },
    { ...noticeOf(task), notice: 'licence_issued' },
  );
  return true;
}

/** Why an issue failed: the keys of the sentences that people read (E13). */
export type IssueFailure =
  | 'issue_failed'
  | 'issue_overdue'
  | 'issue_interrupted'
  | 'issue_key_missing'
  | 'issue_key_unreadable'
  | 'issue_signer_unreachable'
  | 'issue_data_wrong';

/** The longest technical cause in the audit. */
const longestCause = 500;

/** The technical cause of a failure, for the audit alone. */
const causeText = (error: unknown): string =>
  errorText(error instanceof Error ? `${error.name}: ${error.message}` : String(error), longestCause);

/**
 * Ends a running task as failed; the assignment keeps its hosts (C4). The technical cause is saved in the audit, which
 * only SuperAdmins read.
 */
export async function failIssue(
  context: Context,
  task_uuid: string,
  task_result: IssueFailure,
  error?: unknown,
): Promise<void> {
  const task = await lockTask(context, task_uuid);
  if (!task) return;
  const { found } = task;
  await patch(context, 'assignment', found, { task_status: 'failed', task_result }, { event: 'issue_failed' });
  await deliverNotice(
    context,
    { bell: enterpriseRecipients(found), mail: [] },
    { ...noticeOf(task), notice: 'licence_failed' },
  );
  const after = { task_result, ...(error !== undefined && { cause: causeText(error) }) };
  await audit(context, { action: 'issue', entity: 'assignment', id: found.id, result: 'failed', after });
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
