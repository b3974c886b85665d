import { type Expression, isComparison, namesIn, parseExpression } from '../../conditions/expressions/expression.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { checkLabel } from '../fields/fields.ts';
import { type Check, countableField, mistake } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { childLimitProblem } from './childLimits.ts';

/** What is wrong with an expression, as the end of a sentence with its correction. */
class ExpressionMistake extends Error {}

/** What an expression results in: `truth` of a comparison, else a value. Amounts carry the field of their currency. */
type ResultType = 'truth' | 'number' | 'day' | 'point in time' | `amount in ${string}`;

const typesOfKinds: Partial<Record<Field['kind'], (field: Field) => ResultType>> = {
  integer: () => 'number',
  decimal: () => 'number',
  choice: ({ choices = [] }) => {
    if (choices.every(({ id }) => typeof id === 'number')) return 'number';
    throw new ExpressionMistake('reads a choice whose ids are texts; write fields with numbers, days or times');
  },
  money: ({ currency = '' }) => `amount in ${currency}`,
  date: () => 'day',
  dateTime: () => 'point in time',
};

/** The names of the fields that an expression may read. */
const readable = (entity: Entity): string[] =>
  Object.keys(entity.fields).filter(
    (name) => countableField(entity, name) && typesOfKinds[entity.fields[name]?.kind ?? 'text'] !== undefined,
  );

function typeOfField(entity: Entity, name: string): ResultType {
  const field = countableField(entity, name);
  if (!field && ['today', 'now'].includes(name))
    throw new ExpressionMistake(
      `compares with "${name}", which a stored record cannot keep to; write earliest: ${name} or latest: ${name} at the field`,
    );
  if (!field && name === 'null')
    throw new ExpressionMistake(
      'compares with null, and an empty field breaks no check; write "required" at the field',
    );
  if (!field)
    throw new ExpressionMistake(`names "${name}", which is no stored or calculated field; ${advice(entity, name)}`);
  const typeOf = field.encrypted ? undefined : typesOfKinds[field.kind];
  if (!typeOf)
    throw new ExpressionMistake(
      `reads "${name}", which is ${field.encrypted ? 'encrypted' : `of the kind ${field.kind}`}; write fields with numbers, days or times`,
    );
  return typeOf(field);
}

function advice(entity: Entity, name: string): string {
  const known = readable(entity);
  return known.length > 0 ? suggestion(name, known) : 'add a field with a number, a day or a time';
}

const mixture = (left: ResultType, operator: string, right: ResultType) =>
  new ExpressionMistake(`has ${left} ${operator} ${right}; write values of one type on both sides`);

const isAmount = (type: ResultType): boolean => type.startsWith('amount');

/** The type of a quotient: of two numbers or two amounts a number, of an amount and a number an amount. */
function typeOfQuotient(left: ResultType, right: ResultType): ResultType {
  if (right === 'number' && (left === 'number' || isAmount(left))) return left;
  if (left === right && isAmount(left)) return 'number';
  throw mixture(left, '/', right);
}

/** The type of `+`, `-` and `*`: days may be counted on and between; an amount may be multiplied by a number. */
function typeOfArithmetic(operator: '+' | '-' | '*', left: ResultType, right: ResultType): ResultType {
  if (operator === '*') {
    if (left === 'number' && (right === 'number' || isAmount(right))) return right;
    if (isAmount(left) && right === 'number') return left;
    throw mixture(left, operator, right);
  }
  if (left === right && (left === 'number' || isAmount(left))) return left;
  if (left === 'day' && right === 'number') return 'day';
  if (left === 'number' && right === 'day' && operator === '+') return 'day';
  if (left === 'day' && right === 'day' && operator === '-') return 'number';
  if (left === 'point in time' && ['point in time', 'number'].includes(right))
    throw new ExpressionMistake(
      "counts with points in time, and only days can be counted; store the length as an integer with a max, and give the end the default plus('starts_at', { minutes: 'length' })",
    );
  throw mixture(left, operator, right);
}

/** The type of a value and of what takes the place of an empty one: the same, or 0 for an amount. */
function typeOfElse(left: ResultType, right: ResultType, other: Expression): ResultType {
  if (left === 'point in time')
    throw new ExpressionMistake('has "else" after a point in time; write it between numbers, amounts or days');
  const isZero = 'number' in other && Number(other.number) === 0;
  if (left !== 'truth' && (left === right || (isAmount(left) && isZero))) return left;
  throw mixture(left, 'else', right);
}

function typeOf(entity: Entity, expression: Expression): ResultType {
  if ('field' in expression) return typeOfField(entity, expression.field);
  if ('number' in expression) return 'number';
  const { operator } = expression;
  const [left, right] = [typeOf(entity, expression.left), typeOf(entity, expression.right)];
  if (operator === 'and' || operator === 'or') {
    if (left === 'truth' && right === 'truth') return 'truth';
    throw new ExpressionMistake(`joins a value by "${operator}"; write a comparison on both sides`);
  }
  if (operator === 'else') return typeOfElse(left, right, expression.right);
  if (operator === '/') return typeOfQuotient(left, right);
  if (!isComparison(operator)) return typeOfArithmetic(operator as '+' | '-' | '*', left, right);
  if (left !== right || left === 'truth') throw mixture(left, operator, right);
  return 'truth';
}

/**
 * Reads an expression and looks what is wrong with it.
 * @param example an expression as it may be written, for one that cannot be read
 * @param look what may be wrong with an expression that can be read and that results in a value of the type
 * @returns what is wrong, as the end of a sentence with its correction; undefined if nothing is
 */
function problemOf(
  entity: Entity,
  text: string,
  example: string,
  look: (type: ResultType, expression: Expression) => string | undefined,
): string | undefined {
  try {
    const expression = parseExpression(text);
    if (namesIn(expression).length === 0) return 'names no field; write one';
    return look(typeOf(entity, expression), expression);
  } catch (error) {
    if (error instanceof ExpressionMistake) return error.message;
    if (error instanceof SyntaxError) return `${error.message}; write it like ${example}`;
    throw error;
  }
}

/**
 * Checks an expression that results in yes or no.
 * @param more what else may be wrong with an expression that can be read
 * @returns what is wrong, as the end of a sentence with its correction; undefined if nothing is
 */
export const comparisonProblem = (
  entity: Entity,
  text: string,
  more: (expression: Expression) => string | undefined = () => undefined,
): string | undefined =>
  problemOf(entity, text, 'ends_on >= starts_on', (type, expression) =>
    type === 'truth' ? more(expression) : 'compares nothing; write one of = != < <= > >=',
  );

/** Why a result of this type is no value of the field, as the end of a sentence; undefined if it is one. */
function whyNotOfKind(field: Field, type: ResultType): string | undefined {
  if (type === 'truth') return 'results in yes or no; make it a boolean';
  if (type === 'day') return 'results in a day; write a date with a default, such as plus(…), in its place';
  if (type === 'point in time') return 'results in a point in time; name the field itself in its place';
  if (type === 'number')
    return ['integer', 'decimal'].includes(field.kind) ? undefined : 'results in a number; make it integer or decimal';
  if (field.kind !== 'money') return `results in an ${type}; make it money`;
  return type === `amount in ${field.currency ?? ''}` ? undefined : `results in an ${type}; write that "currency"`;
}

/**
 * Checks an expression that results in a number of the kind of the field.
 * @returns what is wrong, as the end of a sentence with its correction; undefined if nothing is
 */
export const calculationProblem = (entity: Entity, text: string, field: Field): string | undefined =>
  problemOf(entity, text, 'net + tax', (type) => whyNotOfKind(field, type));

/** Checks that each expression of `check` can be read, compares values of one type, and has a sentence. */
export const checkExpressions: Check = ({ entity }) =>
  Object.entries(entity.check ?? {}).flatMap(([text, sentence]) => {
    const place = `check "${text}"`;
    const problem = comparisonProblem(entity, text, (expression) => childLimitProblem(entity, expression));
    return [
      ...(problem === undefined ? [] : [mistake(entity, place, problem)]),
      ...checkLabel(entity, place, sentence, 'sentence'),
    ];
  });
