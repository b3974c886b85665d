import type { LicenceClaims } from '../../contract/entities/shared/licence.ts';
import type { SigningKey } from '../core/security/signingKey.ts';
import { isTransient } from '../db/engine/errors.ts';
import { completeIssue, failIssue, prepareSigning } from '../domain/licence/licence.ts';
import { issueCause } from './issueCause.ts';
import { LeaseLost } from './jobTable.ts';
import type { InTransaction } from './jobTransaction.ts';

export type SignClaims = (claims: LicenceClaims, key: SigningKey) => Promise<string>;

/** A fault of the issue itself ends its task; a temporary fault and a lost lease are left to the queue. */
const isFault = (error: unknown): boolean => !isTransient(error) && !(error instanceof LeaseLost);

/**
 * Issues the licence of a task (C6): saves the claims, signs them outside any transaction, then saves the licence. A
 * fault ends the task as failed, with a sentence by its cause (E13); its text is only reported to the operators. A
 * killed process leaves the task running, and the queue starts it again.
 * @throws a temporary fault, for another try
 */
export async function issueLicence(
  inTransaction: InTransaction,
  sign: SignClaims,
  task_uuid: string,
  report: (error: unknown) => void = () => {},
): Promise<void> {
  const fail = (error: unknown) => {
    report(error);
    return inTransaction((context) => failIssue(context, task_uuid, issueCause(error), error));
  };
  try {
    const prepared = await inTransaction((context) => prepareSigning(context, task_uuid));
    if (!prepared) return;
    const signed = await sign(prepared.claims, prepared.key).catch((error: unknown) => ({ error }));
    if (typeof signed !== 'string') return await fail(signed.error);
    await inTransaction((context) => completeIssue(context, task_uuid, signed));
  } catch (error) {
    if (!isFault(error)) throw error;
    await fail(error);
  }
}
