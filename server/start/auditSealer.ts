import type { Logger } from 'pino';
import { batch, type Checkpoint, sealAudit } from '../core/audit/auditChain.ts';
import type { Secrets } from '../core/secrets.ts';
import type { CheckpointKeeper } from '../gateways/checkpointFile.ts';
import type { InTransaction } from '../jobs/held.ts';

/** A round ends after this long, so that whoever stops the product does not wait for what a flood has left. */
const roundMs = 4_000;

/**
 * Seals the audit. Out: a round of it, which seals until nothing waits; its checkpoint leaves the database, for the log and
 * for the data folder (D11).
 */
export function sealer(inTransaction: InTransaction, secrets: Secrets, log: Logger, checkpoints: CheckpointKeeper) {
  let looked: number | undefined;
  const sealBatch = async () => {
    const sealed = await inTransaction(({ trx }) => sealAudit(trx, secrets, looked));
    looked = sealed.looked;
    if (sealed.strange.length > 0)
      log.error({ entries: sealed.strange }, 'the audit has entries that the product did not write');
    return sealed;
  };
  const keep = async (checkpoint: Checkpoint) => {
    log.info({ checkpoint: `${checkpoint.seq}:${checkpoint.mac}` }, 'audit checkpoint');
    // What is sealed stays sealed; the line of the log is the other place that it left for.
    await checkpoints.keep(checkpoint).catch((err) => log.error({ err }, 'a checkpoint could not be kept in its file'));
  };
  return async (): Promise<void> => {
    const end = performance.now() + roundMs;
    let sealed = await sealBatch();
    let checkpoint = sealed.checkpoint;
    while (sealed.count === batch && performance.now() < end) {
      sealed = await sealBatch();
      checkpoint = sealed.checkpoint ?? checkpoint;
    }
    if (checkpoint) await keep(checkpoint);
  };
}
