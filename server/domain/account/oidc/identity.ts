import { sql } from 'kysely';
import { isStorable } from '../../../../contract/lib/canonicalText.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf } from '../../../core/context.ts';
import { waitForAdvisoryLock } from '../../../db/maintenance/advisoryLock.ts';
import { folded } from '../../../db/schema/uniqueTexts.ts';
import { audit } from '../../../db/write/audit.ts';
import { beginSignIn, hasPassword } from '../login.ts';
import { requireRecentSignIn } from '../signIn/recentSignIn.ts';
import { type Claims, nameOf, verifiedMail } from './claims.ts';
import { closingProviderOf } from './closedPassword.ts';
import { activeProviders, type IdentityProvider } from './identityProvider.ts';
import { followClaims, makeAccount } from './mappedAccount.ts';
import { type ProviderAnswer, saveProviderSession } from './providerSession.ts';

/** An account at a provider that waits for the password of the account here. */
interface PendingLink {
  readonly provider_id: number;
  readonly user_id: number;
  readonly iss: string;
  readonly sub: string;
  readonly name: string;
  /** The row of what the provider answered. */
  readonly provider_session_id: number;
  /** In ms. */
  readonly until: number;
}

/** How long somebody may take to type the password, in ms. */
const linkLife = 5 * 60 * 1000;
const linkContext = 'oidc-link';

/** The link of an account at a provider to a user: by issuer and subject, and nothing else. */
const linkOf = ({ trx }: Context, { iss, sub }: Pick<Claims, 'iss' | 'sub'>) =>
  trx
    .selectFrom('user_identity as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['i.id', 'i.user_id', 'i.made_account'])
    .where('i.issuer', '=', iss)
    .where('i.subject', '=', sub)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

/** Links an account at a provider, which no present user has, to a user, who is the actor of it. */
async function insertLink(
  context: Context,
  { provider_id, user_id, iss, sub, name }: Omit<PendingLink, 'until' | 'provider_session_id'>,
  made_account = false,
): Promise<void> {
  // A link of a user who has been deleted does not stand in the way.
  await context.trx.deleteFrom('user_identity').where('issuer', '=', iss).where('subject', '=', sub).execute();
  const times = { created_at: context.now, last_used_at: context.now };
  await context.trx
    .insertInto('user_identity')
    .values({ user_id, provider_id, issuer: iss, subject: sub, name, made_account, ...times })
    .execute();
  const actor = { ...context, caller: context.caller ?? { id: user_id, behalf_id: null } };
  await audit(actor, { action: 'link_identity', entity: 'user', id: user_id, after: { issuer: iss, account: name } });
}

const linked = (provider: Pick<IdentityProvider, 'id'>, claims: Claims, user_id: number) => ({
  provider_id: provider.id,
  user_id,
  iss: claims.iss,
  sub: claims.sub,
  name: nameOf(claims),
});

/**
 * Two sign-ins of one account at a provider take turns, so that no account is made or linked twice.
 * @throws 401 for a subject that cannot be stored
 */
async function takeTurn({ trx }: Context, { iss, sub }: Claims): Promise<void> {
  if (!isStorable(sub)) throw new AppError(401, 'oidc_refused');
  await waitForAdvisoryLock(trx, `identity ${iss} ${sub}`);
}

/**
 * Links an account at a provider to the caller, who began this while signed in.
 * @throws 422 if it is linked to another user
 */
export async function linkToCaller(context: Context, provider: IdentityProvider, claims: Claims): Promise<number> {
  const { id } = callerOf(context);
  await takeTurn(context, claims);
  const known = await linkOf(context, claims);
  if (known && known.user_id !== id) throw AppError.unprocessable('oidc_in_use');
  if (!known) await insertLink(context, linked(provider, claims, id));
  return id;
}

/** The only user with a verified mail address and a password; undefined if there is none, or several. */
async function userByMail({ trx }: Context, claims: Claims): Promise<number | undefined> {
  const mail = verifiedMail(claims);
  if (!mail) return undefined;
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where(folded(sql`params ->> 'liaison_mail'`), '=', foldText(mail))
    .where('kind', '=', 'person')
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]?.id : undefined;
}

/**
 * The user of the provider's directory whose externalId is the account at the provider: the object id (`oid`) of Entra
 * ID, the subject of any other provider.
 */
async function userOfDirectory({ trx }: Context, provider: IdentityProvider, claims: Claims) {
  const { directory_id, preset } = provider;
  const external_id = preset === 'entra' ? claims['oid'] : claims.sub;
  if (directory_id === null || typeof external_id !== 'string' || !isStorable(external_id)) return undefined;
  return trx
    .selectFrom('directory_user as l')
    .innerJoin('service_account as a', 'a.id', 'l.account_id')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.password_hash'])
    .where('l.account_id', '=', directory_id)
    .where('l.external_id', '=', external_id)
    .where('l.removed_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** What the first step of a sign-in with a provider leads to. */
export type SignInOutcome =
  | {
      readonly opened: Awaited<ReturnType<typeof beginSignIn>>;
      readonly user_id: number;
      /** True if the account was made by this sign-in. */
      readonly isNew: boolean;
    }
  | { readonly link: string; readonly expires_at: Date };

/**
 * Signs in the user of an account at a provider: by its link; otherwise the user of the provider's directory; otherwise
 * a user with the same verified mail address; otherwise, where the provider makes accounts, with a new account. A user who
 * has a password is asked for it once.
 * @throws 401 if no user belongs to the account
 */
export async function signInByIdentity(
  context: Context,
  provider: IdentityProvider,
  answer: ProviderAnswer,
  network: string,
): Promise<SignInOutcome> {
  const { claims } = answer;
  await takeTurn(context, claims);
  const known = await linkOf(context, claims);
  if (known) {
    if (known.made_account && provider.makes_accounts) await followClaims(context, provider, claims, known.user_id);
    await context.trx
      .updateTable('user_identity')
      .set({ last_used_at: context.now, name: nameOf(claims) })
      .where('id', '=', known.id)
      .execute();
    return open(context, provider, { user_id: known.user_id, network, answer });
  }
  const managed = await userOfDirectory(context, provider, claims);
  if (managed && managed.password_hash === null) {
    await insertLink(context, linked(provider, claims, managed.id));
    return open(context, provider, { user_id: managed.id, network, answer });
  }
  const user_id = managed?.id ?? (await userByMail(context, claims));
  if (user_id !== undefined) {
    const provider_session_id = await saveProviderSession(context, provider, answer);
    return linkTicket(context, { ...linked(provider, claims, user_id), provider_session_id });
  }
  if (!provider.makes_accounts) throw new AppError(401, 'oidc_unknown');
  const made = await makeAccount(context, provider, claims);
  await insertLink(context, linked(provider, claims, made), true);
  return open(context, provider, { user_id: made, network, answer, isNew: true });
}

/** A user who has been found, and what their provider answered: itself, or the row in which that is saved. */
interface FoundUser {
  readonly user_id: number;
  readonly network: string;
  readonly answer: ProviderAnswer | number;
  readonly isNew?: boolean;
}

async function open(
  context: Context,
  provider: IdentityProvider,
  { user_id, network, answer, isNew = false }: FoundUser,
): Promise<SignInOutcome> {
  const provider_session_id =
    typeof answer === 'number' ? answer : await saveProviderSession(context, provider, answer);
  const details = { isTrusted: provider.trusts_factor, provider_session_id };
  return { opened: await beginSignIn(context, user_id, 'oidc', network, details), user_id, isNew };
}

/** The ticket with which the password links the account: sealed, so that several server processes need no store. */
function linkTicket({ secrets, now }: Context, link: Omit<PendingLink, 'until'>) {
  const until = now.getTime() + linkLife;
  return { link: secrets.seal(JSON.stringify({ ...link, until }), linkContext), expires_at: new Date(until) };
}

/**
 * Reads the ticket of a link.
 * @throws 401 for one that is wrong or too old
 */
export function readLinkTicket({ secrets, now }: Context, ticket: string): PendingLink {
  try {
    const link = JSON.parse(secrets.open(ticket, linkContext)) as PendingLink;
    if (link.until > now.getTime()) return link;
  } catch {
    // A ticket that was not sealed here is answered like one that is too old.
  }
  throw new AppError(401, 'oidc_state');
}

/** Links the account that a ticket names to its user, who has entered their password, and signs that user in. */
export async function finishLink(context: Context, provider: IdentityProvider, link: PendingLink, network: string) {
  const known = await linkOf(context, link);
  if (known && known.user_id !== link.user_id) throw AppError.unprocessable('oidc_in_use');
  if (!known) await insertLink(context, link);
  return open(context, provider, { user_id: link.user_id, network, answer: link.provider_session_id });
}

/** The caller's linked accounts, and the providers with which one can be linked. */
export async function readIdentities(context: Context) {
  const { id } = callerOf(context);
  const items = await context.trx
    .selectFrom('user_identity as i')
    .innerJoin('identity_provider as p', 'p.id', 'i.provider_id')
    .select(['i.id', 'i.provider_id', 'i.name', 'p.label_en', 'p.label_zh', 'i.created_at', 'i.last_used_at'])
    .where('i.user_id', '=', id)
    .orderBy('i.id')
    .execute();
  const closing = await closingProviderOf(context, id);
  const password_closed_by = closing ? { label_en: closing.label_en, label_zh: closing.label_zh } : null;
  return { items, providers: await activeProviders(context), password_closed_by };
}

/**
 * Ends a link of the caller.
 * @throws 422 for a link of somebody else, and if the caller could not sign in without it
 */
export async function unlinkIdentity(context: Context, id: number): Promise<void> {
  const caller = callerOf(context);
  if (caller.behalf_id) throw AppError.unprocessable('not_while_acting');
  await requireRecentSignIn(context);
  const all = await context.trx.selectFrom('user_identity').selectAll().where('user_id', '=', caller.id).execute();
  const found = all.find((one) => one.id === id);
  if (!found) throw AppError.unprocessable('oidc_not_linked', undefined, 'id');
  if (all.length === 1 && !(await hasPassword(context, caller.id))) throw AppError.unprocessable('oidc_last');
  await context.trx.deleteFrom('user_identity').where('id', '=', id).execute();
  const about = { issuer: found.issuer, account: found.name };
  await audit(context, { action: 'unlink_identity', entity: 'user', id: caller.id, after: about });
}
