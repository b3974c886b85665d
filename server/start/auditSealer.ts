import type { Logger } from 'pino';
import { type Checkpoint, sealAudit, sealBatchSize } from '../core/audit/auditChain.ts';
import type { Secrets } from '../core/secrets.ts';
import type { CheckpointStore } from '../gateways/checkpointFile.ts';
import type { InTransaction } from '../jobs/jobTransaction.ts';

/** A round ends after this time, so that a shutdown does not wait for a backlog. */
const roundMs = 4_000;

/**
 * Creates a function that seals the audit until nothing waits. Its checkpoint is written to the log and to the data
 * folder (D11).
 */
export function createAuditSealer(
  inTransaction: InTransaction,
  secrets: Secrets,
  log: Logger,
  checkpoints: CheckpointStore,
) {
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
    // The entries stay sealed if the file cannot be written; the log has the checkpoint as well.
    await checkpoints
      .keep(checkpoint)
      .catch((err) => log.error({ err }, 'a checkpoint could not be written to its file'));
  };
  return async (): Promise<void> => {
    const end = performance.now() + roundMs;
    let sealed = await sealBatch();
    let checkpoint = sealed.checkpoint;
    while (sealed.count === sealBatchSize && performance.now() < end) {
      sealed = await sealBatch();
      checkpoint = sealed.checkpoint ?? checkpoint;
    }
    if (checkpoint) await keep(checkpoint);
  };
}
