import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { ConditionScope } from '../../../contract/conditions/compile.ts';
import { conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { formRecord } from '../../../contract/conditions/records.ts';
import { bodyRule, validate } from '../../../contract/kinds/validation.ts';
import { fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { bodyFromValues, messagesBySource } from '../../dataProvider/forms/body.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** Messages by the source of their input. */
export type InputMessages = Readonly<Record<string, string>>;

/** True if the values of the form hide the field; by default decided by the field's own condition. */
export type IsFieldHidden = (name: string, values: FormValues) => boolean;

/** A name and the names of the objects around it: `parking.gate` and `parking`. */
const withParents = (name: string): string[] => name.split('.').map((_, at, keys) => keys.slice(0, at + 1).join('.'));

/**
 * Hides the fields whose own condition, or that of an object around them, is false.
 * @param fields The fields of the form.
 * @param over The scope of the conditions, if the form is for a whole record.
 */
export const hiddenByCondition =
  (fields: Fields, over: ConditionScope = { name: 'form', fields }): IsFieldHidden =>
  (name, values) =>
    withParents(name).some((one) => {
      const condition = (fields[one] ?? fieldOf({ fields }, one) ?? fieldOf(over, one))?.shownWhen;
      if (!condition) return false;
      return conditionHolds(over, condition, formRecord(values), currentCaller(), 'values') !== true;
    });

/** The fields that a form shows for its values, and their values. */
interface ShownForm {
  readonly fields: Fields;
  readonly values: FormValues;
}

const isObject = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of nested objects without the value at a path. */
function withoutPath(tree: FormValues, [key = '', ...rest]: readonly string[]): FormValues {
  if (!Object.hasOwn(tree, key)) return tree;
  const { [key]: child, ...others } = tree;
  if (rest.length === 0) return others;
  return isObject(child) ? { ...tree, [key]: withoutPath(child, rest) } : tree;
}

/**
 * The fields that the form shows for these values, including those inside objects, and the values without hidden ones
 * inside objects. Hidden fields are neither validated nor sent, but the form still contains their values, in case the
 * condition is met again.
 */
export function shownForm(fields: Fields, values: FormValues, isHidden = hiddenByCondition(fields)): ShownForm {
  let remaining = values;
  const shown = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const inner = field.fields;
    if (isHidden(name, values)) return [];
    if (!inner) return [[name, field]];
    const hidden = Object.keys(inner).filter((one) => isHidden(`${name}.${one}`, values));
    if (hidden.length === 0) return [[name, field]];
    const at = readPathOf(name, field).split('.');
    for (const one of hidden)
      remaining = withoutPath(remaining, [...at, ...readPathOf(one, inner[one] as Field).split('.')]);
    return [
      [name, { ...field, fields: Object.fromEntries(Object.entries(inner).filter(([one]) => !hidden.includes(one))) }],
    ];
  });
  return { fields: Object.fromEntries(shown), values: remaining };
}

/** Only the fields of the shown form. */
export const shownFields = (fields: Fields, values: FormValues, isHidden = hiddenByCondition(fields)): Fields =>
  shownForm(fields, values, isHidden).fields;

/** The first message of each field that breaks the rule of the contract, by the source of its input. */
function validationMessages({ fields, values }: ShownForm): InputMessages {
  const found = validate(bodyRule(fields), bodyFromValues(fields, values)) ?? {};
  return messagesBySource(
    fields,
    Object.fromEntries(Object.entries(found).map(([path, [first = '']]) => [path, first])),
  );
}

const toFieldErrors = (messages: InputMessages): FieldErrors => {
  const errors: FieldErrors = {};
  for (const [source, message] of Object.entries(messages)) set(errors, source, { type: 'contract', message });
  return errors;
};

export interface ResolverOptions {
  readonly isHidden?: IsFieldHidden | undefined;
  /** Validation that only the form can do, for example of a repeated password. */
  readonly more?: ((values: FormValues) => InputMessages) | undefined;
}

/** A react-hook-form resolver that validates with the rule of the contract; the form's values remain unchanged. */
export const contractResolver =
  (fields: Fields, { isHidden, more }: ResolverOptions = {}): Resolver<FieldValues> =>
  (values) => {
    // What is wrong with a value itself comes before its relations to others.
    const messages = { ...more?.(values), ...validationMessages(shownForm(fields, values, isHidden)) };
    const failed = Object.keys(messages).length > 0;
    return failed ? { values: {}, errors: toFieldErrors(messages) } : { values, errors: {} };
  };
