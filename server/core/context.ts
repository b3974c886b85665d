import type { Transaction } from 'kysely';
import type { Language } from '../../contract/messages/label.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { Tables } from '../db/schema/tables.ts';
import type { Secrets } from './secrets.ts';

/** Who asks: the user of the key, and the salesman behind it while acting (C12). */
export interface Caller {
  readonly id: number;
  readonly role: Role;
  readonly name: string;
  readonly enterprise_id: number | null;
  readonly parent_id: number | null;
  readonly tags: number;
  readonly behalf_id: number | null;
  readonly session_id: number;
  /** May do nothing yet but choose a password: somebody else set the one that the session was opened with (D7). */
  readonly must_change_password: boolean;
  /** How far the primary's log was when the request began; only where a replica may answer it. */
  readonly position?: string;
}

/** From where a request came; it goes into the audit. */
export interface Origin {
  readonly address: string;
  readonly agent: string;
  readonly request_id: string;
  readonly language: Language;
}

/** One sending of a mail: each has a Message-ID of its own, by which it is told from those before. */
export interface MailSending {
  readonly mail_id: number;
  readonly message_id: string;
}

/** The jobs of the product and what each is given. */
export interface Jobs {
  issueLicence: { task_uuid: string };
  sendMail: MailSending;
  effect: { entity: string; id: number; effect: string };
}

/** Puts jobs into the caller's transaction: they exist when the transaction commits, and not before. */
export type Enqueue = <Name extends keyof Jobs>(
  trx: Transaction<Tables>,
  name: Name,
  ...data: Jobs[Name][]
) => Promise<void>;

/** What `Rules.prepare` worked out before the transaction. */
export interface PreparedValues {
  readonly password_hash?: string;
}

/** What every rule and effect works with: one transaction, one clock, and what the process was given. */
export interface Context {
  readonly trx: Transaction<Tables>;
  /** Absent in a job. */
  readonly caller?: Caller;
  readonly origin?: Origin;
  readonly now: Date;
  readonly secrets: Secrets;
  readonly enqueue: Enqueue;
  readonly settings: DomainSettings;
  readonly prepared?: PreparedValues;
}

export interface DomainSettings {
  /** The `iss` of licences and the address in mails. */
  readonly publicUrl: string;
  /** No mail server is set: mails are kept in a folder. */
  readonly outbox: boolean;
  /** The hashes of passwords that everybody knows: those of the demo, where this is none (D14). */
  readonly closedHashes: ReadonlySet<string>;
}

/** The caller of a request; a rule that needs one and runs in a job is a mistake of ours. */
export function callerOf(context: Context): Caller {
  if (!context.caller) throw new Error('this rule needs a caller');
  return context.caller;
}
