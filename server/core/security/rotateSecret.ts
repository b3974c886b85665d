import { type Kysely, sql } from 'kysely';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { audit } from '../../db/write/audit.ts';
import { reencryptFields } from '../../db/write/reencrypt.ts';
import { type Checkpoint, sealAudit } from '../audit/auditChain.ts';
import { createSecrets, previousKey, type Secrets } from '../secrets.ts';
import { reencryptFactors } from './factorSecret.ts';
import { reencryptAnswers } from './idempotency.ts';
import { fingerprintOf, previousKeysContext } from './secretKey.ts';
import { reencryptSigningKeys } from './signingKey.ts';

/**
 * The purposes for which a previous key is still needed. What else it authenticated, such as links to applications,
 * becomes invalid.
 */
const previousKeyPurposes = ['audit', 'audit-checkpoint', 'audit-entry', 'idempotency'];

export interface RotationResult {
  readonly sealed: number;
  /** The end of the audit chain under the previous key. */
  readonly checkpoint: Checkpoint | undefined;
}

/**
 * No process may write with the previous key meanwhile. A server that starts now waits for this lock; a running one has
 * a connection, since its jobs poll the database twice per second. (The embedded database has a lock on its folder.)
 */
async function lockOutServers(trx: Kysely<Tables>): Promise<void> {
  await sql`lock table secret_key in access exclusive mode`.execute(trx);
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
    and application_name = current_setting('application_name') and application_name <> '' and pid <> pg_backend_pid()
    limit 1`.execute(trx);
  if (rows.length > 0) throw new Error('a server is connected to this database: stop all servers and try again');
}

/** Seals the rest of the audit with the previous key, so that each entry clearly belongs to one of the two keys. */
async function sealRemainingAudit(trx: Kysely<Tables>, secrets: Secrets): Promise<Checkpoint | undefined> {
  let sealed = await sealAudit(trx, secrets);
  let checkpoint = sealed.checkpoint;
  // Goes on until all older entries have been searched, down to the first.
  while (sealed.count > 0 || sealed.looked !== undefined) {
    sealed = await sealAudit(trx, secrets, sealed.looked);
    checkpoint = sealed.checkpoint ?? checkpoint;
  }
  return checkpoint;
}

/**
 * Replaces the secret key: encrypts everything with the new one. Of the previous key only the parts remain that check
 * the audit so far and the request keys of the last day, encrypted with the new key. All in the caller's transaction,
 * so that an interruption leaves the previous key valid.
 * @param from the secrets of the current key
 * @throws a sentence for the operator while a server uses the database
 */
export async function rotateSecret(
  trx: Kysely<Tables>,
  contract: Contract,
  from: Secrets,
  presentKey: string,
  newKey: string,
): Promise<RotationResult> {
  await lockOutServers(trx);
  if (presentKey === newKey) throw new Error('the new secret key is the same as the current one');
  const checkpoint = await sealRemainingAudit(trx, from);
  const last = await trx.selectFrom('audit_seal').select(['seq', 'mac']).orderBy('seq', 'desc').limit(1).execute();
  const until = last[0] ?? { seq: 0, mac: '' };
  const former = [...from.previous, previousKey(presentKey, previousKeyPurposes, until)];
  const to = createSecrets(newKey, former);
  const sealed =
    (await reencryptFields(trx, contract, from, to)) +
    (await reencryptSigningKeys(trx, from, to)) +
    (await reencryptAnswers(trx, from, to)) +
    (await reencryptFactors(trx, from, to));
  // Without its ID token, a provider asks whom it shall sign out.
  await trx.updateTable('provider_session').set({ id_token_sealed: null }).execute();
  await trx
    .updateTable('secret_key')
    .set({ fingerprint: fingerprintOf(to), former: to.seal(JSON.stringify(former), previousKeysContext) })
    .execute();
  await audit(
    { contract, trx, now: new Date(), secrets: to },
    { action: 'rotate_secret', after: { from: from.id, to: to.id } },
  );
  return { sealed, checkpoint };
}
