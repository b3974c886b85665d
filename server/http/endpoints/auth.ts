import type { EndpointBody, EndpointQuery } from '../../../contract/endpoints/index.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { networkOf } from '../../core/security/network.ts';
import { actOrReturn } from '../../domain/account/acting.ts';
import {
  bindToCaller,
  consumeOauthState,
  createOauthState,
  returnPath,
  signInWith,
} from '../../domain/account/dingtalk.ts';
import * as signIn from '../../domain/account/login.ts';
import { closingProviderOf, passwordClosed, requireOpenPassword } from '../../domain/account/oidc/closedPassword.ts';
import { redirectUri, settingsOf } from '../../domain/account/oidc/identityProvider.ts';
import { hashPassword, isPassword, validateChosenPassword } from '../../domain/account/password.ts';
import { renewKey } from '../../domain/account/session.ts';
import { signInTicket } from '../../domain/account/signIn/accountTicket.ts';
import { passkeySiteOf } from '../../domain/account/signIn/passkeySite.ts';
import * as reset from '../../domain/account/signIn/passwordReset.ts';
import { confirmationOf, confirmSession } from '../../domain/account/signIn/recentSignIn.ts';
import * as factor from '../../domain/account/signIn/secondFactor.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import {
  asAnybody,
  asCaller,
  type DingtalkProvider,
  type DingtalkSignIn,
  type HttpRequestContext,
  inTransaction,
  partyOf,
} from '../services.ts';
import { answerFirstStep, firstStep, sessionAnswer } from './signInAnswer.ts';

/**
 * Says to whoever entered a right password that it is closed, and with which provider they sign in. Nobody else learns
 * that the account exists: for a wrong password the question is not asked.
 */
async function refuseClosedPassword(c: HttpRequestContext, user_id: number, name: string): Promise<void> {
  const provider = await asAnybody(c, (context) => closingProviderOf(context, user_id));
  if (!provider) return;
  await inTransaction(c, (context) => signIn.auditFailure(context, name, 'password_closed'));
  throw passwordClosed(provider);
}

async function login(c: HttpRequestContext, { name, password }: EndpointBody<'login'>) {
  const { guesses } = c.get('services');
  const network = partyOf(c);
  const found = await guesses.signIn({ name, network }, () =>
    signIn.verifyCredentials(c.get('database').db, { name, password }, network),
  );
  if (!found) {
    await inTransaction(c, (context) => signIn.auditFailure(context, name));
    throw signIn.loginFailed();
  }
  await refuseClosedPassword(c, found.id, name);
  return answerFirstStep(c, () =>
    inTransaction(c, async (context) =>
      firstStep(context, await signIn.beginSignIn(context, found.id, 'password', network), found.id),
    ),
  );
}

async function loginSecondFactor(c: HttpRequestContext, { ticket, code }: EndpointBody<'login_second_factor'>) {
  const network = partyOf(c);
  const begun = await asAnybody(c, (context) => signInTicket(context, ticket, network));
  if (!begun) throw AppError.unprocessable('sign_in_ended');
  const { user_id, name } = begun;
  const answer = await c.get('services').guesses.secondFactor({ user_id, name, network }, () =>
    inTransaction(c, async (context) => {
      const isProof = () => factor.useFactorCode(context, user_id, code);
      const session = await signIn.finishSignIn(context, begun, 'code', isProof);
      return session && sessionAnswer(context, session, user_id);
    }),
  );
  if (answer) return answer;
  await inTransaction(c, (context) => signIn.auditWrongProof(context, 'second_factor', user_id));
  throw AppError.unprocessable('factor_code_wrong', undefined, 'code');
}

/**
 * Verifies the caller's own password; wrong ones are counted.
 * @param wrong the message at the field for a wrong one
 */
async function requireOwnPassword(c: HttpRequestContext, password: string, wrong: MessageKey): Promise<void> {
  const id = c.get('caller')?.id ?? 0;
  const verify = () => signIn.verifyOwnPassword(c.get('database').db, id, password, partyOf(c));
  if (!(await c.get('services').guesses.ownPassword({ user_id: id }, verify)))
    throw AppError.unprocessable(wrong, undefined, 'password');
}

/** Begins an enrolment, on the proof of the password; an account without one has signed in by its provider. */
async function beginFactor(c: HttpRequestContext, { password }: EndpointBody<'second_factor_begin'>) {
  const id = c.get('caller')?.id ?? 0;
  if (await asCaller(c, (context) => signIn.hasPassword(context, id)))
    await requireOwnPassword(c, password ?? '', 'password_wrong');
  return asCaller(c, (context) => factor.beginFactor(context));
}

/** Does what a code of the caller's second factor allows; wrong codes count as those of a sign-in do. */
async function withFactorCode<T>(c: HttpRequestContext, work: (context: Context) => Promise<T | undefined>) {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  const guess = { user_id: caller.id, name: caller.name, network: networkOf(c.get('origin').address) };
  const done = await c.get('services').guesses.secondFactor(guess, () => asCaller(c, work));
  if (done === undefined) throw AppError.unprocessable('factor_code_wrong', undefined, 'code');
  return done;
}

async function removeFactor(c: HttpRequestContext, { code }: EndpointBody<'second_factor_remove'>) {
  await withFactorCode(c, async (context) => (await factor.removeFactor(context, code)) || undefined);
  return { success: true };
}

const codesAnswer = (codes: string[] | undefined) => codes && { recovery_codes: codes };

/**
 * Shows again that the caller is who signed in: by a code where they have a second factor, otherwise by the password.
 * Wrong ones count as those of a sign-in do.
 */
async function confirmIdentity(c: HttpRequestContext, { password, code }: EndpointBody<'confirm'>) {
  const means = await asCaller(c, confirmationOf);
  if (means === 'confirm_by_sign_in') throw new AppError(403, message(means));
  if (means === 'confirm_with_code' || means === 'confirm_with_passkey') {
    if (!code) throw AppError.unprocessable('required', undefined, 'code');
    await withFactorCode(c, async (context) => {
      if (!(await factor.useFactorCode(context, callerOf(context).id, code))) return undefined;
      await confirmSession(context);
      return true;
    });
  } else {
    if (!password) throw AppError.unprocessable('required', undefined, 'password');
    await requireOwnPassword(c, password, 'password_wrong');
    await asCaller(c, confirmSession);
  }
  return { success: true };
}

async function changePassword(c: HttpRequestContext, change: EndpointBody<'password'>) {
  const whole = { ...change, password2: change.password2 ?? '' };
  await asCaller(c, async (context) => {
    await requireOpenPassword(context, callerOf(context).id);
    await signIn.validateNewPassword(context, whole);
  });
  await requireOwnPassword(c, change.password, 'password_old');
  const hash = await hashPassword(change.password1, partyOf(c));
  await asCaller(c, (context) => signIn.setPassword(context, hash));
  return { success: true };
}

async function askForReset(c: HttpRequestContext, { account }: EndpointBody<'password_forgotten'>) {
  await inTransaction(c, (context) => reset.askForReset(context, account));
  return { success: true };
}

async function checkLink(c: HttpRequestContext, { token }: EndpointBody<'password_link'>) {
  const { user, kind, expires_at } = await asAnybody(c, (context) => reset.ticketOfToken(context, token));
  return { name: user.name, invitation: kind === 'invitation', expires_at };
}

/** The ticket of a link or a code; guesses at codes count. */
async function presentedTicket(c: HttpRequestContext, { token, account, code }: EndpointBody<'password_reset'>) {
  if (token) return asAnybody(c, (context) => reset.ticketOfToken(context, token));
  if (!code) throw AppError.unprocessable('required', undefined, 'code');
  if (!account) throw AppError.unprocessable('required', undefined, 'account');
  const guess = { name: account, network: partyOf(c) };
  const found = await c
    .get('services')
    .guesses.resetCode(guess, () => asAnybody(c, (context) => reset.ticketOfCode(context, { account, code })));
  if (found) return found;
  await inTransaction(c, (context) => reset.auditWrongCode(context, account));
  throw AppError.unprocessable('reset_code_wrong', undefined, 'code');
}

async function resetPassword(c: HttpRequestContext, body: EndpointBody<'password_reset'>) {
  const chosen = { password1: body.password1, password2: body.password2 ?? '' };
  const { passwordRule } = c.get('services').settings;
  // First without its owner, so that a bad password is no guess at a code.
  validateChosenPassword(chosen, passwordRule);
  const ticket = await presentedTicket(c, body);
  const { name, params } = ticket.user;
  validateChosenPassword(chosen, passwordRule, { name, mail: params?.liaison_mail });
  const party = partyOf(c);
  if (await isPassword(body.password1, ticket.user.password_hash, party))
    throw AppError.unprocessable('password_same', undefined, 'password1');
  const hash = await hashPassword(body.password1, party);
  await inTransaction(c, (context) => reset.choosePassword(context, ticket, hash));
  await c.get('services').guesses.forgive({ name: ticket.user.name, network: party });
  return { success: true };
}

/** Ends the sign-in, then asks its provider, outside any transaction, where the browser is signed out there, too. */
async function logout(c: HttpRequestContext) {
  const ended = await asCaller(c, async (context) => {
    const at = await signIn.logout(context);
    return at && { ...at, settings: settingsOf(context, at.provider), to: redirectUri(context) };
  });
  const url = ended && (await c.get('services').oidc.logoutUrl(ended.settings, ended.idToken, ended.to));
  return { success: true, ...(url && { provider_url: url }) };
}

function dingtalkOf(c: HttpRequestContext): DingtalkSignIn {
  const dingtalk = c.get('services').dingtalk();
  if (!dingtalk) throw AppError.unprocessable('oauth_off');
  return dingtalk;
}

/**
 * Redirects to the provider, which returns to the requesting page. A page that asks for JSON gets the address instead,
 * and the verifier with which it finishes; the state is useless without it.
 */
async function startDingtalk(c: HttpRequestContext, { uri }: EndpointQuery<'dingtalk_jump'>): Promise<Response> {
  const { provider } = dingtalkOf(c);
  const target = await inTransaction(
    c,
    async (context) => {
      const path = returnPath(context, uri);
      const { state, verifier } = await createOauthState(context, path);
      return { url: provider.authorizeUrl(`${context.settings.publicUrl}${path}`, state), verifier };
    },
    c.get('caller'),
  );
  return c.req.header('accept')?.includes('application/json') ? c.json(target) : c.redirect(target.url);
}

async function accountOf(dingtalk: DingtalkProvider, code: string) {
  try {
    return await dingtalk.account(code);
  } catch (error) {
    const refused = error instanceof Error && error.name === 'DingtalkRefused';
    throw AppError.unprocessable(refused ? 'oauth_refused' : 'oauth_failed', undefined, 'authCode');
  }
}

/** First the state is used up, then the provider is asked outside any transaction, then the user signs in (C19). */
async function dingtalkLogin(c: HttpRequestContext, { authCode, state, verifier }: EndpointQuery<'dingtalk_login'>) {
  const { provider, trustsFactor } = dingtalkOf(c);
  const caller = c.get('caller');
  const started = await inTransaction(c, (context) => consumeOauthState(context, state ?? '', verifier ?? ''), caller);
  const account = await accountOf(provider, authCode);
  const network = networkOf(c.get('origin').address);
  const step = () =>
    inTransaction(
      c,
      async (context) => {
        if (started.user_id === null) {
          const way = { corpId: provider.corpId, network, isTrusted: trustsFactor };
          const { opened, user_id } = await signInWith(context, account, way);
          return firstStep(context, opened, user_id);
        }
        const user_id = await bindToCaller(context, account);
        return sessionAnswer(context, await renewKey(context, callerOf(context).session_id), user_id);
      },
      caller,
    );
  return answerFirstStep(c, step);
}

/** Endpoints for signing in and out, acting for others, and the password (B3-B5, C12, C19). */
export const authHandlers: EndpointHandlers<'logout_others' | 'act' | 'second_factor'> = {
  second_factor: (context) => factor.readFactor(context),
  async logout_others(context) {
    await signIn.logoutOthers(context);
    return { success: true };
  },
  async act(context, { id }) {
    const { user_id, ...session } = await actOrReturn(context, id);
    return sessionAnswer(context, session, user_id);
  },
};

export const rawAuthHandlers = {
  logout: async (c) => c.json(await logout(c)),
  login: (c, { body }) => login(c, body as EndpointBody<'login'>),
  login_second_factor: async (c, { body }) =>
    c.json(await loginSecondFactor(c, body as EndpointBody<'login_second_factor'>)),
  second_factor_begin: async (c, { body }) => c.json(await beginFactor(c, body as EndpointBody<'second_factor_begin'>)),
  second_factor_confirm: async (c, { body }) =>
    c.json(
      await withFactorCode(c, async (context) =>
        codesAnswer(await factor.confirmFactor(context, (body as EndpointBody<'second_factor_confirm'>).code)),
      ),
    ),
  second_factor_recovery_codes: async (c, { body }) =>
    c.json(
      await withFactorCode(c, async (context) =>
        codesAnswer(
          await factor.renewRecoveryCodes(context, (body as EndpointBody<'second_factor_recovery_codes'>).code),
        ),
      ),
    ),
  second_factor_remove: async (c, { body }) =>
    c.json(await removeFactor(c, body as EndpointBody<'second_factor_remove'>)),
  confirm: async (c, { body }) => c.json(await confirmIdentity(c, body as EndpointBody<'confirm'>)),
  password: async (c, { body }) => c.json(await changePassword(c, body as EndpointBody<'password'>)),
  password_forgotten: async (c, { body }) => c.json(await askForReset(c, body as EndpointBody<'password_forgotten'>)),
  password_link: async (c, { body }) => c.json(await checkLink(c, body as EndpointBody<'password_link'>)),
  password_reset: async (c, { body }) => c.json(await resetPassword(c, body as EndpointBody<'password_reset'>)),
  auth_config: async (c) => {
    const { dingtalk, settings } = c.get('services');
    return c.json({
      dingtalk: dingtalk() !== undefined,
      passkey_origin: passkeySiteOf(settings.publicUrl)?.origin ?? null,
    });
  },
  dingtalk_jump: (c, { query }) => startDingtalk(c, query as EndpointQuery<'dingtalk_jump'>),
  dingtalk_login: (c, { query }) => dingtalkLogin(c, query as EndpointQuery<'dingtalk_login'>),
} satisfies Record<string, RawEndpointHandler>;
