import type { Logger } from 'pino';
import { isTransient } from './db/errors.ts';
import { foldSummaries } from './db/fold.ts';
import { takeTurn } from './db/turn.ts';
import type { Context } from './domain/context.ts';
import { forgetStates } from './domain/dingtalk.ts';
import { remindOfEnds } from './domain/expiry.ts';
import { forgetAnswers } from './domain/idempotency.ts';
import { failIssue, overdueTasks } from './domain/licence.ts';
import { forgetCounts } from './domain/requestLimit.ts';
import { endStaleSessions } from './domain/session.ts';
import { endSubscriptions } from './domain/subscriptionTerm.ts';
import type { InTransaction } from './jobs/held.ts';

/** What time alone brings about, once a minute. */
const byTheClock = [remindOfEnds, endSubscriptions, endStaleSessions, forgetAnswers, forgetStates, forgetCounts];

const roundMs = 5_000;
/** A database that is away is told of this often. */
const complaintMs = 60_000;

/** Tells of what failed; of what passes, and is done in the next round, with less noise. */
function complainer(log: Logger): (err: unknown) => void {
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (err) => {
    if (!isTransient(err)) return log.error({ err }, 'a part of the clock round failed');
    if (performance.now() - complainedAt < complaintMs) return;
    complainedAt = performance.now();
    log.warn({ err }, 'a part of the clock round waits for the next one');
  };
}

/** Work that takes its transactions itself. */
interface Apart {
  readonly seal: () => Promise<void>;
  readonly takeSteps: (complain: (error: unknown) => void) => Promise<void>;
  /** Removes files that nobody will ask for. */
  readonly sweep: () => Promise<void>;
}

/**
 * Begins the work that comes by the clock: overdue tasks end, the audit is sealed, the rows of the summaries are put
 * together, declared steps are taken, and what else time brings about. A part
 * that fails keeps no other from its turn, and of several processes one does it at a time. Out: what ends it, once the round under way is done.
 */
export function startClock(
  inTransaction: InTransaction,
  { seal, takeSteps, sweep }: Apart,
  log: Logger,
): () => Promise<void> {
  const complain = complainer(log);
  const apart = (work: () => Promise<unknown>) => work().then(() => undefined, complain);
  const inTurn = (work: (context: Context) => Promise<unknown>) =>
    inTransaction(async (context) => {
      if (await takeTurn(context.trx, 'clock')) await work(context);
    });
  const endOverdue = async () => {
    const overdue = await inTransaction(overdueTasks);
    for (const uuid of overdue)
      await apart(() => inTransaction((context) => failIssue(context, uuid, 'issue_overdue')));
  };
  let rounds = 0;
  const round = async () => {
    await apart(endOverdue);
    await apart(seal);
    await apart(() => inTurn(({ trx }) => foldSummaries(trx)));
    if (rounds % 12 === 0) {
      for (const work of byTheClock) await apart(() => inTurn(work));
      await apart(() => takeSteps(complain));
    }
    if (rounds % 12 === 6) await apart(sweep);
    rounds += 1;
  };
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= round().finally(() => {
      underWay = undefined;
    });
  }, roundMs);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
