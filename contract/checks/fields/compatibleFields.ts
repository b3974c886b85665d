import { digitsOf } from '../../kinds/decimal.ts';
import { limitsOf, mostItems } from '../../kinds/limits.ts';
import { textLimits } from '../../kinds/textKinds.ts';
import type { Field } from '../../schema/field/field.ts';

/** Whether one field takes values that another does not: what a step or an action asks for is stored in a field of the record. */

/** Does a decimal have more digits, before or behind the point, than the other? */
function isFiner(one: Field, other: Field): boolean {
  const [mine, theirs] = [digitsOf(one), digitsOf(other)];
  return mine.scale > theirs.scale || mine.precision - mine.scale > theirs.precision - theirs.scale;
}

function hasMoreNumbers(input: Field, field: Field): boolean {
  if (input.kind === 'decimal') {
    const most = Number.POSITIVE_INFINITY;
    return isFiner(input, field) || (input.min ?? 0) < (field.min ?? 0) || (input.max ?? most) > (field.max ?? most);
  }
  const [mine, theirs] = [limitsOf(input), limitsOf(field)];
  return mine.least < theirs.least || mine.most > theirs.most;
}

function hasMoreTexts(input: Field, field: Field): boolean {
  const [mine, theirs] = [textLimits(input), textLimits(field)];
  if (!mine || !theirs) return false;
  const isOther = field.matches !== undefined && field.matches !== input.matches;
  return isOther || mine.least < theirs.least || mine.most > theirs.most;
}

/** Does it let in records that the other keeps out, of another entity or without one of its conditions? */
function hasMoreRecords(input: Field, field: Field): boolean {
  const mine: Readonly<Record<string, unknown>> = input.where ?? {};
  const theirs = Object.entries(field.where ?? {});
  return input.to !== field.to || theirs.some(([name, value]) => JSON.stringify(mine[name]) !== JSON.stringify(value));
}

function hasMoreItems(input: Field, field: Field): boolean {
  const isOther = input.items !== undefined && field.items !== undefined && isOtherOrWider(input.items, field.items);
  return isOther || mostItems(input) > mostItems(field);
}

const hasMoreFields = (input: Field, field: Field): boolean =>
  Object.entries(input.fields ?? {}).some(([name, inner]) => {
    const other = field.fields?.[name];
    return !other || isOtherOrWider(inner, other) || (other.required && !inner.required);
  });

const isOtherOrWider = (input: Field, field: Field): boolean => input.kind !== field.kind || isWider(input, field);

/** Does an input take values that a field of the same kind does not? */
export function isWider(input: Field, field: Field): boolean {
  const { kind } = input;
  const ids = field.choices?.map(({ id }) => id);
  if (ids && input.choices?.some(({ id }) => !ids.includes(id))) return true;
  if (kind === 'integer' || kind === 'money' || kind === 'decimal') return hasMoreNumbers(input, field);
  if (kind === 'reference') return hasMoreRecords(input, field);
  if (kind === 'list' || kind === 'tags') return hasMoreItems(input, field);
  return kind === 'object' ? hasMoreFields(input, field) : hasMoreTexts(input, field);
}
