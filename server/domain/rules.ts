import type { RawBuilder, SqlBool } from 'kysely';
import type { EntityName, Rows } from '../../contract/index.ts';
import type { Language } from '../../contract/label.ts';
import type { Context } from './context.ts';

export type Values = Record<string, unknown>;

/** A stored row together with the columns of the records it points to, by path (`enterprise.status`). */
export type Joined<Row> = Row & Record<string, unknown>;

/**
 * What a declaration cannot say of an entity, by name. `records` calls these inside its transaction;
 * each may throw a Refusal and nothing has happened.
 */
export interface Rules<Row = Record<string, unknown>> {
  /** Completes and judges the values of a new record. */
  beforeCreate?(context: Context, values: Values): Promise<Values>;
  /** What follows from a new record. */
  afterCreate?(context: Context, row: Row): Promise<void>;
  beforeUpdate?(context: Context, row: Row, values: Values): Promise<Values>;
  afterUpdate?(context: Context, before: Row, row: Row): Promise<void>;
  beforeRemove?(context: Context, row: Row): Promise<void>;
  /** The effect of each transition: the columns to set besides the state. The row is locked. */
  transitions?: Record<string, (context: Context, row: Row, input: Values) => Promise<Values>>;
  afterTransition?(context: Context, before: Row, row: Row): Promise<void>;
  /** What a look at one record leaves behind, such as an audited view of a secret (A28). */
  afterGet?(context: Context, row: Row): Promise<void>;
  /** Columns that are not stored. */
  computed?: Record<string, (row: Joined<Row>, language: Language, now: Date) => unknown>;
  /** List parameters beyond the declared filters: `filter_{name}`. */
  filters?: Record<string, (value: string) => RawBuilder<SqlBool>>;
}

export type RuleBook = { readonly [name in EntityName]?: Rules<Rows[name]> };
