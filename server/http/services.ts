import type { Context as HttpContext } from 'hono';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { isTimeZone } from '../../contract/lib/timeZone.ts';
import type { Language } from '../../contract/messages/label.ts';
import type { Contract, Entity } from '../../contract/schema/entity.ts';
import { AppError } from '../core/appError.ts';
import type { Caller, Context, DomainSettings, Enqueue, Origin, ProviderSettings } from '../core/context.ts';
import type { FileStore } from '../core/fileStore.ts';
import type { Secrets } from '../core/secrets.ts';
import type { LoginThrottle } from '../core/security/loginThrottle.ts';
import { networkOf } from '../core/security/network.ts';
import type { CountRequest, CountToken } from '../core/security/requestLimit.ts';
import { type Database, transaction } from '../db/connection.ts';
import { deadlineIn } from '../db/engine/deadline.ts';
import { isTransient } from '../db/engine/errors.ts';
import type { Replica } from '../db/maintenance/replica.ts';
import type { Tables } from '../db/schema/tables.ts';
import type { OauthAccount } from '../domain/account/dingtalk.ts';
import type { SentSignIn } from '../domain/account/oidc/oidcState.ts';
import type { ProviderAnswer } from '../domain/account/oidc/providerSession.ts';
import type { SignLease } from '../domain/licence/activation/activation.ts';
import type { SignLicence } from '../domain/licence/failback.ts';
import type { SignDelegation } from '../domain/licence/relay/delegation.ts';
import type { RevocationClaims } from '../domain/licence/revocation.ts';
import type { ChangeFeed } from '../resource/read/changeFeed.ts';
import { preferredLanguage } from './negotiation.ts';
import { type KnownPaths, knownPaths } from './paths.ts';
import type { Sampler } from './sampler.ts';

/** The mail of a test. */
export interface TestMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly attachments: readonly never[];
}

/** The services that the composition root passes to the routes. */
export interface Services {
  readonly contract: Contract;
  readonly database: Database;
  /** Serves reads instead of the primary where it is up to date enough (DATABASE_READ_URL). */
  readonly replica?: Replica | undefined;
  readonly secrets: Secrets;
  readonly enqueue: Enqueue;
  readonly settings: DomainSettings;
  readonly countRequest: CountRequest;
  readonly countToken: CountToken;
  readonly guesses: LoginThrottle;
  /** Samples similar denials for the audit (C10). */
  readonly sampled: Sampler;
  /** Samples repeated "not found" answers of one caller for the audit, by the kind of path. */
  readonly sampledMisses: Sampler;
  /** True if this is the address of a proxy whose `X-Forwarded-For` is trusted. */
  readonly trusts: (address: string, hop: number) => boolean;
  /** The changes of the database, by any process. */
  readonly changes: ChangeFeed;
  /** The store of the content of files. */
  readonly files: FileStore;
  readonly log: Logger;
  /** The log level of requests. */
  readonly accessLogLevel: string;
  /** The maximum duration of a request. */
  readonly requestLimitMs: number;
  /** The maximum duration of an import. */
  readonly importLimitMs: number;
  readonly ready: () => boolean | Promise<boolean>;
  /** True while the server finishes running requests and accepts no new ones. */
  readonly stopping: () => boolean;
  /** Signs the revocation list. */
  readonly signRevocations: (claims: RevocationClaims) => Promise<string>;
  readonly signLicence: SignLicence;
  readonly signLease: SignLease;
  readonly signDelegation: SignDelegation;
  /** DingTalk as it is set up now; undefined where it is not (C19). */
  readonly dingtalk: () => DingtalkSignIn | undefined;
  readonly oidc: OidcProviders;
  /** The address of the mail server, if the environment sets it. */
  readonly fixedSmtpUrl: string | undefined;
  /**
   * Sends a mail at once, to the server at that address, or without one as all mails are sent.
   * @throws MailTestFailed (by name)
   */
  readonly sendTestMail: (url: string | undefined, message: TestMail) => Promise<void>;
  readonly now?: () => Date;
}

/** The part of the client of OpenID Connect that the routes need; server/gateways/oidc implements it. */
export interface OidcProviders {
  /**
   * Reads the configuration of a provider again.
   * @throws ProviderUnreachable (by name)
   */
  configuration(provider: ProviderSettings): Promise<Readonly<Record<string, unknown>>>;
  /** @throws ProviderUnreachable (by name) */
  begin(provider: ProviderSettings, redirectUri: string): Promise<SentSignIn & { readonly url: string }>;
  /**
   * The claims of the person who comes back from a provider, and their ID token.
   * @throws ProviderUnreachable, ProviderRefused (by name)
   */
  finish(provider: ProviderSettings, returned: URL, request: SentSignIn): Promise<ProviderAnswer>;
  /**
   * The address at which a provider signs somebody out and sends them back.
   * @returns undefined if the provider has none, or cannot be reached
   */
  logoutUrl(provider: ProviderSettings, idToken: string | undefined, returnTo: string): Promise<string | undefined>;
  /** Whom an unverified logout token claims to come from and to be for; undefined for a text that is none. */
  readLogoutClaim(token: string): { readonly issuer: string; readonly audiences: readonly string[] } | undefined;
  /**
   * Verifies a logout token of a provider; that it is new is not checked.
   * @throws ProviderUnreachable, ProviderRefused (by name)
   */
  verifyLogout(
    provider: ProviderSettings,
    token: string,
  ): Promise<{ readonly jti: string; readonly sub?: string | undefined; readonly sid?: string | undefined }>;
}

/** The part of DingTalk that the routes need; server/gateways/dingtalk.ts implements it. */
export interface DingtalkProvider {
  readonly corpId: string;
  authorizeUrl(redirectUri: string, state: string): string;
  /**
   * The account of a code.
   * @throws DingtalkRefused (by name) for an invalid code
   */
  account(authCode: string): Promise<OauthAccount>;
}

/** The sign-in with DingTalk. */
export interface DingtalkSignIn {
  readonly provider: DingtalkProvider;
  /** True if its second factor is enough. */
  readonly trustsFactor: boolean;
}

export interface HttpEnv {
  Variables: {
    services: Services;
    /** The database with the time limit of the request, see `startTimeLimit`. */
    database: Database;
    caller: Caller | undefined;
    origin: Origin;
  };
}
export type HttpRequestContext = HttpContext<HttpEnv>;

/**
 * Limits the duration of a request from now on: statements and transactions end after these ms and are rolled back, and
 * the client is asked to try again.
 */
export function startTimeLimit(c: HttpRequestContext, ms = c.get('services').requestLimitMs): void {
  c.set('database', c.get('services').database.withLimits(deadlineIn(ms)));
}

/** The language of a request; English unless it is `zh` (A24). */
export function languageOfRequest(c: HttpRequestContext): Language {
  const named = c.req.header('X-LANG');
  if (named !== undefined) return named === 'zh' ? 'zh' : 'en';
  return preferredLanguage(c.req.header('accept-language')) ?? 'en';
}

/** The time zone that the client names in `X-TIME-ZONE`; undefined if it is none. */
export function zoneOfRequest(c: HttpRequestContext): string | undefined {
  const name = c.req.header('X-TIME-ZONE');
  return name !== undefined && name.length <= 64 && isTimeZone(name) ? name : undefined;
}

/** The entity as the caller of the request has it. */
export const entityOf = (c: HttpRequestContext, { name }: Entity): Entity => c.get('services').contract.entity(name);

/** The known paths of the server that answers the request. */
export const pathsOf = (c: HttpRequestContext): KnownPaths => knownPaths(c.get('services').contract);

export const currentTime = (services: Services): Date => services.now?.() ?? new Date();

/** The party that a request is counted for: its caller, or without one the network that it came from. */
export function partyOf(c: HttpRequestContext): string {
  const caller = c.get('caller');
  return caller ? `user ${caller.id}` : networkOf(c.get('origin').address);
}

function contextOf(c: HttpRequestContext, trx: Kysely<Tables>, caller?: Caller): Context {
  const services = c.get('services');
  const { contract, secrets, enqueue, settings } = services;
  const common = { contract, origin: c.get('origin'), now: currentTime(services), secrets, enqueue, settings };
  return { trx: trx as Transaction<Tables>, ...common, ...(caller && { caller }) };
}

/**
 * Runs work that only reads, for the caller of the request, without a transaction: each statement sees what is
 * committed when it begins. It may run on a replica that is as far as the primary was at the beginning of the request;
 * if that fails, it is run again on the primary.
 */
export async function asReader<T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  const database = c.get('database');
  const replica = await c.get('services').replica?.at(caller.position);
  try {
    if (replica) return await work(contextOf(c, replica.withLimits(database.timeLimits).db, caller));
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
  return work(contextOf(c, database.db, caller));
}

/** Like `asReader`, but never on a replica, for reads whose result is then written. */
export async function asCurrentReader<T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  return work(contextOf(c, c.get('database').db, caller));
}

/** Runs work of single statements without a caller, for public endpoints. */
export const asAnybody = <T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> =>
  work(contextOf(c, c.get('database').db));

/** Runs the work in one transaction for the caller of the request, who must have signed in. */
export async function asCaller<T>(c: HttpRequestContext, work: (context: Context) => Promise<T>): Promise<T> {
  const caller = c.get('caller');
  if (!caller) throw AppError.signedOut();
  return inTransaction(c, work, caller);
}

/** Runs the work in one transaction, also without a caller, for public endpoints. */
export async function inTransaction<T>(
  c: HttpRequestContext,
  work: (context: Context) => Promise<T>,
  caller?: Caller,
): Promise<T> {
  return transaction(c.get('database'), (trx) => work(contextOf(c, trx, caller)));
}
