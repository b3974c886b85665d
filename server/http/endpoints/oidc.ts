import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { translateMessage } from '../../../contract/messages/catalogue.ts';
import type { MessageKey } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { networkOf } from '../../core/security/network.ts';
import { audit } from '../../db/write/audit.ts';
import { verifyOwnPassword } from '../../domain/account/login.ts';
import { nameOf } from '../../domain/account/oidc/claims.ts';
import * as identity from '../../domain/account/oidc/identity.ts';
import {
  type IdentityProvider,
  providerOf,
  redirectUri,
  settingsOf,
} from '../../domain/account/oidc/identityProvider.ts';
import { saveOidcState, useOidcState } from '../../domain/account/oidc/oidcState.ts';
import { endProviderSessions, providersOfLogout } from '../../domain/account/oidc/providerSession.ts';
import { claimTexts, configurationTexts, testSignIn } from '../../domain/account/oidc/signInTest.ts';
import { renewKey } from '../../domain/account/session.ts';
import { requireRecentSignIn } from '../../domain/account/signIn/recentSignIn.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import {
  asAnybody,
  asCaller,
  type HttpRequestContext,
  inTransaction,
  languageOfRequest,
  partyOf,
} from '../services.ts';
import { answerFirstStep, firstStep, sessionAnswer } from './signInAnswer.ts';

/** The provider of a sign-in; 401 if it was switched off or deleted. */
async function activeProvider(context: Context, id: number): Promise<IdentityProvider> {
  const provider = await providerOf(context, id);
  if (!provider?.active) throw new AppError(401, 'oidc_off');
  return provider;
}

/** Why a provider did not confirm a sign-in. */
function reasonOf(error: unknown): MessageKey {
  const { name, cancelled } = error as { name?: string; cancelled?: boolean };
  if (name === 'ProviderUnreachable') return 'oidc_unreachable';
  return cancelled ? 'oidc_cancelled' : 'oidc_refused';
}

/** Asks the provider, outside any transaction; its failures are 401 with one sentence. */
async function askProvider<T>(c: HttpRequestContext, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (err) {
    c.get('services').log.warn({ err }, 'a sign-in with a provider failed');
    throw new AppError(401, reasonOf(err));
  }
}

/** True if the request comes from a session: it links an account. A sign-in comes without a session. */
const isLinking = (c: HttpRequestContext): boolean => c.get('caller') !== undefined;

/**
 * Runs a step of a sign-in. One that fails is audited with its reason, in a transaction of its own, and answered 401;
 * somebody who links an account stays signed in, so their failure is 422.
 */
async function audited<T>(
  c: HttpRequestContext,
  provider: string | undefined,
  step: () => Promise<T>,
  action = isLinking(c) ? 'link_identity' : 'login',
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const failure = AppError.of(error);
    if (!failure || ![401, 422].includes(failure.status)) throw error;
    const after = { provider, reason: failure.code };
    const event = { action, entity: 'user', after, result: 'denied' } as const;
    await inTransaction(c, (context) => audit(context, event), c.get('caller'));
    throw isLinking(c)
      ? new AppError(422, failure.message, { _: [failure.message] })
      : new AppError(401, failure.message);
  }
}

/** The provider, its settings, and the address to which it sends the browser back; undefined once it is deleted. */
const clientOf = (c: HttpRequestContext, provider_id: number) =>
  asAnybody(c, async (context) => {
    const provider = await providerOf(context, provider_id);
    return provider && { provider, settings: settingsOf(context, provider), to: redirectUri(context) };
  });

/** What the provider answers to the parameters with which it sent the browser back. */
function answerOfProvider(
  c: HttpRequestContext,
  { settings, to }: NonNullable<Awaited<ReturnType<typeof clientOf>>>,
  { nonce, code_verifier }: Awaited<ReturnType<typeof useOidcState>>,
  given: URLSearchParams,
) {
  const sent = { state: given.get('state') ?? '', nonce, codeVerifier: code_verifier };
  return c.get('services').oidc.finish(settings, new URL(`${to}?${given}`), sent);
}

async function begin(c: HttpRequestContext, { provider_id }: EndpointBody<'oidc_begin'>) {
  return audited(c, undefined, async () => {
    const caller = c.get('caller');
    const { settings, to } = await inTransaction(
      c,
      async (context) => {
        if (caller?.behalf_id) throw AppError.unprocessable('not_while_acting');
        if (caller?.token) throw AppError.unprocessable('not_for_tokens');
        if (caller) await requireRecentSignIn(context);
        const provider = await activeProvider(context, provider_id);
        return { settings: settingsOf(context, provider), to: redirectUri(context) };
      },
      caller,
    );
    const { url, ...sent } = await askProvider(c, () => c.get('services').oidc.begin(settings, to));
    const started = { provider_id, sent, user_id: caller?.id ?? null };
    return { url, verifier: await inTransaction(c, (context) => saveOidcState(context, started)) };
  });
}

/** The answer of a sign-in: a session, or what has to follow. */
async function outcomeAnswer(context: Context, outcome: identity.SignInOutcome) {
  if ('link' in outcome)
    return {
      second_factor: false,
      password_needed: true,
      passkey: false,
      ticket: outcome.link,
      expires_at: outcome.expires_at,
    };
  const answer = await firstStep(context, outcome.opened, outcome.user_id);
  return 'ticket' in answer ? { ...answer, password_needed: false } : answer;
}

/** Finishes a sign-in: uses up the state, asks the provider outside any transaction, and signs the user in. */
async function finish(c: HttpRequestContext, { parameters, verifier }: EndpointBody<'oidc_finish'>): Promise<Response> {
  const given = new URLSearchParams(parameters);
  const state = given.get('state') ?? '';
  const caller = c.get('caller');
  const network = networkOf(c.get('origin').address);
  const started = await audited(c, undefined, () =>
    inTransaction(c, (context) => useOidcState(context, state, verifier), caller),
  );
  const client = await clientOf(c, started.provider_id);
  return audited(c, client?.provider.label_en, async () => {
    if (!client?.provider.active) throw new AppError(401, 'oidc_off');
    const { provider } = client;
    const answer = await askProvider(c, () => answerOfProvider(c, client, started, given));
    const step = async (context: Context) => {
      if (started.user_id === null)
        return outcomeAnswer(context, await identity.signInByIdentity(context, provider, answer, network));
      const user_id = await identity.linkToCaller(context, provider, answer.claims);
      return sessionAnswer(context, await renewKey(context, callerOf(context).session_id), user_id);
    };
    const who = started.user_id === null ? undefined : caller;
    return answerFirstStep(c, () => inTransaction(c, step, who));
  });
}

/** Links the account with the verified mail address, on the proof of its password; wrong ones count as at any sign-in. */
async function link(c: HttpRequestContext, { ticket, password }: EndpointBody<'oidc_link'>): Promise<Response> {
  const network = partyOf(c);
  const pending = await asAnybody(c, async (context) => identity.readLinkTicket(context, ticket));
  const { db } = c.get('database');
  const user = await db.selectFrom('users').select('name').where('id', '=', pending.user_id).executeTakeFirst();
  const found = await c
    .get('services')
    .guesses.signIn({ name: user?.name ?? '', network }, () =>
      verifyOwnPassword(db, pending.user_id, password, network),
    );
  return audited(c, pending.iss, async () => {
    if (!found) throw AppError.unprocessable('password_wrong', undefined, 'password');
    const step = async (context: Context) => {
      const provider = await activeProvider(context, pending.provider_id);
      return outcomeAnswer(context, await identity.finishLink(context, provider, pending, network));
    };
    return answerFirstStep(c, () => inTransaction(c, step));
  });
}

/** Says to an administrator what the provider answered, or what was wrong with it. */
async function askProviderInTest<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (err) {
    const { name, answer, cause } = err as { name?: string; answer?: string; cause?: { message?: string } };
    if (name === 'ProviderUnreachable')
      throw AppError.unprocessable('provider_issuer', { answer: cause?.message ?? (err as Error).message });
    throw AppError.unprocessable('oidc_test_refused', { answer: answer ?? (err as Error).message });
  }
}

/** Begins the test of a provider, also of one that is off: its configuration is read, and a sign-in is prepared. */
function beginTest(c: HttpRequestContext, { provider_id }: EndpointBody<'oidc_test'>) {
  const step = async () => {
    await asCaller(c, async (context) => {
      if (callerOf(context).token) throw AppError.unprocessable('not_for_tokens');
      await requireRecentSignIn(context);
    });
    const client = await clientOf(c, provider_id);
    if (!client) throw new AppError(401, 'oidc_off');
    const { oidc } = c.get('services');
    const configuration = await askProviderInTest(() => oidc.configuration(client.settings));
    const { url, ...sent } = await askProviderInTest(() => oidc.begin(client.settings, client.to));
    const started = { provider_id, sent, user_id: c.get('caller')?.id ?? 0, is_test: true };
    const verifier = await asCaller(c, (context) => saveOidcState(context, started));
    return { url, state: sent.state, verifier, configuration: configurationTexts(configuration) };
  };
  return audited(c, undefined, step, 'test_provider');
}

/** Finishes the test of a provider: answers the claims and what the sign-in would do, and changes nothing but the audit. */
async function finishTest(c: HttpRequestContext, { parameters, verifier }: EndpointBody<'oidc_test_finish'>) {
  const given = new URLSearchParams(parameters);
  const state = given.get('state') ?? '';
  const step = async () => {
    const started = await asCaller(c, (context) => useOidcState(context, state, verifier, true));
    const client = await clientOf(c, started.provider_id);
    if (!client) throw new AppError(401, 'oidc_off');
    const { provider } = client;
    const { claims } = await askProviderInTest(() => answerOfProvider(c, client, started, given));
    const network = networkOf(c.get('origin').address);
    const found = await testSignIn((work) => inTransaction(c, work), provider, claims, network);
    const after = { provider: provider.label_en, outcome: found.outcome, account: nameOf(claims) };
    const event = { action: 'test_provider', entity: 'identity_provider', id: provider.id, after } as const;
    await asCaller(c, (context) => audit(context, event));
    const reason = found.reason && translateMessage(found.reason, languageOfRequest(c));
    return { ...found, reason, claims: claimTexts(claims) };
  };
  return audited(c, undefined, step, 'test_provider');
}

/**
 * Ends the sessions that a provider has ended. Each failure is answered 400 (OpenID Connect Back-Channel Logout 1.0, 2.8),
 * and audited where a provider was named.
 */
async function backchannelLogout(c: HttpRequestContext, token: string) {
  const { oidc } = c.get('services');
  const claim = oidc.readLogoutClaim(token);
  const found = await asAnybody(c, async (context) => {
    const providers = claim ? await providersOfLogout(context, claim) : [];
    return providers.map((provider) => ({ provider, settings: settingsOf(context, provider) }));
  });
  const [first] = found;
  if (!first) throw new AppError(400, 'logout_token');
  try {
    const verified = await oidc.verifyLogout(first.settings, token);
    const providers = found
      .map(({ provider }) => provider)
      .filter(({ client_id }) => client_id === first.provider.client_id);
    await inTransaction(c, (context) => endProviderSessions(context, providers, verified));
  } catch (err) {
    const { name } = err as { name?: string };
    if (!(err instanceof AppError) && name !== 'ProviderUnreachable' && name !== 'ProviderRefused') throw err;
    c.get('services').log.warn({ err }, 'a logout token was refused');
    const after = { provider: first.provider.label_en, reason: 'logout_token' };
    await inTransaction(c, (context) => audit(context, { action: 'logout', entity: 'user', after, result: 'denied' }));
    throw new AppError(400, 'logout_token');
  }
  return { success: true };
}

/** The endpoints of linked accounts (issue 35, section 1). */
export const oidcHandlers: EndpointHandlers<'oidc_identities' | 'oidc_unlink'> = {
  oidc_identities: (context) => identity.readIdentities(context),
  async oidc_unlink(context, { body }) {
    await identity.unlinkIdentity(context, body.id);
    return { success: true };
  },
};

export const rawOidcHandlers = {
  oidc_begin: async (c, { body }) => c.json(await begin(c, body as EndpointBody<'oidc_begin'>)),
  oidc_finish: (c, { body }) => finish(c, body as EndpointBody<'oidc_finish'>),
  oidc_backchannel_logout: async (c, { body }) =>
    c.json(await backchannelLogout(c, (body as EndpointBody<'oidc_backchannel_logout'>).logout_token ?? '')),
  oidc_test: async (c, { body }) => c.json(await beginTest(c, body as EndpointBody<'oidc_test'>)),
  oidc_test_finish: async (c, { body }) => c.json(await finishTest(c, body as EndpointBody<'oidc_test_finish'>)),
  oidc_link: (c, { body }) => link(c, body as EndpointBody<'oidc_link'>),
} satisfies Record<string, RawEndpointHandler>;
