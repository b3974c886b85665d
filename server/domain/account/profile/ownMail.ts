import type { EntityRows } from '../../../../contract/index.ts';
import type { StoredLanguage } from '../../../../contract/messages/label.ts';
import { message } from '../../../../contract/messages/message.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { mailToAddress } from '../../../core/mail/noticeMail.ts';
import { closingProvider } from '../oidc/closedPassword.ts';
import { requireRecentSignIn } from '../signIn/recentSignIn.ts';

type User = EntityRows['user'];

/** What people change about themselves in a user record. */
type OwnFields = Pick<User, 'id' | 'role_id' | 'password_hash' | 'nick_name' | 'phone' | 'params'>;

export const mailOf = ({ params }: { readonly params?: unknown }): string | null =>
  (params as User['params'] | null | undefined)?.liaison_mail ?? null;

/** A field that a company directory may manage, as bodies name it. */
type ManagedField = 'nick_name' | 'phone' | 'params.liaison_mail';

/** The fields of a user that a company directory manages, and its name. */
export interface Management {
  readonly fields: readonly ManagedField[];
  /** The name of the directory; null if none manages the user. */
  readonly by: string | null;
}

/**
 * What a company directory manages of a user: it writes these fields with its next change. The mail address of a user
 * with a password is not among them, since the directory may not change it (docs/decisions/0116).
 */
export async function managementOf(
  { trx }: Pick<Context, 'trx'>,
  { id, password_hash }: Pick<User, 'id' | 'password_hash'>,
): Promise<Management> {
  const directory = await trx
    .selectFrom('directory_user as l')
    .innerJoin('service_account as a', 'a.id', 'l.account_id')
    .select('a.name')
    .where('l.user_id', '=', id)
    .where('l.removed_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .orderBy('l.id')
    .executeTakeFirst();
  if (!directory) return { fields: [], by: null };
  const mail = password_hash === null ? (['params.liaison_mail'] as const) : [];
  return { fields: ['nick_name', 'phone', ...mail], by: directory.name };
}

const valueAt = (user: OwnFields, field: ManagedField) =>
  (field === 'params.liaison_mail' ? mailOf(user) : user[field]) ?? null;

/** Refuses a change of what the company directory manages. */
async function checkManaged(context: Context, before: OwnFields, after: OwnFields): Promise<void> {
  const { fields, by } = await managementOf(context, before);
  const changed = fields.filter((field) => valueAt(before, field) !== valueAt(after, field));
  if (changed.length > 0)
    throw AppError.invalid(
      Object.fromEntries(changed.map((field) => [field, [message('managed_by_directory', { directory: by ?? '' })]])),
    );
}

/**
 * Checks what people change about themselves. The mail address resets the password, so a computer that was left open must
 * not be enough to change it (docs/decisions/0113); and nobody leaves a closed mail domain by themselves, because their
 * password would sign them in again.
 * @throws 422 at what a directory manages, or at `params.liaison_mail`; 403 if the person has to show again who they are
 */
export async function checkOwnChange(context: Context, before: OwnFields, after: OwnFields): Promise<void> {
  await checkManaged(context, before, after);
  if (mailOf(after) === mailOf(before)) return;
  if ((await closingProvider(context, before)) && !(await closingProvider(context, after)))
    throw AppError.unprocessable('mail_closed', undefined, 'params.liaison_mail');
  await requireRecentSignIn(context);
}

/** Mails a person at their former address that it is no longer that of their account. */
export async function notifyFormerAddress(context: Context, before: User): Promise<void> {
  const address = mailOf(before);
  if (!address) return;
  const { id, name, time_zone } = before;
  const reader = { id, address, language: before.language as StoredLanguage | null, time_zone };
  await mailToAddress(context, reader, { notice: 'mail_changed', values: { name } });
}
