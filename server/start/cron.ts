import type { Logger } from 'pino';
import type { Contract } from '../../contract/schema/entity.ts';
import type { Context } from '../core/context.ts';
import { purgeDailyNotices, sendDailyMails } from '../core/mail/dailyMail.ts';
import { purgeAnswers } from '../core/security/idempotency.ts';
import { purgeRateLimits } from '../core/security/requestLimit.ts';
import { purgeChanges } from '../db/changes/changeLog.ts';
import { isTransient } from '../db/engine/errors.ts';
import { type Lease, soleLease } from '../db/maintenance/lease.ts';
import { createCompactor } from '../db/summary/compactSummaries.ts';
import { purgeOauthStates } from '../domain/account/dingtalk.ts';
import { purgeOidcStates } from '../domain/account/oidc/oidcState.ts';
import { purgeProviderSessions } from '../domain/account/oidc/providerSession.ts';
import { endStaleSessions, purgeSessions } from '../domain/account/session.ts';
import { purgeTickets } from '../domain/account/signIn/accountTicket.ts';
import { purgeChallenges } from '../domain/account/signIn/passkeyChallenge.ts';
import { endSubscriptions } from '../domain/account/subscriptionTerm.ts';
import { failIssue, overdueTasks } from '../domain/licence/licence.ts';
import { createUseCounter } from '../domain/licence/use/seatDays.ts';
import { settleUse } from '../domain/licence/use/usedAbove.ts';
import { purgeFailedJobs } from '../jobs/jobTable.ts';
import type { InTransaction } from '../jobs/jobTransaction.ts';
import { purgeDeliveries } from '../jobs/webhook/deliveries.ts';
import { remindersOf, sendReminders } from '../resource/notify/reminders.ts';
import { notifyOfCollisions } from '../resource/notify/textCollisions.ts';

type ClockTask = (context: Context) => Promise<unknown>;

/** Scheduled work, once a minute; a function that returns `true` has done a portion, and is called again. */
const clockTasks = ({ entities }: Contract): readonly ClockTask[] => [
  ...entities
    .filter((entity) => remindersOf(entity).length > 0)
    .map((entity) => (context: Context) => sendReminders(context, entity)),
  sendDailyMails,
  createUseCounter(),
  settleUse,
  notifyOfCollisions,
  endSubscriptions,
  endStaleSessions,
  purgeSessions,
  purgeAnswers,
  purgeOauthStates,
  purgeOidcStates,
  purgeProviderSessions,
  purgeTickets,
  purgeChallenges,
  purgeRateLimits,
  purgeFailedJobs,
  purgeChanges,
  purgeDeliveries,
  purgeDailyNotices,
];

const roundMs = 5_000;
/** An unavailable database is reported at most this often. */
const complaintMs = 60_000;

/** Logs faults; temporary ones, which the next round makes good, less often. */
function faultReporter(log: Logger): (err: unknown) => void {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (err) => {
    if (!isTransient(err)) return log.error({ err }, 'a scheduled task failed');
    if (performance.now() - complainedAt < complaintMs) return;
    complainedAt = performance.now();
    log.warn({ err }, 'a scheduled task failed and is tried again in the next round');
  };
}

/** Work with transactions of its own. */
interface OwnTransactionTasks {
  readonly seal: () => Promise<void>;
  readonly takeSteps: (complain: (error: unknown) => void) => Promise<void>;
  /** Removes unused files. */
  readonly sweep: () => Promise<void>;
}

/** How often a round runs, and the lease of the process that runs it; the only process by default. */
interface ClockOptions {
  readonly turn?: Lease;
  readonly everyMs?: number;
}

/**
 * Starts the scheduled work: ends overdue tasks, seals the audit, compacts summaries, applies scheduled steps, and the
 * rest of the scheduled work. A part that fails does not prevent the others. Of several processes one does all of it.
 * @returns a function that stops it after the current part
 */
export function startClock(
  contract: Contract,
  inTransaction: InTransaction,
  { seal, takeSteps, sweep }: OwnTransactionTasks,
  log: Logger,
  { turn = soleLease, everyMs = roundMs }: ClockOptions = {},
): () => Promise<void> {
  const complain = faultReporter(log);
  let isEnded = false;
  const failsAlone = (work: () => Promise<unknown>) => work().then(() => undefined, complain);
  const part = (work: () => Promise<unknown>) =>
    failsAlone(async () => {
      if (!isEnded && (await turn.hold())) await work();
    });
  const inPortions = async (work: ClockTask) => {
    let isMore = true;
    while (isMore && !isEnded) isMore = (await inTransaction(work)) === true;
  };
  const endOverdue = async () => {
    for (const uuid of await inTransaction(overdueTasks))
      await failsAlone(() => inTransaction((context) => failIssue(context, uuid, 'issue_overdue')));
  };
  const fold = createCompactor(contract);
  const tasks = clockTasks(contract);
  let rounds = 0;
  const round = async () => {
    await part(endOverdue);
    await part(seal);
    await part(() => inTransaction(({ trx }) => fold(trx)));
    if (rounds % 12 === 0) {
      for (const work of tasks) await part(() => inPortions(work));
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
