import type { LicenceClaims } from '../../contract/licence.ts';
import type { Context } from '../domain/context.ts';
import { completeIssue, failIssue, keyForTask, prepareIssue } from '../domain/licence.ts';
import type { SigningKey } from '../domain/signingKey.ts';

export type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>;
export type Sign = (claims: LicenceClaims, key: SigningKey) => Promise<string>;

/**
 * Issues the licence of a task (C6): what to sign is fixed first, then signed outside any transaction, then
 * kept. A fault ends the task as failed and is reported to the operators, whose alone its text is; a killed process leaves it running, and the
 * queue brings it back.
 */
export async function issueLicence(
  inTransaction: InTransaction,
  sign: Sign,
  task_uuid: string,
  report: (error: unknown) => void = () => {},
): Promise<void> {
  try {
    const prepared = await inTransaction(async (context) => {
      const claims = await prepareIssue(context, task_uuid);
      return claims && { claims, key: await keyForTask(context, task_uuid) };
    });
    if (!prepared) return;
    const secret = await sign(prepared.claims, prepared.key);
    await inTransaction((context) => completeIssue(context, task_uuid, secret));
  } catch (error) {
    report(error);
    await inTransaction((context) => failIssue(context, task_uuid, 'issue_failed'));
  }
}
