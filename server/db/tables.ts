import type { ColumnType, Generated } from 'kysely';
import type { RecordBase } from '../../contract/entity.ts';
import type { Rows } from '../../contract/index.ts';

/** A declared entity's row as a table: what the database fills in may be left out of an insert. */
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
  retired_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface SecretKeyTable {
  fingerprint: string;
  created_at: Generated<Date>;
  /** The former keys, sealed with this one. */
  former: ColumnType<string | null, string | null | undefined>;
}

export interface AuditSealTable {
  seq: number;
  audit_id: number;
  mac: string;
  /** Which columns of the entry it is over. */
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
  /** `2026-11` */
  month: string;
  used: number;
  /** The most of the month. */
  peak: number;
  told_at: Date;
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

export interface ExpiryNoticeTable {
  assignment_id: number;
  days: number;
  created_at: Date;
}

/** Every table that the code names, with the types of its columns. */
export interface Tables {
  users: TableOf<Rows['user']>;
  enterprise: TableOf<Rows['enterprise']>;
  product: TableOf<Rows['product']>;
  user_product: TableOf<Rows['user_product']>;
  enterprise_product: TableOf<Rows['enterprise_product']>;
  project: TableOf<Rows['project']>;
  orders: TableOf<Rows['order']>;
  assignment: TableOf<Rows['assignment']>;
  mail: TableOf<Rows['mail']>;
  notification: TableOf<Rows['notification']>;
  audit: TableOf<Rows['audit']>;
  product_license: TableOf<Rows['product_license']>;
  order_project: TableOf<Rows['order_project']>;
  application: TableOf<Rows['application']>;
  subscription: TableOf<Rows['subscription']>;
  payment: TableOf<Rows['payment']>;
  user_oauth: TableOf<Rows['user_oauth']>;
  saved_view: TableOf<Rows['saved_view']>;
  session: TableOf<Rows['session']>;
  usage_record: UsageTable;
  idempotency: IdempotencyTable;
  rate_limit: RateLimitTable;
  oauth_state: OauthStateTable;
  expiry_notice: ExpiryNoticeTable;
  signing_key: SigningKeyTable;
  secret_key: SecretKeyTable;
  audit_seal: AuditSealTable;
  audit_checkpoint: AuditCheckpointTable;
}
