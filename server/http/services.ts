import type { Context as HttpContext } from 'hono';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Language } from '../../contract/messages/label.ts';
import { AppError } from '../core/appError.ts';
import type { Caller, Context, DomainSettings, Enqueue, Origin } from '../core/context.ts';
import type { FileStore } from '../core/fileStore.ts';
import type { Secrets } from '../core/secrets.ts';
import type { LoginThrottle } from '../core/security/loginThrottle.ts';
import { networkOf } from '../core/security/network.ts';
import type { CountRequest } from '../core/security/requestLimit.ts';
import { type Database, transaction } from '../db/connection.ts';
import { deadlineIn } from '../db/engine/deadline.ts';
import { isTransient } from '../db/engine/errors.ts';
import type { Replica } from '../db/maintenance/replica.ts';
import type { Tables } from '../db/schema/tables.ts';
import type { OauthAccount } from '../domain/account/dingtalk.ts';
import type { SignLicence } from '../domain/licence/failback.ts';
import type { ChangeFeed } from '../resource/read/changeFeed.ts';
import type { Sampler } from './sampler.ts';

/** What the composition root hands to the routes. */
export interface Services {
  readonly database: Database;
  /** Answers reads in its place where it is far enough (DATABASE_READ_URL). */
  readonly replica?: Replica | undefined;
  readonly secrets: Secrets;
  readonly enqueue: Enqueue;
  readonly settings: DomainSettings;
  readonly countRequest: CountRequest;
  readonly guesses: LoginThrottle;
  /** Which of the denials that are alike are kept in the audit (C10). */
  readonly sampled: Sampler;
  /** Which of those of one caller who finds nothing again and again, by the kind of place. */
  readonly sampledMisses: Sampler;
  /** Is this the address of a proxy whose word on the address of a client is taken? */
  readonly trusts: (address: string, hop: number) => boolean;
  /** What is changed in the database, by whomever. */
  readonly changes: ChangeFeed;
  /** Where the content of files lies. */
  readonly files: FileStore;
  readonly log: Logger;
  /** At which level a request is a line of the log. */
  readonly accessLogLevel: string;
  /** The longest that a request may take. */
  readonly requestLimitMs: number;
  /** The longest that an import may take. */
  readonly importLimitMs: number;
  readonly ready: () => boolean | Promise<boolean>;
  /** The server answers what it has begun with, and nothing more. */
  readonly stopping: () => boolean;
  /** Signs the revocation list; absent where licences are not issued. */
  readonly signRevocations: (entries: { jti: string; revoked_at: number }[]) => Promise<string>;
  readonly signLicence: SignLicence;
  /** Absent where DingTalk is not set up (C19). */
  readonly dingtalk?: DingtalkProvider | undefined;
  readonly now?: () => Date;
}

/** What the routes need of the provider; server/gateways/dingtalk.ts is the real one. */
export interface DingtalkProvider {
  readonly corpId: string;
  authorizeUrl(redirectUri: string, state: string): string;
  /** The account behind a code; throws `DingtalkRefused` (by name) for a code that is not good. */
  account(authCode: string): Promise<OauthAccount>;
}

export interface HttpEnv {
  Variables: {
    services: Services;
    /** The database for the time that the request has: `beginTime`. */
    database: Database;
    caller: Caller | undefined;
    origin: Origin;
  };
}
export type HttpRequestContext = HttpContext<HttpEnv>;

/**
 * From now on the statements of a request, and its transactions, end after so many ms: what they did is rolled back, and it is
 * told to try again.
 */
export function startTimeLimit(c: HttpRequestContext, ms = c.get('services').requestLimitMs): void {
  c.set('database', c.get('services').database.withLimits(deadlineIn(ms)));
}

/** The language that a request asks for; English unless it says `zh` (A24). */
export const languageOfRequest = (c: HttpRequestContext): Language => (c.req.header('X-LANG') === 'zh' ? 'zh' : 'en');

export const currentTime = (services: Services): Date => services.now?.() ?? new Date();

/** For whom a request is counted: its caller, and without one the network that it came from. */
export function partyOf(c: HttpRequestContext): string {
  const caller = c.get('caller');
  return caller ? `user ${caller.id}` : networkOf(c.get('origin').address);
}

function contextOf(c: HttpRequestContext, trx: Kysely<Tables>, caller?: Caller): Context {
  const services = c.get('services');
  const { secrets, enqueue, settings } = services;
  const common = { origin: c.get('origin'), now: currentTime(services), secrets, enqueue, settings };
  return { trx: trx as Transaction<Tables>, ...common, ...(caller && { caller }) };
}

/**
 * Runs work that only reads, on behalf of the caller of the request: each statement sees what is committed when it
 * begins, and none waits for a transaction to begin and end. A replica that is as far as the primary was when the request
 * began may do it; where it fails, the primary does it again.
 */
export async function asReader<T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  const database = c.get('database');
  const other = await c.get('services').replica?.at(caller.position);
  try {
    if (other) return await work(contextOf(c, other.withLimits(database.timeLimits).db, caller));
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
  return work(contextOf(c, database.db, caller));
}

/** Runs work of single statements, for the calls that need no key. */
export const asAnybody = <T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> =>
  work(contextOf(c, c.get('database').db));

/** Runs the work in one transaction, on behalf of the caller of the request, who must have signed in. */
export async function asCaller<T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  return inTransaction(c, work, caller);
}

/** The same for anybody: for the calls that need no key. */
export async function inTransaction<T>(
  c: HttpRequestContext,
  work: (context: Context) => Promise<T>,
  caller?: Caller,
): Promise<T> {
  return transaction(c.get('database'), (trx) => work(contextOf(c, trx, caller)));
}
