import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import { audit } from '../../db/write/audit.ts';
import { resealFields } from '../../db/write/reencrypt.ts';
import { type Checkpoint, sealAudit } from '../audit/auditChain.ts';
import { createSecrets, formerKey, type Secrets } from '../secrets.ts';
import { resealAnswers } from './idempotency.ts';
import { fingerprintOf, formerContext } from './secretKey.ts';
import { resealKeys } from './signingKey.ts';

/** What a former key is still asked for; what else it authenticated, the links of applications, ends with it. */
const keptPurposes = ['audit', 'audit-checkpoint', 'audit-entry', 'idempotency'];

export interface Rotation {
  readonly sealed: number;
  /** The end of the audit's chain under the former key. */
  readonly checkpoint: Checkpoint | undefined;
}

/**
 * Nobody may write with the former key meanwhile. A server that starts now waits for this lock; one that runs has a
 * connection, since its jobs look into the database twice a second. (The embedded database is held by its folder.)
 */
async function lockOut(trx: Kysely<Tables>): Promise<void> {
  await sql`lock table secret_key in access exclusive mode`.execute(trx);
  const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
    and application_name = current_setting('application_name') and application_name <> '' and pid <> pg_backend_pid()
    limit 1`.execute(trx);
  if (rows.length > 0) throw new Error('a server works with this database: stop every one of them, and try again');
}

/** Seals what is left of the audit under the former key, so that each entry is clearly the one's or the other's. */
async function sealRest(trx: Kysely<Tables>, secrets: Secrets): Promise<Checkpoint | undefined> {
  let sealed = await sealAudit(trx, secrets);
  let checkpoint = sealed.checkpoint;
  // Until the older entries have all been looked through, down to the first.
  while (sealed.count > 0 || sealed.looked !== undefined) {
    sealed = await sealAudit(trx, secrets, sealed.looked);
    checkpoint = sealed.checkpoint ?? checkpoint;
  }
  return checkpoint;
}

/**
 * Puts another secret key in the place of the present one: everything sealed is sealed anew, and of the former key
 * nothing is kept but what checks the audit up to here and the request keys of the last day, sealed with the new one.
 * All in the caller's transaction, so that whatever interrupts it leaves the former key valid. In: the transaction, the
 * secrets of the present key, that key, the new one. Throws a sentence while a server works with the database.
 */
export async function rotateSecret(
  trx: Kysely<Tables>,
  from: Secrets,
  presentKey: string,
  newKey: string,
): Promise<Rotation> {
  await lockOut(trx);
  if (presentKey === newKey) throw new Error('the new secret key is the present one');
  const checkpoint = await sealRest(trx, from);
  const last = await trx.selectFrom('audit_seal').select(['seq', 'mac']).orderBy('seq', 'desc').limit(1).execute();
  const until = last[0] ?? { seq: 0, mac: '' };
  const former = [...from.former, formerKey(presentKey, keptPurposes, until)];
  const to = createSecrets(newKey, former);
  const sealed =
    (await resealFields(trx, from, to)) + (await resealKeys(trx, from, to)) + (await resealAnswers(trx, from, to));
  await trx
    .updateTable('secret_key')
    .set({ fingerprint: fingerprintOf(to), former: to.seal(JSON.stringify(former), formerContext) })
    .execute();
  await audit({ trx, now: new Date(), secrets: to }, { action: 'rotate_secret', after: { from: from.id, to: to.id } });
  return { sealed, checkpoint };
}
