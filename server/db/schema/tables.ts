import type { ColumnType, Generated } from 'kysely';
import type { EntityName, EntityRows, registry } from '../../../contract/index.ts';
import type { RecordBase } from '../../../contract/schema/entity.ts';

/** The row of a declared entity as a table: columns with a default may be left out of an insert. */
type TableOf<Row> = {
  [name in keyof Row]: name extends keyof RecordBase
    ? Generated<Row[name]>
    : null extends Row[name]
      ? ColumnType<Row[name], Row[name] | undefined, Row[name]>
      : ColumnType<Row[name], Row[name] | undefined, Row[name]>;
};

export interface SigningKeyTable {
  kid: string;
  public_jwk: ColumnType<Record<string, string>, string, string>;
  private_jwk_sealed: string;
  created_at: Generated<Date>;
  /** When the product began to sign with it; null for a key that is only prepared. */
  activated_at: ColumnType<Date | null, Date | null | undefined>;
  /** When the product stopped signing with it. */
  retired_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface SecretKeyTable {
  fingerprint: string;
  created_at: Generated<Date>;
  /** The previous keys, encrypted with this one. */
  former: ColumnType<string | null, string | null | undefined>;
}

export interface AuditSealTable {
  seq: number;
  audit_id: number;
  mac: string;
  /** The version of the column list that the MAC covers. */
  version: number;
}

export interface AuditCheckpointTable {
  id: Generated<number>;
  seq: number;
  mac: string;
  signature: string;
  created_at: Generated<Date>;
}

export interface UsageTable {
  assignment_id: number;
  /** For example `2026-11`. */
  month: string;
  used: number;
  /** The highest use of the month. */
  peak: number;
  told_at: Date;
}

export interface UsageDayTable {
  assignment_id: number;
  /** A day (UTC), such as `2026-11-27`. */
  day: string;
  /** The most that was reported on the day; null without a report. */
  used: number | null;
  /** The most seats that were in use on the day, by machines and by relays together; null where none was. */
  seats: number | null;
  /** The most seats that the console leased to machines; null on days before 28 November 2026. */
  leased: number | null;
  /** The most seats that were delegated to relays; null on days before 28 November 2026. */
  delegated: number | null;
}

/** What a relay reports of a day (issue 36). */
export interface RelayDayTable {
  assignment_id: number;
  activation_id: number;
  /** A day (UTC), such as `2026-11-27`. */
  day: string;
  /** The most of its seats that machines had at once. */
  seats: number;
  /** How many machines had a seat. */
  machines: number;
}

export interface IdempotencyTable {
  caller_id: number;
  path: string;
  key: string;
  body_hash: string;
  answer_sealed: string | null;
  created_at: Date;
}

export interface RateLimitTable {
  key: string;
  points: number;
  /** In milliseconds. */
  expire: number;
}

export interface OauthStateTable {
  state_hash: string;
  verifier_hash: string;
  uri: string;
  user_id: number | null;
  created_at: Date;
}

/** How the first step of a sign-in was done. */
export type SignInMethod = 'password' | 'provider' | 'oidc';

export interface OidcStateTable {
  state_hash: string;
  verifier_hash: string;
  provider_id: number;
  nonce: string;
  code_verifier: string;
  /** The user who links an account or tests the provider; null for a sign-in. */
  user_id: number | null;
  /** True if the user tests the provider. */
  is_test: boolean;
  created_at: Date;
}

export interface ProviderSessionTable {
  id: Generated<number>;
  provider_id: number;
  /** Null until the second step of the sign-in is done. */
  session_id: ColumnType<number | null, number | null | undefined>;
  /** The person at the provider. */
  subject: string;
  /** The session at the provider (OpenID Connect Back-Channel Logout 1.0, 2.1). */
  sid: string | null;
  /** Encrypted; null for one that is too long. */
  id_token_sealed: string | null;
  created_at: Date;
}

export interface LogoutTokenTable {
  token_hash: string;
  created_at: Date;
}

export interface UserIdentityTable {
  id: Generated<number>;
  user_id: number;
  provider_id: number;
  issuer: string;
  subject: string;
  /** The person's name or address at the provider, as it was last seen. */
  name: string | null;
  /** True if the first sign-in made the account, whose role follows the claims from then on. */
  made_account: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

/** A user as a company directory knows them (SCIM): one row for each directory, which is a service account. */
export interface DirectoryUserTable {
  id: Generated<number>;
  account_id: number;
  user_id: number;
  /** The `userName` in the directory; the name with which the user signs in here may be another. */
  user_name: string;
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  /** When the directory deleted the user; it does not find them any more. */
  removed_at: Date | null;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface AccountTicketTable {
  id: Generated<number>;
  kind: 'reset' | 'invitation' | 'sign_in';
  user_id: number;
  token_hash: string;
  code_mac: ColumnType<string | null, string | null | undefined>;
  /** The network that the first step of a sign-in came from. */
  network: ColumnType<string | null, string | null | undefined>;
  /** How the first step of a sign-in was done. */
  method: ColumnType<SignInMethod | null, SignInMethod | null | undefined>;
  /** What the provider answered in the first step of a sign-in. */
  provider_session_id: ColumnType<number | null, number | null | undefined>;
  created_at: Date;
  expires_at: Date;
  used_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface SecondFactorTable {
  user_id: number;
  /** The secret of the authenticator app, encrypted; null while none is confirmed. */
  secret_sealed: ColumnType<string | null, string | null | undefined>;
  pending_sealed: ColumnType<string | null, string | null | undefined>;
  /** The time step of the last accepted code (RFC 6238). */
  last_step: ColumnType<string | number | null, number | null | undefined>;
  confirmed_at: ColumnType<Date | null, Date | null | undefined>;
  /** The end of the days of grace, where the role needs a second factor. */
  due_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
  used_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** The id of the credential, in base64url. */
  credential_id: string;
  /** The public key as a COSE key, in base64url. */
  public_key: string;
  /** The counter of the last signature (WebAuthn 3, 6.1.1); PostgreSQL returns a bigint as a text. */
  counter: ColumnType<string | number, number, number>;
  transports: string[];
  created_at: Date;
  last_used_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface PasskeyChallengeTable {
  challenge: string;
  purpose: 'add' | 'sign_in' | 'second_step' | 'confirm';
  /** Whoever has to answer. */
  subject: string;
  expires_at: Date;
}

export interface StoredFileTable {
  id: string;
  entity: string;
  field: string;
  uploader_id: number;
  behalf_id: number | null;
  name: string | null;
  size: number | null;
  type: string | null;
  sha256: string | null;
  created_at: Date;
  owner_id: number | null;
  released_at: Date | null;
  doomed: Generated<boolean>;
}

export interface DailyNoticeTable {
  id: Generated<number>;
  user_id: number;
  notice: string;
  record_id: number | null;
  values: ColumnType<Record<string, unknown>, string, string>;
  language: string;
  due_at: Date;
  /** The mail that contains it; null while it waits for the next one. */
  mail_id: ColumnType<number | null, number | null | undefined>;
  created_at: Date;
}

export interface ReminderTable {
  notice: string;
  at: Date;
  record_id: number;
  hours: number;
  created_at: Date;
}

/** The tables of the declared entities by table name. */
type DeclaredTables = { [name in EntityName as (typeof registry)[name]['table']]: TableOf<EntityRows[name]> };

/** Every table that the code names, with the types of its columns; those of entities follow from their declarations. */
export interface Tables extends DeclaredTables {
  usage_record: UsageTable;
  usage_day: UsageDayTable;
  relay_day: RelayDayTable;
  idempotency: IdempotencyTable;
  rate_limit: RateLimitTable;
  oauth_state: OauthStateTable;
  oidc_state: OidcStateTable;
  provider_session: ProviderSessionTable;
  logout_token: LogoutTokenTable;
  user_identity: UserIdentityTable;
  directory_user: DirectoryUserTable;
  account_ticket: AccountTicketTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  sent_reminder: ReminderTable;
  daily_notice: DailyNoticeTable;
  stored_file: StoredFileTable;
  signing_key: SigningKeyTable;
  secret_key: SecretKeyTable;
  audit_seal: AuditSealTable;
  audit_checkpoint: AuditCheckpointTable;
}
