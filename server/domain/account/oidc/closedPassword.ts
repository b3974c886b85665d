import type { EntityRows } from '../../../../contract/index.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { message } from '../../../../contract/messages/message.ts';
import { roleIds, roleOf } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { isMailDomain, mailDomain } from './claims.ts';

type User = EntityRows['user'];
type Closing = Pick<
  EntityRows['identity_provider'],
  'id' | 'label_en' | 'label_zh' | 'closed_roles' | 'closed_domains' | 'break_glass_id'
>;

/** What decides whether the password of a user is closed. A user who does not exist yet has the id 0. */
export type PasswordOwner = Pick<User, 'id' | 'role_id' | 'params'>;

const closesPasswords = ({ closed_roles = [], closed_domains = [] }: Partial<Closing>): boolean =>
  closed_roles.length + closed_domains.length > 0;

/** The active providers that close passwords. */
async function closings({ trx }: Pick<Context, 'trx'>): Promise<readonly Closing[]> {
  const rows = await trx
    .selectFrom('identity_provider')
    .select(['id', 'label_en', 'label_zh', 'closed_roles', 'closed_domains', 'break_glass_id'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return (rows as unknown as readonly Closing[]).filter(closesPasswords);
}

/** True for the emergency administrator of an active provider that closes passwords. */
export const isEmergencyAdmin = async (context: Context, user_id: number): Promise<boolean> =>
  (await closings(context)).some(({ break_glass_id }) => break_glass_id === user_id);

/**
 * The provider with which a user signs in instead of by their password (issue 35, section 1): their role or the domain of
 * their contact e-mail is closed, and they are no emergency administrator.
 * @returns undefined if the password is open
 */
export async function closingProvider(context: Context, user: PasswordOwner): Promise<Closing | undefined> {
  const all = await closings(context);
  if (all.some(({ break_glass_id }) => break_glass_id === user.id)) return undefined;
  const role = roleOf(user.role_id);
  const domain = mailDomain(user.params?.liaison_mail);
  return all.find(
    ({ closed_roles, closed_domains }) =>
      closed_roles.some((one) => one === role) || closed_domains.some((one) => foldText(one) === domain),
  );
}

/** The provider by which the password of a stored user is closed; undefined if it is open. */
export async function closingProviderOf(context: Context, user_id: number): Promise<Closing | undefined> {
  const user = await context.trx
    .selectFrom('users')
    .select(['id', 'role_id', 'params'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  return user && closingProvider(context, user as PasswordOwner);
}

/** 422 that names the provider with which the person signs in. */
export const passwordClosed = (
  provider: Pick<Closing, 'label_en' | 'label_zh'>,
  key: 'password_closed' | 'password_closed_own' | 'invite_closed' = 'password_closed',
  field?: string,
): AppError => AppError.unprocessable(key, { provider_en: provider.label_en, provider_zh: provider.label_zh }, field);

/** Refuses what only an open password allows. */
export async function requireOpenPassword(context: Context, user_id: number): Promise<void> {
  const provider = await closingProviderOf(context, user_id);
  if (provider) throw passwordClosed(provider, 'password_closed_own');
}

/**
 * Refuses to close passwords unless a SuperAdmin stays who can sign in while the provider cannot be reached: with a
 * password that is not publicly known, and a second factor.
 * @param row the provider as it would be stored
 * @throws 422 at the field that has to change
 */
export async function checkClosing(context: Context, row: Partial<Closing> & { active?: boolean }): Promise<void> {
  const domains = (row.closed_domains ?? []).map(foldText);
  if (new Set(domains).size < domains.length)
    throw AppError.unprocessable('repeated_item', undefined, 'closed_domains');
  const wrong = domains.find((domain) => !isMailDomain(domain));
  if (wrong !== undefined) throw AppError.unprocessable('mail_domain', { domain: wrong }, 'closed_domains');
  const roles = row.closed_roles ?? [];
  if (new Set(roles).size < roles.length) throw AppError.unprocessable('repeated_item', undefined, 'closed_roles');
  if (!row.active || !closesPasswords(row)) return;
  if (!row.break_glass_id) throw AppError.invalid({ break_glass_id: [message('break_glass_needed')] });
  const admin = await context.trx
    .selectFrom('users')
    .select(['password_hash', 'second_factor'])
    .where('id', '=', row.break_glass_id)
    .where('role_id', '=', roleIds.SuperAdmin)
    .where('kind', '=', 'person')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const isFit =
    admin?.password_hash != null && admin.second_factor && !context.settings.closedHashes.has(admin.password_hash);
  if (!isFit) throw AppError.unprocessable('break_glass_unfit', undefined, 'break_glass_id');
}
