import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { ConditionScope } from '../../../contract/conditions/compile.ts';
import { formRecord, holdsFor } from '../../../contract/conditions/evaluate.ts';
import { bodyRule, validate } from '../../../contract/kinds/validation.ts';
import { fieldOf, sourceOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { presentCaller } from '../../authProvider/authProvider.ts';
import { bodyOf, bySource } from '../../dataProvider/forms/body.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Messages by the source of the input that they stand below. */
export type Messages = Readonly<Record<string, string>>;

/** Is the field hidden by what the form holds? By its own condition, unless the form says otherwise. */
export type IsHidden = (name: string, values: Values) => boolean;

/** A name and those of the objects that it stands in: `parking.gate` and `parking`. */
const withHolders = (name: string): string[] => name.split('.').map((_, at, keys) => keys.slice(0, at + 1).join('.'));

/**
 * What is hidden by its own condition, or by that of the object that it stands in. In: the fields that the form asks for,
 * and what their conditions are over where the form is of a whole record.
 */
export const hiddenByCondition =
  (fields: Fields, over: ConditionScope = { name: 'form', fields }): IsHidden =>
  (name, values) =>
    withHolders(name).some((one) => {
      const condition = (fields[one] ?? fieldOf({ fields }, one) ?? fieldOf(over, one))?.shownWhen;
      if (!condition) return false;
      return holdsFor(over, condition, formRecord(values), presentCaller(), 'values') !== true;
    });

/** What a form shows for its values, and what it holds of that. */
interface Shown {
  readonly fields: Fields;
  readonly values: Values;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A tree of objects without what stands at a path. */
function without(tree: Values, [key = '', ...rest]: readonly string[]): Values {
  if (!Object.hasOwn(tree, key)) return tree;
  const { [key]: held, ...others } = tree;
  if (rest.length === 0) return others;
  return isObject(held) ? { ...tree, [key]: without(held, rest) } : tree;
}

/**
 * The fields that the form shows for these values, also within objects, and its values without what is hidden within them:
 * what is hidden is neither validated nor sent. The form itself goes on holding it, so that it is there when its condition
 * holds again.
 */
export function shownOf(fields: Fields, values: Values, isHidden = hiddenByCondition(fields)): Shown {
  let left = values;
  const shown = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const inner = field.kind === 'object' ? field.fields : undefined;
    if (isHidden(name, values)) return [];
    if (!inner) return [[name, field]];
    const hidden = Object.keys(inner).filter((one) => isHidden(`${name}.${one}`, values));
    if (hidden.length === 0) return [[name, field]];
    const at = sourceOf(name, field).split('.');
    for (const one of hidden) left = without(left, [...at, ...sourceOf(one, inner[one] as Field).split('.')]);
    return [
      [name, { ...field, fields: Object.fromEntries(Object.entries(inner).filter(([one]) => !hidden.includes(one))) }],
    ];
  });
  return { fields: Object.fromEntries(shown), values: left };
}

/** The same, the fields alone. */
export const shownFields = (fields: Fields, values: Values, isHidden = hiddenByCondition(fields)): Fields =>
  shownOf(fields, values, isHidden).fields;

/** The first message of each field that breaks the contract's rule, by the source of its input. */
function messagesOf({ fields, values }: Shown): Messages {
  const found = validate(bodyRule(fields), bodyOf(fields, values)) ?? {};
  return bySource(fields, Object.fromEntries(Object.entries(found).map(([path, [first = '']]) => [path, first])));
}

const asErrors = (messages: Messages): FieldErrors => {
  const errors: FieldErrors = {};
  for (const [source, message] of Object.entries(messages)) set(errors, source, { type: 'contract', message });
  return errors;
};

export interface ResolverOptions {
  readonly isHidden?: IsHidden | undefined;
  /** What only the form can know, as a repeated password. */
  readonly more?: ((values: Values) => Messages) | undefined;
}

/** A react-hook-form resolver that validates by the contract's own rule; the form's values stay as they are. */
export const contractResolver =
  (fields: Fields, { isHidden, more }: ResolverOptions = {}): Resolver<FieldValues> =>
  (values) => {
    const messages = { ...messagesOf(shownOf(fields, values, isHidden)), ...more?.(values) };
    const failed = Object.keys(messages).length > 0;
    return failed ? { values: {}, errors: asErrors(messages) } : { values, errors: {} };
  };
