import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { session as declaration } from '../../../contract/entities/session.ts';
import { user } from '../../../contract/entities/user.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { ownProperties } from '../../../contract/roles/index.ts';
import { roleIds, roleOf } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf, type SessionLimits } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';
import { storedLonger } from '../../core/setting/retention.ts';
import { logPosition } from '../../db/changes/logPosition.ts';
import type { Tables } from '../../db/schema/tables.ts';
import type { WriteContext } from '../../db/write/audit.ts';
import { purge } from '../../db/write/purge.ts';
import { insert, patch, patchAll, updateUnversioned } from '../../db/write/store.ts';
import { deviceName, placeOfAddress } from './signIn/device.ts';

const touchEvery = 60 * 1000;
/** How many earlier sign-ins a new one is compared with. */
const comparedSignIns = 200;
/** The maximum number of sessions deleted in one transaction. */
const purgeBatchSize = 1_000;

/** Only the SHA-256 of a key is stored: 256 random bits need no salt (B4). */
export const hashSessionKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export interface NewSession {
  user_id: number;
  /** How the user signed in. */
  method: EntityRows['session']['method'];
  behalf_id?: number;
  parent_session_id?: number;
  /** True if it was opened with a password that somebody else set (D7). */
  must_change_password?: boolean;
  /** True if it may only be used to set up a second factor. */
  must_enrol?: boolean;
  /** When it ends at the latest, if that is earlier than usual. */
  endsBy?: Date | undefined;
}

const newKey = (): string => randomBytes(32).toString('base64url');
/** True if a text has the form of a session key. The licence with which a product reports its usage has not. */
export const isSessionKey = (text: string): boolean => /^[\w-]{43}$/.test(text);

const sessionNamed = (context: Context, id: number) =>
  context.trx
    .selectFrom('session')
    .select(['expires_at', 'parent_session_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** When a new session ends at the latest: after the time that the settings allow, and with its parent session (D9). */
async function sessionEnd(context: Context, { parent_session_id, endsBy }: NewSession): Promise<Date> {
  const usual = context.now.getTime() + context.settings.session.maxAgeMs;
  const own = Math.min(usual, endsBy?.getTime() ?? usual);
  if (!parent_session_id) return new Date(own);
  const { expires_at } = await sessionNamed(context, parent_session_id);
  return new Date(Math.min(own, expires_at.getTime()));
}

/** Saves the time zone in which a user was last seen, unless they have chosen one; their mails are written in it. */
async function rememberZone(db: Kysely<Tables>, user_id: number, zone: string | undefined): Promise<void> {
  if (zone === undefined) return;
  const time_zone = sql`case when time_zone_chosen then time_zone else ${zone} end`;
  await updateUnversioned(db, user, user_id, { time_zone });
}

/** Opens a session and returns its key, which is shown only now and stored as a hash (B4). */
export async function openSession(
  context: Context,
  session: NewSession,
): Promise<{ id: number; api_key: string; expires_at: Date }> {
  const api_key = newKey();
  const expires_at = await sessionEnd(context, session);
  if (session.behalf_id === undefined) await rememberZone(context.trx, session.user_id, context.origin?.zone);
  const { id } = await insert(context, 'session', {
    key_hash: hashSessionKey(api_key),
    user_id: session.user_id,
    method: session.method,
    behalf_id: session.behalf_id ?? null,
    parent_session_id: session.parent_session_id ?? null,
    must_change_password: session.must_change_password ?? false,
    must_enrol: session.must_enrol ?? false,
    address: context.origin?.address ?? null,
    agent: context.origin?.agent.slice(0, 300) ?? null,
    expires_at,
    seen_at: context.now,
  });
  return { id, api_key, expires_at };
}

const isNotIdle = (alias: string, now: Date, { idleMs }: SessionLimits) =>
  sql<SqlBool>`${sql.ref(`${alias}.seen_at`)} > ${new Date(now.getTime() - idleMs)}`;

/** Matches a session, by its alias, that has neither ended nor, if limits are given, been idle for too long. */
const isOpen = (
  alias: string,
  now: Date,
  limits?: SessionLimits,
) => sql<SqlBool>`${sql.ref(`${alias}.ended_at`)} is null
  and ${sql.ref(`${alias}.expires_at`)} > ${now}
  and ${limits ? isNotIdle(alias, now, limits) : sql<SqlBool>`true`}`;

/** Matches an acting session `s` whose parent session is open and whose enterprise is still this salesman's. */
const isActingAllowed = (now: Date, limits?: SessionLimits) => sql<SqlBool>`exists (select 1 from session p
    where p.id = s.parent_session_id and ${isOpen('p', now, limits)})
  and exists (select 1 from users u
    join enterprise e on e.id = u.enterprise_id and e.deleted_at is null
    join users b on b.id = e.sales_user_id and b.role_id = ${sql.lit(roleIds.SalesMan)} and b.deleted_at is null and b.active
    where u.id = s.user_id and u.role_id = ${sql.lit(roleIds.Enterprise)} and b.id = s.behalf_id)`;

/**
 * Matches an open session `s`; an acting one only while its acting is allowed (D9).
 * @param limits how long sessions may be idle; without it they are open until the clock ends them, within a minute
 */
export const isAliveAt = (now: Date, limits?: SessionLimits) =>
  sql<boolean>`${isOpen('s', now, limits)} and (s.behalf_id is null or (${isActingAllowed(now, limits)}))`;

/** What variants withhold; null for a user, or a salesman who acts, with the whole role. */
interface FoundWithheld {
  readonly withheld: readonly string[] | null;
  readonly behalf_withheld: readonly string[] | null;
}

interface FoundCaller extends Omit<Caller, 'role' | 'withheld'>, FoundWithheld {
  readonly seen_at: Date;
  readonly parent_session_id: number | null;
  readonly role_id: number;
  readonly time_zone: string | null;
  readonly time_zone_chosen: boolean;
}

/** The properties that roles declare as their own, as an object, after the other columns; nothing where there are none. */
const ownColumn =
  ownProperties.length === 0
    ? sql``
    : sql`, json_build_object(${sql.join(
        ownProperties.flatMap(({ name }) => [sql.lit(name), sql.ref(`u.${name}`)]),
      )}) as own`;

/** What a variant withholds. A user without one costs a look-up of nothing. */
const withheldColumns = sql`(select v.withheld from role_variant v where v.id = u.variant_id and v.deleted_at is null) as withheld,
    (select v.withheld from users b join role_variant v on v.id = b.variant_id and v.deleted_at is null
      where b.id = s.behalf_id) as behalf_withheld`;

/** Selects the session of a key, by the unique index of its hash, with its user. */
const callerStatement = (
  hash: string,
  now: Date,
  limits: SessionLimits,
) => sql<FoundCaller>`select s.id as session_id, s.seen_at, s.behalf_id,
    s.parent_session_id, s.must_change_password, s.must_enrol, u.id, u.name, u.role_id, u.enterprise_id, u.parent_id, u.tags, u.time_zone, u.time_zone_chosen,
    ${withheldColumns}${ownColumn}
  from session s join users u on u.id = s.user_id
  where s.key_hash = ${hash} and ${isAliveAt(now, limits)} and u.deleted_at is null
    and (u.active or s.behalf_id is not null)`;

/** The same with the position of the log that shows the caller's own writes. */
const placedStatement = (hash: string, now: Date, limits: SessionLimits) =>
  sql<FoundCaller>`select found.*, ${logPosition} as position from (${callerStatement(hash, now, limits)}) as found`;

/**
 * The caller of a key; undefined unless its session is open and its user exists (401).
 * @param limits how long sessions last
 * @param isUse false for requests that do not keep the session alive, such as an open stream
 * @param placed true to get the position of the primary's log too
 * @param zone the time zone of the client
 */
export async function callerOfKey(
  db: Kysely<Tables>,
  key: string,
  now: Date,
  limits: SessionLimits,
  { isUse = true, placed = false, zone }: { isUse?: boolean; placed?: boolean; zone?: string | undefined } = {},
): Promise<Caller | undefined> {
  const statement = placed ? placedStatement : callerStatement;
  const { rows } = await statement(hashSessionKey(key), now, limits).execute(db);
  const role = rows[0] && roleOf(rows[0].role_id);
  if (!rows[0] || !role) return undefined;
  const {
    role_id: _,
    seen_at,
    parent_session_id,
    time_zone,
    time_zone_chosen,
    withheld,
    behalf_withheld,
    ...caller
  } = rows[0];
  if (isUse && now.getTime() - seen_at.getTime() > touchEvery) {
    for (const seen of [caller.session_id, parent_session_id])
      if (seen) await updateUnversioned(db, declaration, seen, { seen_at: now });
    if (caller.behalf_id === null && !time_zone_chosen && zone !== time_zone) await rememberZone(db, caller.id, zone);
  }
  return { ...caller, role, ...withheldOf({ withheld, behalf_withheld }) };
}

/** What is withheld from a caller: of a salesman who acts, what either of the two may not do (docs/decisions/0135). */
const withheldOf = ({ withheld, behalf_withheld }: FoundWithheld): Pick<Caller, 'withheld'> =>
  withheld || behalf_withheld
    ? { withheld: [...new Set([...(withheld ?? []), ...(behalf_withheld ?? [])])].sort() }
    : {};

/**
 * Ends the acting session of a key for good once it is refused: it does not come back when the right to act does, for
 * example with an enterprise that returns to its salesman (D9).
 */
export async function endRefusedActing(context: Context, key: string): Promise<void> {
  await end(context, sql`key_hash = ${hashSessionKey(key)} and behalf_id is not null`);
}

/** Replaces the key of a session: the session stays the same, and its end, too (B4, D9). */
export async function renewKey(context: Context, id: number): Promise<{ api_key: string; expires_at: Date }> {
  const api_key = newKey();
  await patch(context, 'session', { id }, { key_hash: hashSessionKey(api_key), seen_at: context.now });
  const { expires_at } = await sessionNamed(context, id);
  return { api_key, expires_at };
}

const end = (context: WriteContext, which: RawBuilder<SqlBool>) =>
  patchAll(context, 'session', sql<SqlBool>`ended_at is null and ${which}`, { ended_at: context.now });

/** Ends one session and the acting sessions opened by it (C12). */
export async function endSession(context: Context, id: number): Promise<void> {
  await end(context, sql<SqlBool>`(id = ${id} or parent_session_id = ${id})`);
}

/**
 * Ends an acting session.
 * @returns its parent session
 */
export async function endActing(context: Context, id: number): Promise<number> {
  const { parent_session_id } = await sessionNamed(context, id);
  if (!parent_session_id) throw new Error('this is not an acting session');
  await endSession(context, id);
  return parent_session_id;
}

/** Ends a whole sign-in: while acting, also the parent session (D9). */
export async function endSignIn(context: Context, id: number): Promise<void> {
  const { parent_session_id } = await sessionNamed(context, id);
  await endSession(context, parent_session_id ?? id);
}

/**
 * The `User-Agent` of the latest sign-ins of a user that are still stored, each once, without those whose sessions the
 * user has deleted.
 */
export async function earlierAgents(context: Context, user_id: number): Promise<readonly (string | null)[]> {
  const rows = await context.trx
    .selectFrom('session')
    .select('agent')
    .where('user_id', '=', user_id)
    .where('behalf_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(comparedSignIns)
    .execute();
  return [...new Set(rows.map(({ agent }) => agent))];
}

/** Ends a user's own sessions and all sessions in which the user acts for others; `except` stays open. */
export async function endSessions(context: WriteContext, user_id: number, except = 0): Promise<void> {
  await end(context, sql`id <> ${except} and ((user_id = ${user_id} and behalf_id is null) or behalf_id = ${user_id})`);
}

/** The caller's sessions as records (B25): deleting one ends it. */
export const session: EntityRules<'session'> = {
  async beforeRemove(context, row) {
    const caller = callerOf(context);
    if (caller.behalf_id && row.id !== caller.session_id) throw AppError.unprocessable('not_while_acting');
    await endSession(context, row.id);
  },
  computed: {
    current: { from: ['id'], value: (row, { session_id }) => row.id === session_id, isFilled: true },
    device: { from: ['agent'], value: ({ agent }) => deviceName(agent ?? null) },
    place: { from: ['address'], value: ({ address }) => placeOfAddress(address ?? null) },
    login_at: { from: ['created_at'], value: (row) => row.created_at, isFilled: true },
  },
};

/**
 * Ends sessions that have expired, were idle for too long, or may no longer act, so that no list shows them as open.
 */
export async function endStaleSessions(context: Context): Promise<void> {
  const { now } = context;
  const limits = context.settings.session;
  await end(context, sql`(expires_at <= ${now} or seen_at <= ${new Date(now.getTime() - limits.idleMs)})`);
  const acting = sql`select s.id from session s where s.ended_at is null and s.behalf_id is not null and not (${isActingAllowed(now, limits)})`;
  await end(context, sql`id in (${acting})`);
}

/**
 * Deletes sessions that ended long ago; the audit still has the sign-ins. A parent session is deleted after its acting
 * sessions.
 * @returns true if more of them are due
 */
export async function purgeSessions(context: Context): Promise<boolean> {
  const over = storedLonger('session_days', context.now, context.settings.retention.session_days);
  return (await purge(context, 'session', over, purgeBatchSize)) === purgeBatchSize;
}
