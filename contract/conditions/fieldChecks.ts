import { memoize } from '../lib/memoize.ts';
import type { Label } from '../messages/label.ts';
import { message } from '../messages/message.ts';
import { type DeclaredEntity, fieldOf } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { overlapsOf } from '../schema/rule.ts';
import { comparable, comparisonType } from './comparable.ts';
import { type Expression, namesIn, type Operator, parseExpression } from './expression.ts';

/** An expression that every record meets, with the message of a record that does not. */
export interface FieldCheck {
  /** The expression as it is written. */
  readonly text: string;
  /** The sentence of the declaration; undefined for a check that a period makes. */
  readonly sentence?: Label;
  readonly expression: Expression;
  /**
   * The fields that it reads, in the order of the expression, but counts and sums of children last: nobody writes them,
   * and the message appears at the first.
   */
  readonly names: readonly string[];
  readonly message: string;
}

/** The fields that an expression names, those that a message may appear at first. */
function namesByUse(entity: Pick<DeclaredEntity, 'fields'>, expression: Expression): readonly string[] {
  const names = namesIn(expression);
  const isRollup = (name: string) => entity.fields[name]?.rollup !== undefined;
  return [...names.filter((name) => !isRollup(name)), ...names.filter(isRollup)];
}

const toCheck = (entity: DeclaredEntity, text: string, broken: string, sentence?: Label): FieldCheck => {
  const expression = parseExpression(text);
  const names = namesByUse(entity, expression);
  return { text, expression, names, message: broken, ...(sentence && { sentence }) };
};

/** A period ends on the day of its beginning at the earliest; one between points in time ends after it. */
const periodChecks = (entity: DeclaredEntity): FieldCheck[] =>
  overlapsOf(entity).map(({ from, until }) => {
    const { kind, label } = fieldOf(entity, from) as Field;
    const { en, zh } = label;
    return kind === 'date'
      ? toCheck(entity, `${until} >= ${from}`, message('reversed'))
      : toCheck(entity, `${until} > ${from}`, message('after', { name_en: en, name_zh: zh }));
  });

/**
 * The expressions of `check`, and that the periods of `noOverlap` do not end before they begin.
 * @throws SyntaxError for an expression that cannot be parsed, which the check of declarations reports
 */
export const fieldChecks = memoize((entity: DeclaredEntity): readonly FieldCheck[] => [
  ...periodChecks(entity),
  ...Object.entries(entity.check ?? {}).map(([text, sentence]) =>
    toCheck(entity, text, message('sentence', { text_en: sentence.en, text_zh: sentence.zh }), sentence),
  ),
]);

/** A number without rounding: 12.50 is 1250 with two digits after the decimal point. */
interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** Yes, no, a number, or null where a value is empty: the logic of SQL, in which a check holds unless it is false. */
type Result = boolean | Exact | null;

const dayMs = 86_400_000;

function toExact(value: unknown): Exact | null {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  return whole === undefined ? null : { units: BigInt(whole + fraction), scale: fraction.length };
}

/** The value of a field: of a day the days since 1970, of a point in time the milliseconds; null if empty or invalid. */
function exactValue(field: Field, value: unknown): Exact | null {
  const found = comparable(field, value) ?? null;
  return toExact(comparisonType(field) === 'day' ? Date.parse(String(found)) / dayMs : found);
}

const unitsAt = ({ units, scale }: Exact, wanted: number): bigint => units * 10n ** BigInt(wanted - scale);

function compute(operator: Operator, left: Exact, right: Exact): boolean | Exact {
  if (operator === '*') return { units: left.units * right.units, scale: left.scale + right.scale };
  const scale = Math.max(left.scale, right.scale);
  const [one, other] = [unitsAt(left, scale), unitsAt(right, scale)];
  if (operator === '+') return { units: one + other, scale };
  if (operator === '-') return { units: one - other, scale };
  const compared: Partial<Record<Operator, boolean>> = {
    '=': one === other,
    '!=': one !== other,
    '<': one < other,
    '<=': one <= other,
    '>': one > other,
    '>=': one >= other,
  };
  return compared[operator] === true;
}

/** `and` and `or` of SQL: the deciding value decides, whatever the other one is. */
function combine(deciding: boolean, left: Result, right: Result): Result {
  if (left === deciding || right === deciding) return deciding;
  return left === null || right === null ? null : !deciding;
}

function evaluateExpression(expression: Expression, valueNamed: (name: string) => Exact | null): Result {
  if ('field' in expression) return valueNamed(expression.field);
  if ('number' in expression) return toExact(expression.number);
  const { operator } = expression;
  const left = evaluateExpression(expression.left, valueNamed);
  const right = evaluateExpression(expression.right, valueNamed);
  if (operator === 'and' || operator === 'or') return combine(operator === 'or', left, right);
  return left === null || right === null ? null : compute(operator, left as Exact, right as Exact);
}

/**
 * True unless the record breaks the check. An empty or invalid value breaks none, as in SQL.
 * @param value the value of a field of the record
 */
export const checkHolds = (
  entity: DeclaredEntity,
  { expression }: FieldCheck,
  value: (name: string, field: Field) => unknown,
): boolean =>
  evaluateExpression(expression, (name) => {
    const field = fieldOf(entity, name);
    return field ? exactValue(field, value(name, field)) : null;
  }) !== false;
