import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import type { PasskeyChallengeTable } from '../../../db/schema/tables.ts';

/** How long somebody may take to answer with a passkey. */
const challengeMs = 5 * 60 * 1000;

/** What a challenge is for; an answer is good for nothing else. */
export interface ChallengePurpose {
  readonly purpose: PasskeyChallengeTable['purpose'];
  /** Whoever has to answer: a network, a ticket or a user. */
  readonly subject: string;
}

/** Saves a new challenge, so that any process of the server can verify the answer. */
export async function createChallenge({ trx, now }: Context, purpose: ChallengePurpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + challengeMs);
  await trx
    .insertInto('passkey_challenge')
    .values({ challenge, ...purpose, expires_at })
    .execute();
  return challenge;
}

/**
 * The challenge in the client data of an answer.
 * @param clientData JSON in base64url (WebAuthn 3, 5.8.1)
 * @returns undefined if there is none
 */
function challengeOf(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return typeof challenge === 'string' && /^[\w-]{1,100}$/.test(challenge) ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Uses up the challenge of an answer. Of two uses at the same time one succeeds.
 * @returns the challenge; undefined if it is not open for this purpose
 */
export async function useChallenge(
  { trx, now }: Context,
  { purpose, subject }: ChallengePurpose,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeOf(clientData);
  if (challenge === undefined) return undefined;
  const used = await trx
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return used?.challenge;
}

/** Deletes the challenges that nobody answered in time. */
export async function purgeChallenges({ trx, now }: Context): Promise<void> {
  await sql`delete from passkey_challenge where expires_at <= ${now}`.execute(trx);
}
