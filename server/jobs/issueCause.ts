import { SigningKeyError } from '../core/security/signingKey.ts';
import type { IssueFailure } from '../domain/licence/licence.ts';
import { WrongIssueData } from '../domain/licence/licence.ts';
import { UnusableKey } from '../gateways/signer.ts';

/** The error and its causes, the outermost first. */
function withCauses(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let one = error; one instanceof Error && !found.includes(one); one = one.cause) found.push(one);
  return found;
}

/** Codes of Node.js and undici for a host that does not answer. */
const networkCode =
  /^(E(CONN(RESET|REFUSED|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN|SOCKETTIMEDOUT)|UND_ERR_\w+|ENOENT)$/;

const isUnreachable = (error: Error): boolean =>
  networkCode.test(String((error as { code?: unknown }).code)) ||
  ['AbortError', 'TimeoutError'].includes(error.name) ||
  (error instanceof TypeError && error.message === 'fetch failed');

/** SQLSTATE classes of values that a column does not accept, and of constraints. */
const isWrongData = (error: Error): boolean =>
  error instanceof WrongIssueData || /^2[23]\w{3}$/.test(String((error as { code?: unknown }).code));

/**
 * Why the issue of a licence failed, for the sentence that people read (E13).
 * @param error what the preparation, the signer or the database threw
 */
export function issueCause(error: unknown): IssueFailure {
  const errors = withCauses(error);
  for (const one of errors) {
    if (one instanceof SigningKeyError) return one.reason === 'missing' ? 'issue_key_missing' : 'issue_key_unreadable';
    if (one instanceof UnusableKey) return 'issue_key_unreadable';
    if (isWrongData(one)) return 'issue_data_wrong';
    if (isUnreachable(one)) return 'issue_signer_unreachable';
  }
  return 'issue_failed';
}
