import type { Comparable } from '../kinds/kind.ts';
import { valueAt } from '../lib/dottedPath.ts';
import { type Entity, fieldOf, readPathOf } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { expressionOf } from '../schema/field/formula.ts';
import type { ConditionField } from './compile.ts';
import { type ConditionRecord, valueInRow } from './evaluate.ts';
import { asComparable, expressionResult } from './expressions/expressionValue.ts';

/**
 * Records with all their values, from which computed numbers are calculated. Lists need none of this: an answer has its
 * computed values.
 */

type Values = Readonly<Record<string, unknown>>;

/** The value of a field of a record by its name. */
export const valueIn = (record: ConditionRecord, name: string, field: Field): unknown =>
  record.value({
    field,
    path: name.split('.') as [string, ...string[]],
    source: readPathOf(name, field).split('.'),
    ids: undefined,
  });

/** The value of a field with an expression, from the values of the record. */
export function calculated({ field, worksWith: scope }: ConditionField, record: ConditionRecord) {
  const expression = scope && field.formula && expressionOf(field.formula);
  if (!expression) return undefined;
  const result = expressionResult(scope, expression, (name, operand) => valueIn(record, name, operand));
  // What is not known to be so is not so.
  return field.kind === 'boolean' && result === null ? false : asComparable(field, result);
}

/**
 * A stored row, or values by field name. Other rows are not available, and time only if `now` is given. A computed value
 * of the row may be older than the values that it is computed from.
 */
export const storedRecord = (row: Values, now?: Date): ConditionRecord => ({
  now: now?.getTime(),
  hasCurrentCounts: true,
  value: ({ path, worksWith }) => (worksWith ? undefined : valueInRow(row, path)),
  calculated,
});

/**
 * The value of a computed number for a stored row, as a row has values of its kind.
 * @returns null if it is empty
 */
export const computedInRow = (entity: Entity, name: string, row: Values): Comparable | null =>
  calculated(
    { field: fieldOf(entity, name) as Field, path: [name], source: [name], ids: undefined, worksWith: entity },
    storedRecord(row),
  ) ?? null;

const emptyAsNull = (value: unknown): unknown => (value === '' ? null : value);

/** The values of a form by the source of each input. Missing values count as empty; computed ones follow the inputs. */
export const formRecord = (values: Values): ConditionRecord => ({
  now: Date.now(),
  value: ({ source, path, worksWith }) =>
    worksWith ? undefined : emptyAsNull(valueAt(values, source) ?? valueAt(values, path) ?? null),
  calculated,
});
