import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { boundSigns, comparisonSign } from '../../../contract/conditions/bounds.ts';
import { comparisonType } from '../../../contract/conditions/comparable.ts';
import {
  type ConditionField,
  type ConditionScope,
  type ConditionTree,
  compileCondition,
} from '../../../contract/conditions/compile.ts';
import { type ConditionCaller, callerProperty } from '../../../contract/conditions/condition.ts';
import { digitsPattern } from '../../../contract/kinds/decimalDigits.ts';
import type { Comparable } from '../../../contract/kinds/kind.ts';
import { momentPattern } from '../../../contract/lib/dateTime.ts';
import { dayMs } from '../../../contract/lib/dayMs.ts';
import { fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { expressionOf } from '../../../contract/schema/field/formula.ts';
import { expressionSql, fieldSql } from '../../db/schema/arithmetic.ts';
import { columnSql, isEmptySql } from '../../db/schema/columns.ts';

/** Conditions and computed fields of a record as SQL. */

type Predicate = RawBuilder<SqlBool>;
type Expression = RawBuilder<unknown>;
type Node<Name extends ConditionTree['node']> = Extract<ConditionTree, { node: Name }>;

const never: Predicate = sql<SqlBool>`false`;
const always: Predicate = sql<SqlBool>`true`;

/** The value of a computed field for a row of the table under the alias. */
function formulaSql(scope: ConditionScope, name: string, { kind, formula }: Field, alias: string): Expression {
  if (formula && 'when' in formula)
    return sql`coalesce(${treePredicate(compileCondition(scope, formula.when), undefined, alias)}, false)`;
  const comparison = formula && kind === 'boolean' ? expressionOf(formula) : undefined;
  return sql.raw(
    comparison ? `coalesce(${expressionSql(scope, comparison, alias)}, false)` : fieldSql(scope, name, alias),
  );
}

/** A field of a record as SQL: its column, or its formula. */
export function valueSql(scope: ConditionScope, name: string, alias = 't'): Expression {
  const field = fieldOf(scope, name);
  return field?.formula ? sql`(${formulaSql(scope, name, field, alias)})` : sql.ref(`${alias}.${name}`);
}

/** A condition tree as a predicate; keep it equivalent to `evaluate` in contract/conditions/evaluate.ts. */
export function treePredicate(tree: ConditionTree, caller: ConditionCaller | undefined, alias: string): Predicate {
  switch (tree.node) {
    case 'all':
      return joined(tree, sql` and `, caller, alias) ?? always;
    case 'any':
      return joined(tree, sql` or `, caller, alias) ?? never;
    case 'is':
      return valuePredicate(tree, alias);
    case 'timed':
      return timePredicate(tree, alias);
    case 'bounded':
      return boundPredicate(tree, alias);
    case 'compared':
      return comparedPredicate(tree, alias);
    case 'not':
      return oppositePredicate(tree, caller, alias);
    case 'mine':
      return callerPredicate(tree, caller, alias);
    case 'through':
      return throughPredicate(tree, caller, alias);
    case 'referenced':
      return referencedPredicate(tree, caller, alias);
  }
}

function joined(
  { of }: Node<'all' | 'any'>,
  by: Expression,
  caller: ConditionCaller | undefined,
  alias: string,
): Predicate | undefined {
  const parts = of.map((one) => treePredicate(one, caller, alias));
  return parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, by)})` : undefined;
}

const isInside = ({ path }: ConditionField): boolean => path.length > 1;

/** A key inside a JSON column: `->` keeps it JSON, `->>` makes it text. */
function inside({ path: [column, ...keys] }: ConditionField, alias: string, last: '->' | '->>'): Expression {
  const end = keys.length - 1;
  const steps = keys.map((key, index) => sql`${sql.raw(index === end ? last : '->')} ${sql.lit(key)}`);
  return sql`(${sql.ref(`${alias}.${column}`)} ${sql.join(steps, sql` `)})`;
}

/** A column or a formula as a value, a key inside a JSON column as JSON. */
function valueAt(at: ConditionField, alias: string): Expression {
  if (isInside(at)) return inside(at, alias, '->');
  return at.worksWith ? valueSql(at.worksWith, at.path[0], alias) : sql.ref(`${alias}.${at.path[0]}`);
}

/** Casts a compared value to the type of the column or of the JSON. */
const asAt = (at: ConditionField, value: Expression): Expression => (isInside(at) ? sql`to_jsonb(${value})` : value);
const bound = (at: ConditionField, value: Comparable): Expression =>
  isInside(at) ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;

function isEmpty(at: ConditionField, alias: string): Predicate {
  if (!comparisonType(at.field)) return sql.raw(isEmptySql(at.field, columnSql(at.path[0], alias)));
  const value = isInside(at) ? inside(at, alias, '->>') : valueAt(at, alias);
  return comparisonType(at.field) === 'text'
    ? sql<SqlBool>`nullif(${value}, '') is null`
    : sql<SqlBool>`${value} is null`;
}

/** A point in time to the millisecond, as in JavaScript. In JSON it is a text with any offset. */
function momentAt(at: ConditionField, alias: string): Expression {
  if (!isInside(at)) return sql`date_trunc('milliseconds', ${valueAt(at, alias)})`;
  const text = inside(at, alias, '->>');
  const local = sql`left(regexp_replace(${text}, '(Z|[+-][0-9:]+)$', ''), 23)::timestamp`;
  const offset = sql`coalesce(substring(${text} from '[+-][0-9]{2}:[0-9]{2}$'), '0')::interval`;
  return sql`case when ${text} ~ ${sql.lit(momentPattern.source)} then (${local} - ${offset}) at time zone 'UTC' end`;
}

function valuePredicate({ at, values, orEmpty }: Node<'is'>, alias: string): Predicate {
  if (orEmpty && values.length === 0) return isEmpty(at, alias);
  const isMoment = comparisonType(at.field) === 'moment';
  const column = isMoment ? momentAt(at, alias) : valueAt(at, alias);
  const wanted = values.map((value) => (isMoment ? sql`${new Date(Number(value))}` : bound(at, value)));
  if (wanted.length === 0) return never;
  const among = wanted.length === 1 ? sql`${column} = ${wanted[0]}` : sql`${column} in (${sql.join(wanted)})`;
  return orEmpty ? sql<SqlBool>`(${isEmpty(at, alias)} or ${among})` : sql<SqlBool>`${among}`;
}

function callerPredicate({ at, me }: Node<'mine'>, caller: ConditionCaller | undefined, alias: string): Predicate {
  const value = callerProperty(caller, me);
  return value === null ? never : sql<SqlBool>`${valueAt(at, alias)} = ${bound(at, value)}`;
}

/** Compares a value with the present by the clock of the database; days are in UTC. */
function timePredicate({ at, lies, distance }: Node<'timed'>, alias: string): Predicate {
  if (comparisonType(at.field) === 'day') {
    const days = distance === 0 ? sql`` : sql` + ${sql.lit(distance / dayMs)}`;
    const today = sql`((now() at time zone 'UTC')::date${days})`;
    const sign = sql.raw(lies === 'before' ? '<' : '>');
    if (!isInside(at)) return sql<SqlBool>`${valueAt(at, alias)} ${sign} ${today}`;
    return sql<SqlBool>`${inside(at, alias, '->>')} collate "C" ${sign} ${today}::text`;
  }
  const moment = momentAt(at, alias);
  const time = distance === 0 ? sql`now()` : sql`(now() + make_interval(secs => ${sql.lit(distance / 1000)}))`;
  if (lies === 'before') return sql<SqlBool>`${moment} < ${time}`;
  if (lies === 'after') return sql<SqlBool>`${moment} > ${time}`;
  const span = sql`make_interval(secs => ${sql.lit(lies / 1000)})`;
  return sql<SqlBool>`${moment} between now() - ${span} and now() + ${span}`;
}

/** A number inside a JSON column; null if the value is none. A decimal is a text of digits there. */
function numberInside(at: ConditionField, alias: string): Expression {
  const types = comparisonType(at.field) === 'decimal' ? sql`('string', 'number')` : sql`('number')`;
  const text = inside(at, alias, '->>');
  return sql`case when jsonb_typeof(${inside(at, alias, '->')}) in ${types}
    and ${text} ~ ${sql.lit(digitsPattern.source)} then ${text}::numeric end`;
}

function boundPredicate({ at, side, bound }: Node<'bounded'>, alias: string): Predicate {
  const value = isInside(at) ? numberInside(at, alias) : valueAt(at, alias);
  return sql<SqlBool>`${value} ${sql.raw(boundSigns[side])} ${sql.raw(bound)}`;
}

/** A column as `evaluate` compares it: a point in time to the millisecond, an empty text as no value. */
function comparedValue(at: ConditionField, alias: string): Expression {
  const type = comparisonType(at.field);
  if (type === 'moment') return momentAt(at, alias);
  return type === 'text' ? sql`nullif(${valueAt(at, alias)}, '')` : valueAt(at, alias);
}

function comparedPredicate({ at, side, other }: Node<'compared'>, alias: string): Predicate {
  const sign = sql.raw(comparisonSign(side));
  return sql<SqlBool>`${comparedValue(at, alias)} ${sign} ${comparedValue(other, alias)}`;
}

/** Empty fields match, too. Nobody is another than a caller who is not there. */
function oppositePredicate({ of }: Node<'not'>, caller: ConditionCaller | undefined, alias: string): Predicate {
  if (of.node === 'mine' && callerProperty(caller, of.me) === null) return never;
  return sql<SqlBool>`(${treePredicate(of, caller, alias)}) is not true`;
}

function throughPredicate(
  { at, entity, column, where }: Node<'through'>,
  caller: ConditionCaller | undefined,
  alias: string,
): Predicate {
  const inner = `${alias}h`;
  return sql<SqlBool>`${valueAt(at, alias)} in (select ${asAt(at, valueAt(column, inner))}
    from ${sql.table(entity.table)} as ${sql.ref(inner)}
    where ${sql.ref(`${inner}.deleted_at`)} is null and ${treePredicate(where, caller, inner)})`;
}

function referencedPredicate(
  { at, target, where }: Node<'referenced'>,
  caller: ConditionCaller | undefined,
  alias: string,
): Predicate {
  const inner = `${alias}r`;
  return sql<SqlBool>`${valueAt(at, alias)} in (select ${asAt(at, sql.ref(`${inner}.id`))}
    from ${sql.table(target.table)} as ${sql.ref(inner)} where ${treePredicate(where, caller, inner)})`;
}
