import { isStorable } from '../../../../contract/lib/canonicalText.ts';
import { AppError } from '../../../core/appError.ts';
import { type Context, callerOf } from '../../../core/context.ts';
import { audit } from '../../../db/write/audit.ts';
import { endSession } from '../session.ts';
import { hashTicket, useTicket } from '../signIn/accountTicket.ts';
import type { Claims } from './claims.ts';
import { type IdentityProvider, providerOf } from './identityProvider.ts';

/** The longest ID token that is stored, in characters; without it the provider may ask whom it shall sign out. */
const longestIdToken = 16_000;
const idTokenContext = 'oidc-id-token';
/** How long rows without an open session, and numbers of logout tokens, are stored, in ms. */
const retentionMs = 60 * 60 * 1000;

/** What a provider answered to a sign-in. */
export interface ProviderAnswer {
  readonly claims: Claims;
  readonly idToken: string | undefined;
}

/**
 * Saves what a provider answered to a sign-in. The ID token is encrypted: it is only sent back to the provider.
 * @returns its id, with which the session is attached to it
 */
export async function saveProviderSession(
  { trx, secrets, now }: Context,
  provider: Pick<IdentityProvider, 'id'>,
  { claims, idToken }: ProviderAnswer,
): Promise<number> {
  const isStored = idToken !== undefined && idToken.length <= longestIdToken;
  const { sid } = claims;
  const { id } = await trx
    .insertInto('provider_session')
    .values({
      provider_id: provider.id,
      subject: claims.sub,
      sid: typeof sid === 'string' && isStorable(sid) ? sid : null,
      id_token_sealed: isStored ? secrets.seal(idToken, idTokenContext) : null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Attaches a session to what its provider answered. */
export const attachSession = ({ trx }: Context, id: number, session_id: number) =>
  trx.updateTable('provider_session').set({ session_id }).where('id', '=', id).execute();

/** The provider with which a session has to end, and the ID token by which it knows the session. */
export interface ProviderLogout {
  readonly provider: IdentityProvider;
  readonly idToken: string | undefined;
}

/**
 * The provider that has to sign the caller out, too: the one with which they signed in, if it is active and its record
 * says so. While acting it is that of the salesman.
 */
export async function providerLogoutOf(context: Context): Promise<ProviderLogout | undefined> {
  const { session_id, behalf_id } = callerOf(context);
  const { trx, secrets } = context;
  const own = behalf_id
    ? await trx.selectFrom('session').select('parent_session_id').where('id', '=', session_id).executeTakeFirst()
    : undefined;
  const found = await trx
    .deleteFrom('provider_session')
    .where('session_id', '=', own?.parent_session_id ?? session_id)
    .returning(['provider_id', 'id_token_sealed'])
    .executeTakeFirst();
  const provider = found && (await providerOf(context, found.provider_id));
  if (!provider?.active || !provider.signs_out) return undefined;
  const idToken = found?.id_token_sealed ? secrets.open(found.id_token_sealed, idTokenContext) : undefined;
  return { provider, idToken };
}

/** True for texts that may be among ours: anybody may send others. */
const areStorable = (values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'string' && isStorable(value));

/** The providers that an issuer and its audiences name, also inactive ones: a sign-out harms nobody. */
export async function providersOfLogout(
  { trx }: Pick<Context, 'trx'>,
  { issuer, audiences }: { readonly issuer: string; readonly audiences: readonly string[] },
): Promise<readonly IdentityProvider[]> {
  if (!areStorable([issuer, ...audiences])) return [];
  const rows = await trx
    .selectFrom('identity_provider')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('client_id', 'in', ['', ...audiences])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows as unknown as readonly IdentityProvider[];
}

/** Accepts the number of a logout token, once. */
async function useLogoutToken({ trx, now }: Context, provider: IdentityProvider, jti: string): Promise<void> {
  const used = await trx
    .insertInto('logout_token')
    .values({ token_hash: hashTicket(`${provider.issuer} ${jti}`), created_at: now })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .execute();
  if (used.length === 0) throw new AppError(400, 'logout_token');
}

/**
 * Ends the sessions that a provider has ended (OpenID Connect Back-Channel Logout 1.0, 2.7): that of a `sid`, or all of a
 * person at this provider. Sign-ins that wait for their second step end, too.
 * @param providers the records of one client at the provider
 * @throws 400 for a token that was used before, or names nobody who can be here
 */
export async function endProviderSessions(
  context: Context,
  providers: readonly IdentityProvider[],
  { jti, sub, sid }: { readonly jti: string; readonly sub?: string | undefined; readonly sid?: string | undefined },
): Promise<void> {
  const [provider] = providers;
  if (!provider) return;
  if (!areStorable([sub ?? '', sid ?? ''])) throw new AppError(400, 'logout_token');
  await useLogoutToken(context, provider, jti);
  const ids = providers.map(({ id }) => id);
  let query = context.trx.selectFrom('provider_session').select(['id', 'session_id']).where('provider_id', 'in', ids);
  if (sid !== undefined) query = query.where('sid', '=', sid);
  if (sub !== undefined) query = query.where('subject', '=', sub);
  for (const { id, session_id } of await query.orderBy('id').execute()) {
    if (session_id === null) await endTickets(context, id);
    else await endBySession(context, provider, session_id);
    await context.trx.deleteFrom('provider_session').where('id', '=', id).execute();
  }
}

async function endTickets(context: Context, provider_session_id: number): Promise<void> {
  const tickets = await context.trx
    .selectFrom('account_ticket')
    .select('id')
    .where('provider_session_id', '=', provider_session_id)
    .execute();
  for (const { id } of tickets) await useTicket(context, id);
}

async function endBySession(context: Context, provider: IdentityProvider, session_id: number): Promise<void> {
  const session = await context.trx
    .selectFrom('session')
    .select(['user_id', 'ended_at'])
    .where('id', '=', session_id)
    .executeTakeFirst();
  if (!session || session.ended_at !== null) return;
  await endSession(context, session_id);
  const about = { action: 'logout', entity: 'user', id: session.user_id, after: { provider: provider.label_en } };
  await audit(context, about);
}

/** Deletes what providers answered for sessions that have ended, and the numbers of old logout tokens. */
export async function purgeProviderSessions({ trx, now }: Context): Promise<void> {
  const old = new Date(now.getTime() - retentionMs);
  await trx
    .deleteFrom('provider_session')
    .where('created_at', '<', old)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.id')
            .whereRef('session.id', '=', 'provider_session.session_id')
            .where('session.ended_at', 'is', null),
        ),
      ),
    )
    .execute();
  await trx.deleteFrom('logout_token').where('created_at', '<', old).execute();
}
