import type { RawBuilder, SqlBool } from 'kysely';
import type { EntityName, EntityRows, EntityValues } from '../../contract/index.ts';
import type { Language } from '../../contract/messages/label.ts';
import type { Role, Scalar } from '../../contract/schema/access.ts';
import type { Contract, NewValuesOf, RowOf } from '../../contract/schema/entity.ts';
import type { Caller, Context, PreparedValues } from './context.ts';
import type { Secrets } from './secrets.ts';
import type { EnvironmentValues } from './setting/environment.ts';

export type FieldValues = Record<string, unknown>;

/** What `prepare` may read: it has no transaction yet. */
export interface Preparation {
  readonly context: Context;
  /** The record that is to be changed; undefined for a new one. */
  readonly id: number | undefined;
}

/** The caller for whom a record is read. */
export interface Reader {
  readonly contract: Contract;
  readonly role: Role;
  readonly language: Language;
  /** The time zone in which the caller reads points in time. */
  readonly zone: string;
  readonly now: Date;
  readonly secrets: Secrets;
  readonly session_id: number;
  /** The address of the product. */
  readonly publicUrl: string;
  /** What the environment sets. */
  readonly environment: EnvironmentValues;
  readonly prepared?: PreparedValues | undefined;
}

/** The values of a new record as the rules of its entity see them, where only the row is known. */
type NewValues<Row> = Omit<Row, 'id' | 'deleted_at'>;

/** The values that a rule stores: those of some fields, as in a row or as an SQL expression. */
type StoredValues<New> = { readonly [name in keyof New]?: New[name] | RawBuilder<unknown> | undefined };

/** The input of a step or an action. One with the name of a field has its type. */
type Input<Row> = Partial<NewValues<Row>> & FieldValues;

/** A stored row with the columns of the records that it refers to, by path (`enterprise.status`). */
export type RowWithReferences<Row> = Row & Record<string, unknown>;

export interface ComputedRule<Row> {
  readonly from: readonly ((keyof Row & string) | `${string}.${string}`)[];
  value(row: RowWithReferences<Row>, reader: Reader): unknown;
  /** True if the value is never null, for the API document. */
  readonly isFilled?: true;
}

/** The effect of the steps and actions that name it by `effect`. At least one of the two functions is present. */
export interface Effect<Row> {
  /**
   * Runs in the transaction of the step, over the locked row. Refuses by an AppError.
   * @returns the columns to set as well
   */
  within?(context: Context, row: Row, input: Input<Row>): Promise<StoredValues<NewValues<Row>>>;
  /**
   * Runs as a job after the commit of the step, with the record as it is then, in a transaction of its own: all its
   * writes are committed, or it is tried again. There is no caller. A record that was deleted meanwhile is skipped.
   */
  afterwards?(context: Context, row: Row): Promise<void>;
}

/** The effect of each step or action, by its name. The row is locked, and the returned columns are set. */
type Operations<Row> = Record<
  string,
  (context: Context, row: Row, input: Input<Row>) => Promise<StoredValues<NewValues<Row>>>
>;

/**
 * The code of an entity for what its declaration cannot express. `server/resource` calls it inside its transaction; any
 * function may throw an AppError, which rolls everything back. `EntityRules` and `RulesOf` have the types of an entity,
 * so that the name of a field that it does not have does not compile.
 */
export interface Rules<Row = Record<string, unknown>, New = NewValues<Row>> {
  /**
   * Computes from the body of a new or changed record, before the transaction starts, what takes too long for one. The
   * other rules find the result in `context.prepared`.
   */
  prepare?(caller: Caller, body: FieldValues, before: Preparation): Promise<PreparedValues>;
  /**
   * Completes and validates the values of a new record. They have all defaults of the declaration; a field without a value
   * is null, and a serial number is drawn later.
   * @returns the values to store
   */
  beforeCreate?(context: Context, values: New): Promise<StoredValues<New>>;
  /** The effect of a new record. `values` also has the given values that are not stored. */
  afterCreate?(context: Context, row: Row, values: New): Promise<void>;
  /** Completes and validates the changed values, which are those of the body alone. */
  beforeUpdate?(context: Context, row: Row, values: Partial<New>): Promise<StoredValues<New>>;
  afterUpdate?(context: Context, before: Row, row: Row): Promise<void>;
  beforeRemove?(context: Context, row: Row): Promise<void>;
  /**
   * The reference to a record that `beforeRemove` deletes as well: what prevents the deletion of that record prevents
   * that of this one.
   */
  readonly removedWith?: keyof Row & string;
  /** Refuses to restore a deleted record if something that a declaration cannot express has changed meanwhile (D12). */
  beforeRestore?(context: Context, row: Row): Promise<void>;
  /** The effect of each step, besides its new state. */
  transitions?: Operations<Row>;
  /** The effect of each action, whose requirements are met. */
  actions?: Operations<Row>;
  /**
   * Effects that steps and actions name by `effect`. A step or action that names one has no effect under its own name.
   */
  effects?: Record<string, Effect<Row>>;
  /** The fields that the answers of one record leave empty for this request, such as a licence that is asked for again. */
  withholds?(context: Context): readonly (keyof Row & string)[];
  /** The effect of reading one record, such as the audit of a secret that was shown (A28). */
  afterGet?(context: Context, row: Row): Promise<void>;
  /** Computed fields, computed from the columns that they name (`enterprise.status` for one of another record). */
  computed?: Record<string, ComputedRule<Row>>;
  /**
   * Stored fields that are answered in another form than they are stored, such as a reason that is stored as a message
   * key.
   */
  shown?: Record<string, (value: unknown, reader: Reader) => unknown>;
  /** Computed fields that the database computes, over the table `t`. */
  columns?: Record<string, RawBuilder<unknown> | ((contract: Contract) => RawBuilder<unknown>)>;
  /**
   * The conditions of the declared `parameters` of the list, over the table `t`; the value has the declared
   * type.
   */
  parameters?: Record<string, (value: Scalar, now: Date) => RawBuilder<SqlBool>>;
  /** Conditions over the table `t` under which the clock sends no notice, by the name that a `schedule` has in `unless`. */
  conditions?: Record<string, RawBuilder<SqlBool>>;
  /**
   * Which days or hours of a notice by the clock count for a record, as an array of integers over the table `t`, by the
   * name that a `schedule` has in `chosen`.
   */
  chosen?: Record<string, RawBuilder<readonly number[]>>;
  /** The condition for a search text over the table `t`, in place of a search in the declared columns. */
  search?(context: Context, text: string): Promise<RawBuilder<SqlBool>>;
}

/** The rules of an entity of this product: `EntityRules<'warranty'>`. */
export type EntityRules<Name extends EntityName> = Rules<EntityRows[Name], EntityValues[Name]>;

/** The rules of an entity that another product declares: `RulesOf<typeof ticket>`. */
export type RulesOf<Declared> = Rules<RowOf<Declared>, NewValuesOf<Declared>>;
