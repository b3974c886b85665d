import { roleOf } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import type { Claims } from './claims.ts';
import { readLinkTicket, signInByIdentity } from './identity.ts';
import type { IdentityProvider } from './identityProvider.ts';

/** What a sign-in would do (issue 35, section 1). */
export interface TestOutcome {
  /** Signs a user in, asks for the password that links them, creates an account, or refuses. */
  readonly outcome: 'sign_in' | 'link' | 'create' | 'refuse';
  /** The message of a refusal, not yet translated. */
  readonly reason: string | null;
  readonly user_name: string | null;
  readonly role: string | null;
  readonly enterprise: string | null;
  /** True if a second factor would be asked for. */
  readonly second_factor: boolean;
}

/** Passes the outcome of a trial out of its transaction, which it rolls back. */
class RolledBack extends Error {
  readonly outcome: TestOutcome;

  constructor(outcome: TestOutcome) {
    super('the trial of a sign-in ends with a rollback');
    this.outcome = outcome;
  }
}

async function outcomeOf(
  context: Context,
  provider: IdentityProvider,
  claims: Claims,
  network: string,
): Promise<TestOutcome> {
  const signIn = await signInByIdentity(context, provider, { claims, idToken: undefined }, network);
  const user_id = 'link' in signIn ? readLinkTicket(context, signIn.link).user_id : signIn.user_id;
  const user = await context.trx
    .selectFrom('users as u')
    .leftJoin('enterprise as e', 'e.id', 'u.enterprise_id')
    .select(['u.name', 'u.role_id', 'e.name as enterprise'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow();
  const common = {
    reason: null,
    user_name: user.name,
    role: roleOf(user.role_id) ?? null,
    enterprise: user.enterprise,
  };
  if ('link' in signIn) return { ...common, outcome: 'link', second_factor: false };
  const outcome = signIn.isNew ? 'create' : 'sign_in';
  return { ...common, outcome, second_factor: 'ticket' in signIn.opened };
}

/**
 * What a sign-in with these claims would do: it runs in a transaction that is rolled back, so no account, link,
 * session, message or audit stays of it.
 * @param inTransaction runs work in a transaction without a caller, and rolls it back if it throws
 */
export async function testSignIn(
  inTransaction: (work: (context: Context) => Promise<never>) => Promise<never>,
  provider: IdentityProvider,
  claims: Claims,
  network: string,
): Promise<TestOutcome> {
  try {
    return await inTransaction(async (context) => {
      throw new RolledBack(await outcomeOf(context, provider, claims, network));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome;
    const refusal = AppError.of(error);
    if (!refusal || ![401, 422].includes(refusal.status)) throw error;
    return {
      outcome: 'refuse',
      reason: refusal.message,
      user_name: null,
      role: null,
      enterprise: null,
      second_factor: false,
    };
  }
}

/** The claims by name, each value as a text: texts as they are, others as JSON. */
export const claimTexts = (claims: Claims): { name: string; value: string }[] =>
  Object.entries(claims)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }));

/** What of a provider's configuration its administrator compares (OpenID Connect Discovery 1.0, 3; RP-Initiated Logout 1.0). */
const shownOfConfiguration = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'end_session_endpoint',
  'backchannel_logout_supported',
  'backchannel_logout_session_supported',
] as const;

/** The lines of a provider's configuration that are shown; what it does not offer is left out. */
export const configurationTexts = (
  configuration: Readonly<Record<string, unknown>>,
): { name: string; value: string }[] =>
  shownOfConfiguration.flatMap((name) => {
    const value = configuration[name];
    return value === undefined || value === null ? [] : [{ name, value: String(value) }];
  });
