import type { Transaction } from 'kysely';
import type { PasswordRule } from '../../contract/access/passwordRule.ts';
import type { Language, StoredLanguage } from '../../contract/messages/label.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import type { StoredFile } from '../../contract/schema/field/field.ts';
import type { Tables } from '../db/schema/tables.ts';
import type { Secrets } from './secrets.ts';
import type { EnvironmentValues } from './setting/environment.ts';
import type { Retention } from './setting/retention.ts';

/** The token that a program calls with. */
export interface CallerToken {
  readonly id: number;
  /** What it may do (contract/access/scopes.ts). */
  readonly scopes: readonly string[];
}

/** The caller: the user of the key, and while acting the salesman who acts for them (C12). */
export interface Caller {
  readonly id: number;
  readonly role: Role;
  readonly name: string;
  readonly enterprise_id: number | null;
  readonly parent_id: number | null;
  /** The properties that the role declares as its own (contract/roles/role.ts). */
  readonly own?: Readonly<Record<string, number | null>>;
  readonly tags: number;
  /**
   * What a variant withholds from the role (contract/narrowing); while acting, also what it withholds from the salesman.
   * Undefined for the whole role.
   */
  readonly withheld?: readonly string[];
  readonly behalf_id: number | null;
  readonly session_id: number;
  /** True if the session may only choose a password, since somebody else set the one it was opened with (D7). */
  readonly must_change_password: boolean;
  /** True if the session may only set up a second factor, since the role needs one and the user has none. */
  readonly must_enrol: boolean;
  /** The token of a service account, if the caller is one (issue 34). */
  readonly token?: CallerToken;
  /** The position of the primary's log when the request began; only where a replica may serve it. */
  readonly position?: string;
}

/** The origin of a request, for the audit. */
export interface Origin {
  readonly address: string;
  readonly agent: string;
  readonly request_id: string;
  readonly language: Language;
  /** The time zone of the client; undefined if the request names none. */
  readonly zone?: string | undefined;
}

/** One attempt to send a mail, with its own Message-ID, which tells it from earlier attempts. */
export interface MailSending {
  readonly mail_id: number;
  readonly message_id: string;
}

/** The jobs of the product with their data. */
export interface Jobs {
  issueLicence: { task_uuid: string };
  sendMail: MailSending;
  effect: { entity: string; id: number; effect: string };
  /** Somebody forgot the password of the account with this name or mail address. */
  passwordForgotten: { account: string; language: StoredLanguage };
}

/** Adds jobs in the caller's transaction: they exist once it commits. */
export type Enqueue = <Name extends keyof Jobs>(
  trx: Transaction<Tables>,
  name: Name,
  ...data: Jobs[Name][]
) => Promise<void>;

/** The values that `Rules.prepare` computed before the transaction. */
export interface PreparedValues {
  readonly password_hash?: string;
  /** The text of a new token, which is answered once and stored as a hash. */
  readonly token?: string;
  /** The secret of a new webhook, which is answered once and stored encrypted. */
  readonly webhookSecret?: string;
}

/** The context of every rule and effect: one transaction, one time, and the services of the process. */
export interface Context {
  readonly contract: Contract;
  readonly trx: Transaction<Tables>;
  /** Absent in a job. */
  readonly caller?: Caller;
  readonly origin?: Origin;
  readonly now: Date;
  readonly secrets: Secrets;
  readonly enqueue: Enqueue;
  readonly settings: DomainSettings;
  readonly prepared?: PreparedValues;
  /** The service account of the company directory that writes users (SCIM, RFC 7644). */
  readonly directory_id?: number;
  /**
   * The ids of the records that a running import has created. Their ids and serial numbers may be placeholders, and a
   * trial or a failed import rolls them back, so no message names them by one.
   */
  readonly importedIds?: Set<number>;
}

/** How long sessions last, in ms (B4). */
export interface SessionLimits {
  /** Without a request. */
  readonly idleMs: number;
  /** Since the sign-in. */
  readonly maxAgeMs: number;
}

/** The product as a client of an OpenID Connect provider (server/gateways/oidc). */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
  readonly scopes: string;
}

/** A mistake of a provider's settings, at the field that has to change, with what the provider answered. */
export interface ProviderMistake {
  readonly field: 'issuer' | 'client_id' | 'client_secret' | 'scopes' | 'redirect_uri';
  readonly answer: string;
}

export interface DomainSettings {
  /** The values of settings that the environment sets. */
  readonly environment: EnvironmentValues;
  /** Makes this process read the settings again, once the present transaction is committed. */
  readonly refreshSoon: () => void;
  /** The name of the product in each language; undefined for its own. */
  readonly productName: Readonly<Record<Language, string | undefined>>;
  /** The main colour and the logo of the console in each language; undefined for the product's own. */
  readonly colour: Readonly<Record<Language, string | undefined>>;
  readonly logo: Readonly<Record<Language, StoredFile | undefined>>;
  /** The sender of e-mails in each language. */
  readonly senders: Readonly<Record<Language, string>>;
  /** The `iss` of licences and the address in mails. */
  readonly publicUrl: string;
  /** The time zone of readers whose own is not known. */
  readonly timeZone: string;
  /** The roles that need a second factor, and the days until it is needed after their first sign-in. */
  readonly secondFactor: { readonly roles: readonly Role[]; readonly graceDays: number };
  readonly session: SessionLimits;
  /** For how many days the product stores what the clock deletes. */
  readonly retention: Retention;
  /** What a chosen password needs. */
  readonly passwordRule: PasswordRule;
  /** True if people are asked again who they are before a licence is shown. */
  readonly confirmLicences: boolean;
  /** True if people get an e-mail when they sign in on a device that is new to the console. */
  readonly signInMails: boolean;
  /** True if no mail server is set, so that mails are saved in a folder. */
  readonly outbox: boolean;
  /** Why an address cannot be that of a webhook; undefined for one that can (server/gateways/webhook). */
  readonly webhookUrlMistake: (
    url: string,
  ) => 'invalid' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'private_address' | undefined;
  /** Asks a provider whether it knows the settings of this product; undefined if it does. */
  readonly checkProvider: (provider: ProviderSettings, redirectUri: string) => Promise<ProviderMistake | undefined>;
  /** Asks DingTalk whether it knows an app; undefined if it does. */
  readonly checkDingtalk: (app: {
    readonly clientId: string;
    readonly clientSecret: string;
  }) => Promise<'refused' | 'unreachable' | undefined>;
  /** The hashes of publicly known passwords, which are refused: those of the demo, where this is no demo (D14). */
  readonly closedHashes: ReadonlySet<string>;
}

/** The language of whoever the request is for; English in a job, which is for nobody. */
export const readerLanguage = ({ origin }: Pick<Context, 'origin'>): Language => origin?.language ?? 'en';

/** The time zone of whoever the request is for: that of the client, else that of the product. */
export const zoneOf = ({ origin, settings }: Context): string => origin?.zone ?? settings.timeZone;

/** The caller of a request; throws in a job, which has none. */
export function callerOf(context: Context): Caller {
  if (!context.caller) throw new Error('this rule needs a caller');
  return context.caller;
}
