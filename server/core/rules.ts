import type { RawBuilder, SqlBool } from 'kysely';
import type { Language } from '../../contract/messages/label.ts';
import type { Role, Scalar } from '../../contract/schema/access.ts';
import type { Caller, Context, Prepared } from './context.ts';
import type { Secrets } from './secrets.ts';

export type Values = Record<string, unknown>;

/** For whom a record is answered. */
export interface Reader {
  readonly role: Role;
  readonly language: Language;
  readonly now: Date;
  readonly secrets: Secrets;
  readonly session_id: number;
}

/** A stored row together with the columns of the records it points to, by path (`enterprise.status`). */
export type Joined<Row> = Row & Record<string, unknown>;

export interface Computed<Row> {
  readonly from: readonly ((keyof Row & string) | `${string}.${string}`)[];
  value(row: Joined<Row>, reader: Reader): unknown;
}

/** What follows from the steps and actions that name it by `effect`. At least one of the two is there. */
export interface Effect<Row> {
  /** In the transaction of the step, over the locked row: the columns to set besides. Refuses by an AppError. */
  within?(context: Context, row: Row, input: Values): Promise<Values>;
  /**
   * A job once the step is committed, with the record as it then is, in a transaction of its own: it happens with all that
   * it writes, or is tried again. There is no caller. A record that was deleted meanwhile is passed over.
   */
  afterwards?(context: Context, row: Row): Promise<void>;
}

/**
 * What a declaration cannot say of an entity, by name. `server/resource` calls these inside its transaction;
 * each may throw an AppError and nothing has happened.
 */
export interface Rules<Row = Record<string, unknown>> {
  /**
   * Works out of the body of a new or changed record, before it is looked at, what takes too long for a transaction; the
   * other rules find it in `context.prepared`.
   */
  prepare?(caller: Caller, body: Values): Promise<Prepared>;
  /** Completes and validates the values of a new record. */
  beforeCreate?(context: Context, values: Values): Promise<Values>;
  /** What follows from a new record; `values` also has what was given and is not stored. */
  afterCreate?(context: Context, row: Row, values: Values): Promise<void>;
  beforeUpdate?(context: Context, row: Row, values: Values): Promise<Values>;
  afterUpdate?(context: Context, before: Row, row: Row): Promise<void>;
  beforeRemove?(context: Context, row: Row): Promise<void>;
  /** Refuses to bring a deleted record back where what a declaration cannot say has changed meanwhile (D12). */
  beforeRestore?(context: Context, row: Row): Promise<void>;
  /** The effect of each transition: the columns to set besides the state. The row is locked. */
  transitions?: Record<string, (context: Context, row: Row, input: Values) => Promise<Values>>;
  /** The effect of each action: the columns to set. The row is locked, and all that the action requires holds. */
  actions?: Record<string, (context: Context, row: Row, input: Values) => Promise<Values>>;
  /** What steps and actions call by the name in their `effect`; one that has it has no effect by its own name. */
  effects?: Record<string, Effect<Row>>;
  /** What a look at one record leaves behind, such as an audited view of a secret (A28). */
  afterGet?(context: Context, row: Row): Promise<void>;
  /** Computed fields, worked out from the columns that they name (`enterprise.status` for one of another record). */
  computed?: Record<string, Computed<Row>>;
  /** Stored fields that are answered otherwise than they are kept, such as a reason that is kept by its key. */
  shown?: Record<string, (value: unknown, reader: Reader) => unknown>;
  /** Computed fields that the database works out, over the table `t`. */
  columns?: Record<string, RawBuilder<unknown>>;
  /** What the declared `narrow` parameters of the list mean, over the table `t`; the value is of the declared type. */
  narrow?: Record<string, (value: Scalar, now: Date) => RawBuilder<SqlBool>>;
  /** Which rows of the table `t` a search text means, in place of those that hold it in a declared column. */
  search?(context: Context, text: string): Promise<RawBuilder<SqlBool>>;
}
