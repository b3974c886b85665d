import { randomBytes } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { userOauth } from '../../../contract/entities/userOauth.ts';
import { fittingText } from '../../../contract/kinds/fittingText.ts';
import { isStorable } from '../../../contract/lib/canonicalText.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { insert, removeAll } from '../../db/write/store.ts';
import { beginSignIn } from './login.ts';
import { hashTicket } from './signIn/accountTicket.ts';

/** The provider's data of the user who signed in. */
export interface OauthAccount {
  readonly unionId: string;
  readonly nick: string;
  readonly mobile: string | null;
  readonly corpId: string | null;
}

interface SignInWay {
  /** Our own corporation at the provider. */
  readonly corpId: string;
  /** The network of the browser. */
  readonly network: string;
  /** True if the provider's second factor is enough. */
  readonly isTrusted: boolean;
}

interface OauthState {
  uri: string;
  user_id: number | null;
}

const stateLife = 10 * 60 * 1000;

/** The pages of the console to which a sign-in may return (A5). */
const returns = ['/login', '/userinfo'];

/**
 * The path of an allowed return address: a page of the console, as a path or a full URL.
 * @throws 422 for any other
 */
export function returnPath(context: Context, uri: string): string {
  const own = new URL(context.settings.publicUrl);
  const found = URL.canParse(uri, own) ? new URL(uri, own) : undefined;
  if (!found || found.origin !== own.origin || !returns.includes(found.pathname) || found.username) {
    throw AppError.unprocessable('uri_foreign', undefined, 'uri');
  }
  return found.pathname;
}

/**
 * Saves a state for a single use. A state of a signed-in caller binds the account to that caller only. The state goes
 * to the provider and back in the URL; the verifier stays in the browser that started, which has to present it.
 */
export async function createOauthState(context: Context, uri: string): Promise<{ state: string; verifier: string }> {
  if (context.caller?.behalf_id) throw AppError.unprocessable('not_while_acting');
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')];
  const user_id = context.caller?.id ?? null;
  await context.trx
    .insertInto('oauth_state')
    .values({
      state_hash: hashTicket(state),
      verifier_hash: hashTicket(verifier),
      uri,
      user_id,
      created_at: context.now,
    })
    .execute();
  return { state, verifier };
}

/**
 * Uses up a state, in the browser for which it was made; a binding state is valid for its own user only. The
 * specification's endpoint has a code and no state: that signs in, and never binds to a caller.
 */
export async function consumeOauthState(context: Context, state: string, verifier: string): Promise<OauthState> {
  if (state === '') return { uri: '/login', user_id: null };
  const found = await context.trx
    .deleteFrom('oauth_state')
    .where('state_hash', '=', hashTicket(state))
    .where('verifier_hash', '=', hashTicket(verifier))
    .where('created_at', '>', new Date(context.now.getTime() - stateLife))
    .returning(['uri', 'user_id'])
    .executeTakeFirst();
  if (!found || (found.user_id !== null && found.user_id !== context.caller?.id)) {
    throw AppError.unprocessable('oauth_state', undefined, 'state');
  }
  return found;
}

/**
 * The user to whom an account is bound.
 * @throws 422 for an account whose id cannot be stored
 */
async function bindingOf(context: Context, account: OauthAccount) {
  if (!isStorable(account.unionId)) throw AppError.unprocessable('oauth_unbound');
  return context.trx
    .selectFrom('user_oauth as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['u.id', 'u.params'])
    .where('o.provider', '=', 'dingtalk')
    .where('o.union_id', '=', account.unionId)
    .where('o.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}

async function bind(context: Context, user_id: number, account: OauthAccount): Promise<void> {
  const { corpId } = account;
  const corp_id = corpId !== null && isStorable(corpId) ? corpId : null;
  const nick = fittingText(userOauth.fields.nick, account.nick) ?? account.unionId;
  const values = { user_id, nick, union_id: account.unionId, corp_id };
  await insert(context, 'user_oauth', values, { action: 'bind', after: { user_id, nick } });
}

/** The last eleven digits: DingTalk returns the number without its country code. */
const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-11);

/**
 * The unbound salesman with that phone number, if the account is of our own corporation; undefined if two have the
 * number.
 */
async function salesmanOf(context: Context, account: OauthAccount, corpId: string) {
  const mobile = account.mobile && account.corpId === corpId ? digits(account.mobile) : '';
  if (mobile.length < 6) return undefined;
  const found = await context.trx
    .selectFrom('users as u')
    .leftJoin('user_oauth as o', (join) => join.onRef('o.user_id', '=', 'u.id').on('o.deleted_at', 'is', null))
    .select(['u.id', 'u.params'])
    .where('u.role_id', '=', 3)
    .where(sql<string>`right(regexp_replace(u.phone, '[^0-9]', '', 'g'), 11)`, '=', mobile)
    .where('u.deleted_at', 'is', null)
    .where('o.id', 'is', null)
    .execute();
  return found.length === 1 ? found[0] : undefined;
}

/** Binds the account to the caller; one user has one account, and one account has one user. */
export async function bindToCaller(context: Context, account: OauthAccount): Promise<number> {
  const caller = callerOf(context);
  const holder = await bindingOf(context, account);
  if (holder && holder.id !== caller.id) throw AppError.unprocessable('oauth_taken');
  if (holder) return caller.id;
  await removeAll(context, 'user_oauth', sql<SqlBool>`user_id = ${caller.id}`);
  await bind(context, caller.id, account);
  return caller.id;
}

/**
 * Signs in the user of an account (C19): by its binding, else as the salesman with its phone number, who is then bound.
 * No user is created; a user under tutelage is refused as at any sign-in.
 */
export async function signInWith(context: Context, account: OauthAccount, { corpId, network, isTrusted }: SignInWay) {
  const bound = await bindingOf(context, account);
  const user = bound ?? (await salesmanOf(context, account, corpId));
  if (!user) throw AppError.unprocessable('oauth_unbound');
  const opened = await beginSignIn(context, user.id, 'provider', network, { isTrusted });
  if (!bound) await bind(context, user.id, account);
  return { opened, user_id: user.id };
}

/** Deletes the states of sign-ins that were not finished. */
export async function purgeOauthStates(context: Context): Promise<void> {
  const old = new Date(context.now.getTime() - stateLife);
  await context.trx.deleteFrom('oauth_state').where('created_at', '<', old).execute();
}
