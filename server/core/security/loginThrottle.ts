import { setTimeout as pause } from 'node:timers/promises';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { SqlExecutor } from '../../db/connection.ts';
import { createLimiter, type Limiter } from '../../db/maintenance/rateLimiter.ts';
import { AppError } from '../appError.ts';
import { createTurns } from '../turns.ts';

const quarter = 15 * 60;
/** This number of failures of an account, from all networks together, causes no delay. */
const freeFailures = 10;
const firstDelay = 250;
/** Less than the 20 s that the console waits for an answer. */
const longestDelay = 15_000;
/**
 * Counts take turns, because each is a statement: a flood of sign-ins would otherwise stand before everybody else in
 * the queue for a connection.
 */
const countsAtOnce = 2;
const mostWaitingCounts = 2_000;

/** Counts a try before it is verified. `verify` returns undefined for a wrong guess. */
type ThrottledTry<G> = <T>(guess: G, verify: () => Promise<T | undefined>) => Promise<T | undefined>;

/** Limits how fast passwords can be guessed (D6): only failures count, and tries that are not verified yet. */
export interface LoginThrottle {
  /**
   * A sign-in: five failures per name and network, thirty per network; failures per name overall cause a delay, never a
   * lock.
   */
  readonly signIn: ThrottledTry<{ name: string; network: string }>;
  /** The short code of a forgotten password: counted like a sign-in, and with the sign-ins of its network. */
  readonly resetCode: ThrottledTry<{ name: string; network: string }>;
  /**
   * The second step of a sign-in: counted with the passwords of its network and name, and ten failures per user from all
   * networks together, which only somebody who knows the password can cause.
   */
  readonly secondFactor: ThrottledTry<{ user_id: number; name: string; network: string }>;
  /**
   * A sign-in with a passkey: counted like one with the password of its account. One that belongs to no account counts
   * for its network alone.
   */
  readonly passkey: ThrottledTry<{ name: string | undefined; network: string }>;
  /** Clears the failures of a name from a network, since its user has just set another password. */
  forgive(guess: { name: string; network: string }): Promise<void>;
  /** The old password of a signed-in user: five failures. */
  readonly ownPassword: ThrottledTry<{ user_id: number }>;
}

interface Counter {
  readonly limiter: Limiter;
  readonly key: string;
  /** A right guess also clears the wrong ones before it. */
  readonly forgiving?: boolean;
  /** Too many tries are delayed instead of refused. */
  readonly delaying?: boolean;
}

const undoCounts = (counters: readonly Counter[]) =>
  Promise.all(counters.map(({ limiter, key }) => limiter.uncount(key)));
const clearFailures = (counters: readonly Counter[]) =>
  Promise.all(counters.map(({ limiter, key, forgiving }) => (forgiving ? limiter.reset(key) : limiter.uncount(key))));

const delayOf = (tries: number): number =>
  tries <= freeFailures ? 0 : Math.min(longestDelay, firstDelay * 2 ** (tries - freeFailures - 1));

/**
 * Counts a try with each counter, and waits for the delay.
 * @throws if a limit is reached; then nothing stays counted
 */
async function countTry(counters: readonly Counter[], field: string): Promise<void> {
  let delay = 0;
  for (const [at, { limiter, key, delaying }] of counters.entries()) {
    const { count: tries, wait } = await limiter.count(key);
    if (delaying) delay = delayOf(tries);
    if (wait === 0) continue;
    await undoCounts(counters.slice(0, at));
    throw AppError.unprocessable('login_locked', { minutes: Math.ceil(wait / 60_000) }, field);
  }
  if (delay > 0) await pause(delay);
}

/** Counts, then verifies. Only wrong guesses stay counted: not right ones, nor those that could not be verified. */
async function countAndVerify<T>(counters: readonly Counter[], field: string, verify: () => Promise<T | undefined>) {
  await countTry(counters, field);
  const found = await verify().catch(async (error) => {
    await undoCounts(counters);
    throw error;
  });
  if (found) await clearFailures(counters);
  return found;
}

export function createLoginThrottle(given: SqlExecutor): LoginThrottle {
  const turns = createTurns(countsAtOnce);
  const database: SqlExecutor = {
    executeSql: (text, values) => turns.run(() => given.executeSql(text, values)),
  };
  const throttled: typeof countAndVerify = async (...asked) => {
    if (turns.waiting() >= mostWaitingCounts) throw AppError.busy();
    return countAndVerify(...asked);
  };
  const byBoth = createLimiter(database, 'sign-in', 5, quarter);
  const byNetwork = createLimiter(database, 'network', 30, quarter);
  const byName = createLimiter(database, 'account', 1_000_000, quarter);
  const byUser = createLimiter(database, 'old-password', 5, quarter);
  const byFactor = createLimiter(database, 'second-factor', 10, quarter);
  const byFactorAndNetwork = createLimiter(database, 'factor-network', 5, quarter);
  const byCode = createLimiter(database, 'reset-code', 5, quarter);
  const bothOf = ({ name, network }: { name: string; network: string }) => JSON.stringify([foldText(name), network]);
  const countersOf = (limiter: Limiter, guess: { name: string; network: string }): Counter[] => [
    { limiter: byNetwork, key: guess.network },
    { limiter, key: bothOf(guess), forgiving: true },
    { limiter: byName, key: foldText(guess.name), delaying: true },
  ];
  return {
    signIn: (guess, verify) => throttled(countersOf(byBoth, guess), '_', verify),
    resetCode: (guess, verify) => throttled(countersOf(byCode, guess), 'code', verify),
    secondFactor: ({ user_id, ...guess }, verify) => {
      const byPerson = { limiter: byFactor, key: String(user_id), forgiving: true };
      return throttled([byPerson, ...countersOf(byFactorAndNetwork, guess)], 'code', verify);
    },
    passkey: ({ name, network }, verify) =>
      throttled(
        name === undefined ? [{ limiter: byNetwork, key: network }] : countersOf(byBoth, { name, network }),
        '_',
        verify,
      ),
    forgive: (guess) => byBoth.reset(bothOf(guess)),
    ownPassword: ({ user_id }, verify) =>
      throttled([{ limiter: byUser, key: String(user_id), forgiving: true }], 'password', verify),
  };
}
