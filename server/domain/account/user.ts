import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { usualPasswordRule } from '../../../contract/access/passwordRule.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { message } from '../../../contract/messages/message.ts';
import { isRole, ownProperties, roleDeclarations } from '../../../contract/roles/index.ts';
import { type Role, roleIds, roleOf } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { notify, usersOf } from '../../core/mail/notification.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { removeAll } from '../../db/write/store.ts';
import { grantProducts } from './enterpriseProduct.ts';
import { closingProvider, type PasswordOwner, passwordClosed } from './oidc/closedPassword.ts';
import { hashPassword, type PasswordHolder, passwordMistake } from './password.ts';
import { checkOwnChange, mailOf, notifyFormerAddress } from './profile/ownMail.ts';
import { endSessions } from './session.ts';
import { useTickets } from './signIn/accountTicket.ts';
import { sendInvitation } from './signIn/passwordReset.ts';
import { resetFactor } from './signIn/secondFactor.ts';

export type User = EntityRows['user'];

/**
 * Each role says which roles create and manage its users (A8, SPEC 6). A person with narrowed rights manages no users of
 * the own role or of the vendor: with a password for one of them, they would have what is withheld from them.
 */
function checkManaged(context: Context, role_id: number): void {
  const { role, withheld } = callerOf(context);
  const managed = roleDeclarations.find(({ id }) => id === role_id);
  if (!managed?.createdBy.some((manager) => isRole(role, manager as Role)))
    throw AppError.unprocessable('role_above', undefined, 'role_id');
  if (withheld && (managed.name === role || managed.side === 'vendor'))
    throw AppError.unprocessable('narrowed_manager', undefined, 'role_id');
}

/** A variant is chosen for a user of its role. */
async function checkVariant(context: Context, role_id: number, variant_id: unknown): Promise<void> {
  if (typeof variant_id !== 'number') return;
  const variant = await context.trx
    .selectFrom('role_variant')
    .select('role_id')
    .where('id', '=', variant_id)
    .executeTakeFirst();
  const label = roleDeclarations.find(({ id }) => id === role_id)?.label;
  if (variant && variant.role_id !== role_id)
    throw AppError.unprocessable(
      'variant_other_role',
      { role_en: label?.en ?? '', role_zh: label?.zh ?? '' },
      'variant_id',
    );
}

/** Operations create SuperAdmins (A8), but change, restore and delete none. */
function refuseAbove(context: Context, row: User): void {
  if (isRole(callerOf(context).role, 'GeneralAdmin') && row.role_id === roleIds.SuperAdmin)
    throw AppError.unprocessable('role_above');
}

/** A token sets no passwords: with one of them it could sign in, and do more than its scopes allow. */
function refuseTokenPassword(context: Context, { password, invite }: FieldValues): void {
  if (!callerOf(context).token) return;
  if (password) throw AppError.unprocessable('not_for_tokens', undefined, 'password');
  if (invite) throw AppError.unprocessable('not_for_tokens', undefined, 'invite');
}

/**
 * True if the caller may not change the mail address of a user: a password can be reset through it, so whoever may not
 * set the password may not change the address either. A directory gives the address of users without a password.
 */
export function keepsMailAddress(context: Context, { password_hash }: Pick<User, 'password_hash'>): boolean {
  const { token, behalf_id } = callerOf(context);
  return Boolean(token || behalf_id) || (context.directory_id !== undefined && password_hash !== null);
}

function checkMailAddress(context: Context, row: User, values: FieldValues): void {
  if (values.params === undefined || !keepsMailAddress(context, row)) return;
  const isChanged = mailOf({ ...row, ...values } as User) !== mailOf(row);
  if (isChanged) throw AppError.unprocessable('mail_address_own', undefined, 'params.liaison_mail');
}

/** The properties that the role declares as its own are what its users see records by: none may be empty. */
function requireOwnProperties(values: FieldValues): void {
  const role = roleOf(values.role_id as number);
  const missing = ownProperties.filter((own) => own.role === role && (values[own.name] ?? null) === null);
  if (missing.length > 0)
    throw AppError.invalid(Object.fromEntries(missing.map(({ name }) => [name, [message('required')]])));
}

/** Somebody whose password is closed is not invited to choose one. */
async function checkInvitation(context: Context, user: PasswordOwner): Promise<void> {
  const provider = await closingProvider(context, user);
  if (provider) throw passwordClosed(provider, 'invite_closed', 'invite');
}

/** The products granted with a new user; only an enterprise user gets any (B27). */
function productsOf(values: FieldValues): readonly number[] {
  const products = (values.products ?? []) as readonly number[];
  if (products.length > 0 && values.role_id !== roleIds.Enterprise) {
    throw AppError.unprocessable('products_of_enterprise', undefined, 'products');
  }
  return products;
}

/** The parent of an enterprise user is the salesman of the enterprise. */
async function withOwner(context: Context, values: FieldValues): Promise<FieldValues> {
  if (values.role_id !== roleIds.Enterprise || values.parent_id || !values.enterprise_id) return values;
  const enterprise = await context.trx
    .selectFrom('enterprise')
    .select('sales_user_id')
    .where('id', '=', values.enterprise_id as number)
    .executeTakeFirst();
  return { ...values, parent_id: enterprise?.sales_user_id ?? null };
}

/**
 * Replaces the password by its hash, which was computed before the transaction. The user has to change the password
 * (D7).
 * @param holder whose password it is, as after this write
 */
function withHash(
  context: Context,
  values: FieldValues,
  { required, holder }: { readonly required: boolean; readonly holder: PasswordHolder },
): FieldValues {
  const { password, ...rest } = values;
  if (values.invite === true) return { ...rest, invited: true };
  if (password === undefined || password === null || password === '') {
    if (required) throw AppError.invalid({ password: [message('required')] });
    return rest;
  }
  const mistake = passwordMistake(password as string, context.settings.passwordRule, holder);
  if (mistake !== undefined) throw AppError.invalid({ password: [mistake] });
  const password_hash = context.prepared?.password_hash;
  if (password_hash === undefined) throw new Error('the password must be hashed before the transaction that stores it');
  return { ...rest, password_hash, must_change_password: true, invited: false };
}

const holderOf = (user: User): PasswordHolder => ({ name: user.name, mail: mailOf(user) });

/**
 * A form of a name in which confusable names are equal: the characters of a login name that Unicode's UTS 39 treats as
 * confusable, ignoring case.
 */
const lookalikeKey = (name: RawBuilder<unknown>) =>
  sql<string>`lower(replace(translate(${name}, '01I', 'Oll'), 'm', 'rn'))`;

/**
 * @returns why a login name is refused: another user has it, or has one that looks like it, as `saIes` looks like `sales`
 */
export async function nameRefusal(context: Context, name: string): Promise<'taken' | 'name_like' | undefined> {
  const isSame = sql<SqlBool>`${folded(sql.ref('name'))} = ${foldText(name)}`;
  const { rows } = await sql<{ same: boolean }>`select bool_or(${isSame}) as same from users
    where (${lookalikeKey(sql.ref('name'))} = ${lookalikeKey(sql`${name}::text`)} or ${isSame})
      and deleted_at is null having count(*) > 0`.execute(context.trx);
  const [found] = rows;
  return found && (found.same ? 'taken' : 'name_like');
}

/** Names that look alike are checked one after the other, so that one of two concurrent users is refused. */
async function checkLookalike(context: Context, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${lookalikeKey(sql`${name}::text`)}))`.execute(context.trx);
  const reason = await nameRefusal(context, name);
  if (reason) throw AppError.unprocessable(reason, undefined, 'name');
}

const tutelageOf = (values: FieldValues | User): boolean =>
  (values.params as { tutelage?: boolean } | undefined)?.tutelage === true;

/** Tutelage is for enterprise users only (SPEC 6): otherwise the last SuperAdmin could be locked out. */
function checkTutelage(role_id: unknown, values: FieldValues): void {
  if (role_id !== roleIds.Enterprise && tutelageOf(values))
    throw AppError.unprocessable('tutelage_of_enterprise', undefined, 'params.tutelage');
}

/** The advisory lock for deleting SuperAdmins. */
const turnOfAdmins = 4_711_020;

/** The last SuperAdmin cannot be deleted, also if two of them delete each other at the same time (C20). */
export async function checkLastAdmin(context: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${turnOfAdmins})`.execute(context.trx);
  if ((await usersOf(context, roleIds.SuperAdmin)).length === 1) throw AppError.unprocessable('last_admin');
}

/** True if somebody changes their own record: not a salesman who acts for them, nor a program. */
function isOneself(context: Context, { id }: User): boolean {
  const caller = callerOf(context);
  return id === caller.id && !caller.behalf_id && !caller.token;
}

/** Signs a user out everywhere at once, also where they act for others, and ends all links that were sent to them. */
export async function endAccess(context: Context, id: number): Promise<void> {
  await endSessions(context, id);
  await useTickets(context, id);
}

export const user: EntityRules<'user'> = {
  async prepare(caller, { password }) {
    // One that the settings refuse is hashed in vain, so that settings that change meanwhile do no harm.
    if (typeof password !== 'string' || passwordMistake(password, usualPasswordRule) !== undefined) return {};
    return { password_hash: await hashPassword(password, `user ${caller.id}`) };
  },
  async beforeCreate(context, values) {
    checkManaged(context, values.role_id as number);
    refuseTokenPassword(context, values);
    requireOwnProperties(values);
    checkTutelage(values.role_id, values);
    await checkVariant(context, values.role_id as number, values.variant_id);
    if (values.invite === true) await checkInvitation(context, { ...values, id: 0 } as unknown as PasswordOwner);
    productsOf(values);
    await checkLookalike(context, values.name as string);
    // The users of a directory sign in with a provider, so they need no password.
    return withHash(context, await withOwner(context, values), {
      required: context.directory_id === undefined,
      holder: holderOf(values as unknown as User),
    });
  },
  async afterCreate(context, row, values) {
    await grantProducts(context, row.enterprise_id ?? 0, productsOf(values));
    if (row.invited) await sendInvitation(context, row.id);
    if (row.role_id !== roleIds.SuperAdmin || !isRole(callerOf(context).role, 'GeneralAdmin')) return;
    await notify(context, [{ role_id: roleIds.SuperAdmin }], {
      notice: 'admin_created',
      module: null,
      values: { name: row.name },
    });
  },
  async beforeUpdate(context, row, values) {
    const caller = callerOf(context);
    refuseTokenPassword(context, values);
    checkMailAddress(context, row, values);
    if (row.id !== caller.id) checkManaged(context, row.role_id);
    refuseAbove(context, row);
    await checkVariant(context, row.role_id, values.variant_id);
    if (!tutelageOf(row)) checkTutelage(row.role_id, values);
    if (caller.behalf_id && tutelageOf({ ...row, ...values } as User) !== tutelageOf(row)) {
      throw AppError.unprocessable('not_writable', undefined, 'params.tutelage');
    }
    if (isOneself(context, row)) await checkOwnChange(context, row, { ...row, ...values } as User);
    if (caller.behalf_id && values.password) throw AppError.unprocessable('acting_password', undefined, 'password');
    if (row.id === caller.id && values.password) throw AppError.unprocessable('password_own', undefined, 'password');
    return withHash(context, values, { required: false, holder: holderOf({ ...row, ...values } as User) });
  },
  async afterUpdate(context, before, row) {
    const closed = tutelageOf(row) && !tutelageOf(before);
    if (closed || row.password_hash !== before.password_hash) {
      await endSessions(context, row.id, callerOf(context).session_id);
    }
    if (row.password_hash !== before.password_hash || mailOf(row) !== mailOf(before)) await useTickets(context, row.id);
    if (isOneself(context, row) && mailOf(row) !== mailOf(before)) await notifyFormerAddress(context, before);
  },
  async beforeRestore(context, row) {
    checkManaged(context, row.role_id);
    refuseAbove(context, row);
    await checkLookalike(context, row.name);
  },
  async beforeRemove(context, row) {
    const caller = callerOf(context);
    if (row.id === caller.id) throw AppError.unprocessable('oneself');
    checkManaged(context, row.role_id);
    refuseAbove(context, row);
    if (row.role_id === roleIds.SuperAdmin) await checkLastAdmin(context);
    await endSessions(context, row.id);
    await removeAll(context, 'user_oauth', sql<SqlBool>`user_id = ${row.id}`);
    await context.trx.deleteFrom('user_identity').where('user_id', '=', row.id).execute();
    await context.trx.deleteFrom('directory_user').where('user_id', '=', row.id).execute();
  },
  actions: {
    async invite(context, row) {
      checkManaged(context, row.role_id);
      await checkInvitation(context, row);
      await useTickets(context, row.id);
      await sendInvitation(context, row.id);
      return {};
    },
    async deactivate(context, row) {
      if (row.id === callerOf(context).id) throw AppError.unprocessable('oneself');
      await endAccess(context, row.id);
      return {};
    },
    async reset_factor(context, row) {
      await resetFactor(context, row.id);
      return {};
    },
  },
  computed: { role: { from: ['role_id'], value: (row) => roleOf(row.role_id) ?? null } },
  columns: {
    customers: sql`case when t.role_id = 3 then (select count(*)::int from enterprise e
      where e.sales_user_id = t.id and e.deleted_at is null) end`,
  },
  parameters: {
    product_id: (id) => sql<SqlBool>`(t.id in (select user_id from user_product
      where product_id = ${id} and deleted_at is null) or (t.role_id = 4 and t.enterprise_id in (
      select enterprise_id from enterprise_product where product_id = ${id} and deleted_at is null)))`,
  },
};
