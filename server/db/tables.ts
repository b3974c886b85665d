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

export interface SessionTable {
  id: Generated<number>;
  key_hash: string;
  user_id: number;
  /** The salesman behind an acting session (C12). */
  behalf_id: number | null;
  /** The salesman's own session, with which the acting one ends. */
  parent_session_id: number | null;
  address: string | null;
  agent: string | null;
  created_at: Generated<Date>;
  seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
}

export interface LoginFailureTable {
  name: string;
  address: string;
  count: number;
  last_at: Date;
}

export interface SigningKeyTable {
  kid: string;
  public_jwk: ColumnType<Record<string, string>, string, string>;
  private_jwk_sealed: string;
  created_at: Generated<Date>;
  retired_at: ColumnType<Date | null, Date | null | undefined>;
}

export interface AuditSealTable {
  seq: number;
  audit_id: number;
  mac: string;
}

export interface AuditCheckpointTable {
  id: Generated<number>;
  seq: number;
  mac: string;
  signature: string;
  created_at: Generated<Date>;
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
  session: SessionTable;
  login_failure: LoginFailureTable;
  signing_key: SigningKeyTable;
  audit_seal: AuditSealTable;
  audit_checkpoint: AuditCheckpointTable;
}
