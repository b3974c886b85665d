import type { Logger } from 'pino';
import { entities } from '../../contract/index.ts';
import type { Context } from '../core/context.ts';
import { forgetAnswers } from '../core/security/idempotency.ts';
import { forgetCounts } from '../core/security/requestLimit.ts';
import { forgetChanges } from '../db/changes/changeLog.ts';
import { isTransient } from '../db/engine/errors.ts';
import { alone, type Turn } from '../db/maintenance/lease.ts';
import { folder } from '../db/summary/compactSummaries.ts';
import { forgetStates } from '../domain/account/dingtalk.ts';
import { endStaleSessions, forgetSessions } from '../domain/account/session.ts';
import { endSubscriptions } from '../domain/account/subscriptionTerm.ts';
import { failIssue, overdueTasks } from '../domain/licence/licence.ts';
import type { InTransaction } from '../jobs/held.ts';
import { forgetFailedJobs } from '../jobs/table.ts';
import { remind, remindersOf } from '../resource/notify/reminders.ts';

/** Scheduled work, once a minute; a function that returns `true` has done a portion, and is called again. */
const byTheClock: readonly ((context: Context) => Promise<unknown>)[] = [
  ...entities
    .filter((entity) => remindersOf(entity).length > 0)
    .map((entity) => (context: Context) => remind(context, entity)),
  endSubscriptions,
  endStaleSessions,
  forgetSessions,
  forgetAnswers,
  forgetStates,
  forgetCounts,
  forgetFailedJobs,
  forgetChanges,
];

const roundMs = 5_000;
/** An unavailable database is reported at most this often. */
const complaintMs = 60_000;

/** Logs faults; temporary ones, which the next round makes good, less often. */
function complainer(log: Logger): (err: unknown) => void {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (err) => {
    if (!isTransient(err)) return log.error({ err }, 'a scheduled task failed');
    if (performance.now() - complainedAt < complaintMs) return;
    complainedAt = performance.now();
    log.warn({ err }, 'a scheduled task failed and is tried again in the next round');
  };
}

/** Work with transactions of its own. */
interface Apart {
  readonly seal: () => Promise<void>;
  readonly takeSteps: (complain: (error: unknown) => void) => Promise<void>;
  /** Removes files that nobody needs. */
  readonly sweep: () => Promise<void>;
}

/** How often a round runs, and the lease of the process that runs it; the only process by default. */
interface Rounds {
  readonly turn?: Turn;
  readonly everyMs?: number;
}

/**
 * Starts the scheduled work: ends overdue tasks, seals the audit, compacts summaries, applies scheduled steps, and the
 * rest of the scheduled work. A part that fails does not prevent the others. Of several processes one does all of it.
 * @returns a function that stops it after the current part
 */
export function startClock(
  inTransaction: InTransaction,
  { seal, takeSteps, sweep }: Apart,
  log: Logger,
  { turn = alone, everyMs = roundMs }: Rounds = {},
): () => Promise<void> {
  const complain = complainer(log);
  let isEnded = false;
  const failsAlone = (work: () => Promise<unknown>) => work().then(() => undefined, complain);
  const part = (work: () => Promise<unknown>) =>
    failsAlone(async () => {
      if (!isEnded && (await turn.hold())) await work();
    });
  const inPortions = async (work: (typeof byTheClock)[number]) => {
    let isMore = true;
    while (isMore && !isEnded) isMore = (await inTransaction(work)) === true;
  };
  const endOverdue = async () => {
    for (const uuid of await inTransaction(overdueTasks))
      await failsAlone(() => inTransaction((context) => failIssue(context, uuid, 'issue_overdue')));
  };
  const fold = folder();
  let rounds = 0;
  const round = async () => {
    await part(endOverdue);
    await part(seal);
    await part(() => inTransaction(({ trx }) => fold(trx)));
    if (rounds % 12 === 0) {
      for (const work of byTheClock) await part(() => inPortions(work));
      await part(() => takeSteps(complain));
    }
    if (rounds % 12 === 6) await part(sweep);
    rounds += 1;
  };
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= round().finally(() => {
      underWay = undefined;
    });
  }, everyMs);
  return async () => {
    isEnded = true;
    clearInterval(timer);
    await underWay;
    await turn.release().catch(() => undefined);
  };
}
