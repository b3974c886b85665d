import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { user as userDeclaration } from '../../../../contract/entities/user.ts';
import type { EntityRows } from '../../../../contract/index.ts';
import { ruleOf } from '../../../../contract/kinds/fieldRule.ts';
import { validate } from '../../../../contract/kinds/validation.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { roleIds } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf } from '../../../core/context.ts';
import { waitForAdvisoryLock } from '../../../db/maintenance/advisoryLock.ts';
import { folded } from '../../../db/schema/uniqueTexts.ts';
import { audit } from '../../../db/write/audit.ts';
import { patch } from '../../../db/write/store.ts';
import { loginNameOf } from '../oidc/claims.ts';
import { freeName } from '../oidc/mappedAccount.ts';
import { endAccess, nameRefusal } from '../user.ts';

/**
 * Users as a company directory manages them by SCIM (issue 35, section 5; RFC 7643, RFC 7644). A directory is a service
 * account. It finds every person but SuperAdmins, and those that it has deleted.
 */

/** A user as one directory knows them. */
export interface DirectoryUser {
  readonly id: number;
  readonly name: string;
  readonly nick_name: string | null;
  readonly role_id: number;
  readonly active: boolean;
  readonly phone: string | null;
  readonly mail: string | null;
  readonly password_hash: string | null;
  /** The code of the enterprise. */
  readonly organization: string | null;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  /** Changes with the user and with what only the directory knows. */
  readonly version: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What only the directory knows of a user. */
export interface DirectoryValues {
  readonly user_name: string;
  readonly external_id: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
}

/** The tables of a statement about directory users: the user `u`, what the directory knows of them `l`, the enterprise `e`. */
const tables = (account_id: number) => sql`users u
  left join directory_user l on l.user_id = u.id and l.account_id = ${account_id}
  left join enterprise e on e.id = u.enterprise_id`;

/** Matches the users whom a directory finds. */
const isFound = sql<SqlBool>`u.kind = 'person' and u.deleted_at is null and u.role_id <> ${sql.lit(roleIds.SuperAdmin)}
  and l.removed_at is null`;

/** What a list of users can be filtered and sorted by, as SQL over the tables above. */
export const directoryColumns = {
  id: sql<string>`u.id::text`,
  user_name: sql<string>`coalesce(l.user_name, u.name)`,
  external_id: sql<string>`l.external_id`,
  nick_name: sql<string>`u.nick_name`,
  given_name: sql<string>`l.given_name`,
  family_name: sql<string>`l.family_name`,
  mail: sql<string>`u.params ->> 'liaison_mail'`,
  active: sql<boolean>`u.active`,
  created_at: sql<Date>`u.created_at`,
  updated_at: sql<Date>`greatest(u.updated_at, l.updated_at)`,
} as const;

/**
 * Matches the users of a name at once by two indexes: those who have it in the directory, and those whom the directory
 * does not know yet.
 */
export const hasUserName = (account_id: number, name: string): RawBuilder<SqlBool> => sql<SqlBool>`u.id in (
  select user_id from directory_user where account_id = ${account_id} and folded(user_name) = ${foldText(name)} and removed_at is null
  union all select n.id from users n where ${folded(sql.ref('n.name'))} = ${foldText(name)} and n.deleted_at is null
    and not exists (select 1 from directory_user k where k.user_id = n.id and k.account_id = ${account_id}))`;

interface DirectoryPage {
  readonly where?: RawBuilder<SqlBool> | undefined;
  readonly order?: RawBuilder<unknown> | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Users whom a directory finds.
 * @param account_id the directory
 * @returns the users of the page, by default in the order of their ids
 */
export async function directoryUsers(
  { trx }: Pick<Context, 'trx'>,
  account_id: number,
  { where = sql<SqlBool>`true`, order = sql`u.id`, limit, offset }: DirectoryPage,
): Promise<DirectoryUser[]> {
  const { rows } = await sql<DirectoryUser>`select u.id, u.name, u.nick_name, u.role_id, u.active, u.phone,
      ${directoryColumns.mail} as mail, u.password_hash, e.code as organization,
      ${directoryColumns.user_name} as user_name, l.external_id, l.given_name, l.family_name,
      u.version || '.' || coalesce(l.version, 0) as version, u.created_at, ${directoryColumns.updated_at} as updated_at
    from ${tables(account_id)} where ${isFound} and ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(trx);
  return rows;
}

/** The number of users whom a directory finds. */
export async function countDirectoryUsers(
  { trx }: Pick<Context, 'trx'>,
  account_id: number,
  where: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tables(account_id)} where ${isFound} and ${where}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * One user whom a directory finds.
 * @throws 404
 */
export async function directoryUser(
  context: Pick<Context, 'trx'>,
  account_id: number,
  id: number,
): Promise<DirectoryUser> {
  const [found] = await directoryUsers(context, account_id, {
    where: sql<SqlBool>`u.id = ${id}`,
    limit: 1,
    offset: 0,
  });
  if (!found) throw AppError.notFound();
  return found;
}

/** The service account of the caller; undefined for a caller who is none. */
export async function directoryOf(context: Context): Promise<number | undefined> {
  const found = await context.trx
    .selectFrom('service_account')
    .select('id')
    .where('user_id', '=', callerOf(context).id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** The writes of one directory take turns, so that no name and no externalId is given twice. */
export const takeDirectoryTurn = ({ trx }: Context, account_id: number) =>
  waitForAdvisoryLock(trx, `directory ${account_id}`);

/** The field of a directory's values that another of its users has; undefined if none does. */
export async function usedDirectoryValue(
  context: Context,
  account_id: number,
  { user_name, external_id }: Pick<DirectoryValues, 'user_name' | 'external_id'>,
  except = 0,
): Promise<'user_name' | 'external_id' | undefined> {
  const isOther = sql<SqlBool>`u.id <> ${except}`;
  const named = sql<SqlBool>`${hasUserName(account_id, user_name)} and ${isOther}`;
  if ((await countDirectoryUsers(context, account_id, named)) > 0) return 'user_name';
  if (external_id === null) return undefined;
  const known = sql<SqlBool>`l.external_id = ${external_id} and ${isOther}`;
  return (await countDirectoryUsers(context, account_id, known)) > 0 ? 'external_id' : undefined;
}

/** The login name of a user whom the directory deleted: it does not stand in the way of a new user (RFC 7644, 3.6). */
async function isNameOfDeleted({ trx }: Context, account_id: number, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from users u join directory_user l on l.user_id = u.id
    where l.account_id = ${account_id} and l.removed_at is not null and u.deleted_at is null
      and ${folded(sql.ref('u.name'))} = ${foldText(name)}`.execute(trx);
  return rows.length > 0;
}

const loginNameRule = ruleOf(userDeclaration.fields.name);

/**
 * The login name of a new user: the `userName` of the directory, or a free name made of it where it is too long, has
 * other characters, or belonged to a user whom the directory has deleted.
 * @throws 422 at `name` if another user has the name, or one that looks like it
 */
export async function newLoginName(context: Context, account_id: number, user_name: string): Promise<string> {
  const derived = () => freeName(context, loginNameOf({ iss: '', sub: '', preferred_username: user_name }));
  if (validate(loginNameRule, user_name)) return derived();
  const refusal = await nameRefusal(context, user_name);
  if (!refusal) return user_name;
  if (refusal === 'taken' && (await isNameOfDeleted(context, account_id, user_name))) return derived();
  throw AppError.unprocessable(refusal, undefined, 'name');
}

/** The enterprise with this code; undefined if there is none. */
export async function enterpriseByCode({ trx }: Context, code: string): Promise<number | undefined> {
  const found = await trx
    .selectFrom('enterprise')
    .select('id')
    .where(folded(sql.ref('code')), '=', foldText(code))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** Stores what only the directory knows of a user, and with that adopts one whom it did not know. */
export async function saveDirectoryValues(
  context: Context,
  account_id: number,
  user_id: number,
  values: DirectoryValues,
): Promise<void> {
  const { trx, now } = context;
  const before = await trx
    .selectFrom('directory_user')
    .select(['user_name', 'external_id', 'given_name', 'family_name'])
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  const names = Object.keys(values) as (keyof DirectoryValues)[];
  if (before && names.every((name) => before[name] === values[name])) return;
  await trx
    .insertInto('directory_user')
    .values({ account_id, user_id, ...values, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ ...values, updated_at: now, version: sql`directory_user.version + 1` }),
    )
    .execute();
  const action = 'link_directory';
  await audit(context, { action, entity: 'user', id: user_id, ...(before && { before }), after: values });
}

/**
 * Activates or deactivates a user, as an administrator does in the console. One who is deactivated loses all access.
 */
export async function setActive(context: Context, { id, active }: DirectoryUser, wanted: boolean): Promise<void> {
  if (active === wanted) return;
  const before = { id, active } as unknown as EntityRows['user'];
  await patch(context, 'user', before, { active: wanted }, { action: wanted ? 'reactivate' : 'deactivate' });
  if (!wanted) await endAccess(context, id);
}

/** The directory deletes a user whose record stays, since others need it: deactivated, and not found by it any more. */
export async function leaveDirectory(context: Context, account_id: number, user: DirectoryUser): Promise<void> {
  await setActive(context, user, false);
  const { user_name, external_id, given_name, family_name } = user;
  await saveDirectoryValues(context, account_id, user.id, { user_name, external_id, given_name, family_name });
  await context.trx
    .updateTable('directory_user')
    .set({ removed_at: context.now })
    .where('account_id', '=', account_id)
    .where('user_id', '=', user.id)
    .execute();
  await audit(context, { action: 'leave_directory', entity: 'user', id: user.id, after: { user_name } });
}
