import { createHash } from 'node:crypto';
import type { AuthenticatorTransportFuture } from '@simplewebauthn/server';
import type { EndpointBody } from '../../../../contract/endpoints/index.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { lockUser } from '../../../core/security/lockUser.ts';
import { audit } from '../../../db/write/audit.ts';
import { patch } from '../../../db/write/store.ts';
import { type ChallengePurpose, createChallenge } from './passkeyChallenge.ts';
import { countPasskeys, passkeysOf } from './passkeyRows.ts';
import { type PasskeySite, passkeySiteOf } from './passkeySite.ts';
import { requireRecentSignIn } from './recentSignIn.ts';
import { deleteFactor, endsFactorWithoutPasskey, ownCaller, startRecoveryCodes } from './secondFactor.ts';

/** The most passkeys of an account. */
const mostPasskeys = 20;

/** The library is loaded only where somebody uses a passkey. */
const webauthn = () => import('@simplewebauthn/server');

type Assertion = EndpointBody<'passkey_sign_in'>['credential'];
type Attestation = EndpointBody<'passkey_add'>['credential'];

/**
 * The site of the console.
 * @throws 422 where browsers accept no passkeys
 */
function siteOf({ settings }: Context): PasskeySite {
  const site = passkeySiteOf(settings.publicUrl);
  if (!site) throw AppError.unprocessable('passkey_off');
  return site;
}

/** The number under which authenticators save a user (WebAuthn 3, 5.4.3); it does not show who that is. */
const userHandle = ({ rpID }: PasskeySite, user_id: number): Buffer =>
  createHash('sha256').update(`passkey:${rpID}:${user_id}`).digest();

/** A new challenge as bytes: the library would encode a text once more. */
const newChallenge = async (context: Context, purpose: ChallengePurpose) =>
  Buffer.from(await createChallenge(context, purpose), 'base64url') as Uint8Array<ArrayBuffer>;

/** The caller's passkeys, and where they work. */
export async function listPasskeys(context: Context) {
  const { id } = ownCaller(context);
  const rows = await passkeysOf(context, id);
  const items = rows.map(({ id: passkey, name, created_at, last_used_at }) => ({
    id: passkey,
    name,
    created_at,
    last_used_at,
  }));
  return { origin: passkeySiteOf(context.settings.publicUrl)?.origin ?? null, items };
}

/** Bound to the session, which has shown who the caller is when the challenge was made. */
export const purposeOfAdding = (context: Context): ChallengePurpose => ({
  purpose: 'add',
  subject: `session ${ownCaller(context).session_id}`,
});

/** Refuses one passkey more than an account may have. */
async function checkLimit(context: Context, user_id: number): Promise<void> {
  if ((await countPasskeys(context, user_id)) >= mostPasskeys)
    throw AppError.unprocessable('passkey_limit', { max: mostPasskeys });
}

/**
 * Begins to add a passkey.
 * @returns the options for the browser
 * @throws 403 if the caller has to show first that it is them; 422 where passkeys do not work
 */
export async function beginPasskey(context: Context) {
  const { id, name } = ownCaller(context);
  const site = siteOf(context);
  await requireRecentSignIn(context);
  await checkLimit(context, id);
  const present = await passkeysOf(context, id);
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: site.rpID,
    rpID: site.rpID,
    userID: new Uint8Array(userHandle(site, id)),
    userName: name,
    userDisplayName: name,
    challenge: await newChallenge(context, purposeOfAdding(context)),
    attestationType: 'none',
    excludeCredentials: present.map(forBrowser),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

const forBrowser = ({ credential_id, transports }: { credential_id: string; transports: string[] }) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransportFuture[],
});

/**
 * The credential of a registration.
 * @returns undefined if it does not belong to the challenge and the site
 */
async function registered(site: PasskeySite, challenge: string, given: Attestation) {
  const { verifyRegistrationResponse } = await webauthn();
  const response = { clientDataJSON: given.client_data ?? '', attestationObject: given.attestation ?? '' };
  const id = given.id ?? '';
  return verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    requireUserVerification: true,
  }).then(
    ({ registrationInfo }) => registrationInfo?.credential,
    () => undefined,
  );
}

/**
 * Adds a passkey of the caller. The first second factor of an account comes with recovery codes.
 * @param challenge the challenge, which is used up
 * @returns the number of the passkey
 * @throws 422 for a credential that is not for this challenge, or already somebody's
 */
export async function addPasskey(
  context: Context,
  challenge: string,
  { name, credential: given }: EndpointBody<'passkey_add'>,
): Promise<{ id: number; recovery_codes?: string[] }> {
  const caller = ownCaller(context);
  const credential = await registered(siteOf(context), challenge, given);
  if (!credential) throw AppError.unprocessable('passkey_not_added');
  await lockUser(context, caller.id);
  await checkLimit(context, caller.id);
  const row = await context.trx
    .insertInto('passkey')
    .values({
      user_id: caller.id,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (given.transports ?? []).slice(0, 10),
      created_at: context.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) throw AppError.unprocessable('passkey_not_added');
  const { second_factor } = await context.trx
    .selectFrom('users')
    .select('second_factor')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow();
  const after = { passkey: name };
  if (second_factor) {
    await audit(context, { action: 'add_passkey', entity: 'user', id: caller.id, after });
    return row;
  }
  await patch(context, 'user', caller, { second_factor: true }, { action: 'add_passkey', after });
  return { ...row, recovery_codes: await startRecoveryCodes(context) };
}

/**
 * A passkey of the caller.
 * @throws 404 if it is not theirs
 */
async function ownPasskey(context: Context, id: number) {
  const caller = ownCaller(context);
  const row = await context.trx
    .selectFrom('passkey')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('user_id', '=', caller.id)
    .executeTakeFirst();
  if (!row) throw AppError.notFound();
  return { caller, row };
}

/** Renames a passkey of the caller. */
export async function renamePasskey(context: Context, id: number, name: string): Promise<void> {
  const { caller, row } = await ownPasskey(context, id);
  await context.trx.updateTable('passkey').set({ name }).where('id', '=', id).execute();
  const [before, after] = [{ passkey: row.name }, { passkey: name }];
  await audit(context, { action: 'rename_passkey', entity: 'user', id: caller.id, before, after });
}

/**
 * Removes a passkey of the caller. With the last one, an account without an authenticator app has no second factor.
 * @throws 403 if the caller has to show first that it is them; 422 if the role needs a second factor and this is the last
 */
export async function removePasskey(context: Context, id: number): Promise<void> {
  await lockUser(context, ownCaller(context).id);
  const { caller, row } = await ownPasskey(context, id);
  await requireRecentSignIn(context);
  const isLast = (await countPasskeys(context, caller.id)) === 1;
  if (isLast && (await endsFactorWithoutPasskey(context))) {
    await deleteFactor(context, caller.id, 'remove_passkey', { passkey: row.name });
    return;
  }
  await context.trx.deleteFrom('passkey').where('id', '=', id).execute();
  await audit(context, { action: 'remove_passkey', entity: 'user', id: caller.id, before: { passkey: row.name } });
}

/**
 * Begins an answer of a passkey.
 * @param user_id the user whose passkeys may answer; without it any, and the authenticator offers those that it has
 * @returns the options for the browser
 * @throws 422 where passkeys do not work
 */
export async function beginAssertion(context: Context, purpose: ChallengePurpose, user_id?: number) {
  const site = siteOf(context);
  const allowed = user_id === undefined ? undefined : await passkeysOf(context, user_id);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: site.rpID,
    challenge: await newChallenge(context, purpose),
    ...(allowed && { allowCredentials: allowed.map(forBrowser) }),
    userVerification: 'required',
  });
}

/** The person who holds a passkey; undefined if nobody does, or if the account was deleted. */
export const passkeyHolder = ({ trx }: Pick<Context, 'trx'>, credential: Assertion) =>
  trx
    .selectFrom('passkey as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.name'])
    .where('p.credential_id', '=', credential.id ?? '')
    .where('u.deleted_at', 'is', null)
    .where('u.kind', '=', 'person')
    .executeTakeFirst();

/** True if the answer names the user whom the authenticator saved with the passkey, or nobody where that is not needed. */
const isHandleOf = (site: PasskeySite, user_id: number, { user_handle }: Assertion, needed: boolean): boolean =>
  user_handle ? user_handle === userHandle(site, user_id).toString('base64url') : !needed;

/**
 * The counter of signatures after an answer.
 * @returns undefined for a wrong signature, another site, a person whom the authenticator did not verify, or a counter
 *   that has not grown (WebAuthn 3, 6.1.1)
 */
async function verifiedCounter(
  site: PasskeySite,
  challenge: string,
  given: Assertion,
  passkey: { readonly public_key: string; readonly counter: string | number },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const id = given.id ?? '';
  return verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: given.client_data ?? '',
        authenticatorData: given.authenticator_data ?? '',
        signature: given.signature ?? '',
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? authenticationInfo.newCounter : undefined),
    () => undefined,
  );
}

/**
 * True if this is the answer of a passkey of the user to the challenge, which was used up before. Saves the counter, so
 * that a copy of the authenticator is noticed.
 * @param discovered true if the authenticator chose the account, which it names then
 */
export async function usePasskey(
  context: Context,
  { user_id, challenge, discovered = false }: { user_id: number; challenge: string; discovered?: boolean },
  credential: Assertion,
): Promise<boolean> {
  const site = siteOf(context);
  const passkey = await context.trx
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential.id ?? '')
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey || !isHandleOf(site, user_id, credential, discovered)) return false;
  const counter = await verifiedCounter(site, challenge, credential, passkey);
  if (counter === undefined) return false;
  await context.trx
    .updateTable('passkey')
    .set({ counter, last_used_at: context.now })
    .where('id', '=', passkey.id)
    .execute();
  return true;
}
