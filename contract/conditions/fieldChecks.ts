import { memoize } from '../lib/memoize.ts';
import type { Label } from '../messages/label.ts';
import { message } from '../messages/message.ts';
import { type DeclaredEntity, fieldOf } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { storedNames } from '../schema/field/formula.ts';
import { overlapsOf } from '../schema/rule.ts';
import { type Expression, namesIn, parseExpression } from './expressions/expression.ts';
import { expressionResult } from './expressions/expressionValue.ts';

/** An expression that every record meets, with the message of a record that does not. */
export interface FieldCheck {
  /** The expression as it is written. */
  readonly text: string;
  /** The sentence of the declaration; undefined for a check that a period makes. */
  readonly sentence?: Label;
  readonly expression: Expression;
  /**
   * The stored fields that it reads, in the order of the expression, but counts and sums of children last: nobody writes
   * them, and the message appears at the first.
   */
  readonly names: readonly string[];
  readonly message: string;
}

/** The fields that an expression names, those that a message may appear at first. */
function namesByUse(entity: Pick<DeclaredEntity, 'fields'>, expression: Expression): readonly string[] {
  const names = storedNames(entity.fields, namesIn(expression));
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

/**
 * True unless the record breaks the check. An empty or invalid value breaks none, as in SQL.
 * @param value the value of a field of the record
 */
export const checkHolds = (
  entity: DeclaredEntity,
  { expression }: FieldCheck,
  value: (name: string, field: Field) => unknown,
): boolean => expressionResult(entity, expression, (name, field) => value(name, field) ?? null) !== false;
