import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { networkOf } from '../../core/security/network.ts';
import * as signIn from '../../domain/account/login.ts';
import { signInTicket } from '../../domain/account/signIn/accountTicket.ts';
import * as passkey from '../../domain/account/signIn/passkey.ts';
import { type ChallengePurpose, useChallenge } from '../../domain/account/signIn/passkeyChallenge.ts';
import { confirmSession } from '../../domain/account/signIn/recentSignIn.ts';
import { ownCaller } from '../../domain/account/signIn/secondFactor.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import { asAnybody, asCaller, type HttpRequestContext, inTransaction, partyOf } from '../services.ts';
import { sessionAnswer } from './signInAnswer.ts';

type SignIn = EndpointBody<'passkey_sign_in'>;

/**
 * Uses up the challenge of an answer, in a transaction of its own: it stays used if the answer is wrong.
 * @returns undefined if it is not open for this purpose
 */
const takeChallenge = (c: HttpRequestContext, purpose: ChallengePurpose, clientData: string | undefined) =>
  inTransaction(c, (context) => useChallenge(context, purpose, clientData ?? ''));

/**
 * The ticket of the first step.
 * @throws 422 if it ended
 */
async function ticketOf(c: HttpRequestContext, ticket: string) {
  const begun = await asAnybody(c, (context) => signInTicket(context, ticket, partyOf(c)));
  if (!begun) throw AppError.unprocessable('sign_in_ended');
  return begun;
}

const aloneIn = (network: string): ChallengePurpose => ({ purpose: 'sign_in', subject: `network ${network}` });
const secondStepOf = (ticket: { readonly id: number }): ChallengePurpose => ({
  purpose: 'second_step',
  subject: `ticket ${ticket.id}`,
});

async function beginSignIn(c: HttpRequestContext, { ticket }: EndpointBody<'passkey_sign_in_begin'>) {
  const begun = ticket ? await ticketOf(c, ticket) : undefined;
  const purpose = begun ? secondStepOf(begun) : aloneIn(partyOf(c));
  const options = await inTransaction(c, (context) => passkey.beginAssertion(context, purpose, begun?.user_id));
  return { options };
}

/** A sign-in with a passkey in place of name and password. */
async function signInAlone(c: HttpRequestContext, { credential }: SignIn) {
  const network = partyOf(c);
  const holder = await asAnybody(c, (context) => passkey.passkeyHolder(context, credential));
  const answer = await c.get('services').guesses.passkey({ name: holder?.name, network }, async () => {
    const challenge = await takeChallenge(c, aloneIn(network), credential.client_data);
    if (!challenge || !holder) return undefined;
    const proof = { user_id: holder.id, challenge, discovered: true };
    return inTransaction(c, async (context) => {
      if (!(await passkey.usePasskey(context, proof, credential))) return undefined;
      return sessionAnswer(context, await signIn.signInWithPasskey(context, holder.id), holder.id);
    });
  });
  return { answer, user_id: holder?.id };
}

/** The second step of a sign-in. */
async function signInSecond(c: HttpRequestContext, { credential }: SignIn, ticket: string) {
  const begun = await ticketOf(c, ticket);
  const { user_id, name } = begun;
  const answer = await c.get('services').guesses.secondFactor({ user_id, name, network: partyOf(c) }, async () => {
    const challenge = await takeChallenge(c, secondStepOf(begun), credential.client_data);
    if (!challenge) return undefined;
    return inTransaction(c, async (context) => {
      const isProof = () => passkey.usePasskey(context, { user_id, challenge }, credential);
      const session = await signIn.finishSignIn(context, begun, 'passkey', isProof);
      return session && sessionAnswer(context, session, user_id);
    });
  });
  return { answer, user_id };
}

async function signInWith(c: HttpRequestContext, body: SignIn) {
  const { answer, user_id } = await (body.ticket ? signInSecond(c, body, body.ticket) : signInAlone(c, body));
  if (answer) return answer;
  await inTransaction(c, (context) => signIn.auditWrongProof(context, 'passkey', user_id));
  throw new AppError(401, message('passkey_failed'));
}

const confirming = (context: Context): ChallengePurpose => ({
  purpose: 'confirm',
  subject: `session ${ownCaller(context).session_id}`,
});

/** Shows again that the caller is who signed in. Wrong answers count as wrong codes do. */
async function confirm(c: HttpRequestContext, { credential }: EndpointBody<'passkey_confirm'>) {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  const purpose = await asCaller(c, async (context) => confirming(context));
  const guess = { user_id: caller.id, name: caller.name, network: networkOf(c.get('origin').address) };
  const done = await c.get('services').guesses.secondFactor(guess, async () => {
    const challenge = await takeChallenge(c, purpose, credential.client_data);
    if (!challenge) return undefined;
    return asCaller(c, async (context) => {
      if (!(await passkey.usePasskey(context, { user_id: caller.id, challenge }, credential))) return undefined;
      await confirmSession(context);
      return true;
    });
  });
  if (!done) throw AppError.unprocessable('passkey_failed');
  return { success: true };
}

async function add(c: HttpRequestContext, body: EndpointBody<'passkey_add'>) {
  const purpose = await asCaller(c, async (context) => passkey.purposeOfAdding(context));
  const challenge = await takeChallenge(c, purpose, body.credential.client_data);
  if (!challenge) throw AppError.unprocessable('passkey_not_added');
  return asCaller(c, (context) => passkey.addPasskey(context, challenge, body));
}

/** Endpoints for passkeys that run in one transaction (issue 35, section 2). */
export const passkeyHandlers: EndpointHandlers<
  'passkey_list' | 'passkey_begin' | 'passkey_rename' | 'passkey_remove' | 'passkey_confirm_begin'
> = {
  passkey_list: (context) => passkey.listPasskeys(context),
  passkey_begin: async (context) => ({ options: await passkey.beginPasskey(context) }),
  passkey_confirm_begin: async (context) => ({
    options: await passkey.beginAssertion(context, confirming(context), callerOf(context).id),
  }),
  async passkey_rename(context, { id, body }) {
    await passkey.renamePasskey(context, id, body.name);
    return { success: true };
  },
  async passkey_remove(context, { id }) {
    await passkey.removePasskey(context, id);
    return { success: true };
  },
};

export const rawPasskeyHandlers = {
  passkey_sign_in_begin: async (c, { body }) =>
    c.json(await beginSignIn(c, body as EndpointBody<'passkey_sign_in_begin'>)),
  passkey_sign_in: async (c, { body }) => c.json(await signInWith(c, body as unknown as SignIn)),
  passkey_confirm: async (c, { body }) => c.json(await confirm(c, body as unknown as EndpointBody<'passkey_confirm'>)),
  passkey_add: async (c, { body }) => c.json(await add(c, body as unknown as EndpointBody<'passkey_add'>)),
} satisfies Record<string, RawEndpointHandler>;
