import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { ConditionScope } from '../../../contract/conditions/compile.ts';
import { conditionHolds, formRecord } from '../../../contract/conditions/evaluate.ts';
import { bodyRule, validate } from '../../../contract/kinds/validation.ts';
import { fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { bodyFromValues, messagesBySource } from '../../dataProvider/forms/body.ts';

export type FormValues = Readonly<Record<string, unknown>>;

/** Messages by the source of the input that they stand below. */
export type InputMessages = Readonly<Record<string, string>>;

/** Is the field hidden by what the form holds? By its own condition, unless the form says otherwise. */
export type IsFieldHidden = (name: string, values: FormValues) => boolean;

/** A name and those of the objects that it stands in: `parking.gate` and `parking`. */
const withParents = (name: string): string[] => name.split('.').map((_, at, keys) => keys.slice(0, at + 1).join('.'));

/**
 * What is hidden by its own condition, or by that of the object that it stands in. In: the fields that the form asks for,
 * and what their conditions are over where the form is of a whole record.
 */
export const hiddenByCondition =
  (fields: Fields, over: ConditionScope = { name: 'form', fields }): IsFieldHidden =>
  (name, values) =>
    withParents(name).some((one) => {
      const condition = (fields[one] ?? fieldOf({ fields }, one) ?? fieldOf(over, one))?.shownWhen;
      if (!condition) return false;
      return conditionHolds(over, condition, formRecord(values), currentCaller(), 'values') !== true;
    });

/** What a form shows for its values, and what it holds of that. */
interface ShownForm {
  readonly fields: Fields;
  readonly values: FormValues;
}

const isObject = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A tree of objects without what stands at a path. */
function withoutPath(tree: FormValues, [key = '', ...rest]: readonly string[]): FormValues {
  if (!Object.hasOwn(tree, key)) return tree;
  const { [key]: held, ...others } = tree;
  if (rest.length === 0) return others;
  return isObject(held) ? { ...tree, [key]: withoutPath(held, rest) } : tree;
}

/**
 * The fields that the form shows for these values, also within objects, and its values without what is hidden within them:
 * what is hidden is neither validated nor sent. The form itself goes on holding it, so that it is there when its condition
 * holds again.
 */
export function shownForm(fields: Fields, values: FormValues, isHidden = hiddenByCondition(fields)): ShownForm {
  let left = values;
  const shown = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    const inner = field.kind === 'object' ? field.fields : undefined;
    if (isHidden(name, values)) return [];
    if (!inner) return [[name, field]];
    const hidden = Object.keys(inner).filter((one) => isHidden(`${name}.${one}`, values));
    if (hidden.length === 0) return [[name, field]];
    const at = readPathOf(name, field).split('.');
    for (const one of hidden) left = withoutPath(left, [...at, ...readPathOf(one, inner[one] as Field).split('.')]);
    return [
      [name, { ...field, fields: Object.fromEntries(Object.entries(inner).filter(([one]) => !hidden.includes(one))) }],
    ];
  });
  return { fields: Object.fromEntries(shown), values: left };
}

/** The same, the fields alone. */
export const shownFields = (fields: Fields, values: FormValues, isHidden = hiddenByCondition(fields)): Fields =>
  shownForm(fields, values, isHidden).fields;

/** The first message of each field that breaks the contract's rule, by the source of its input. */
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
  /** What only the form can know, as a repeated password. */
  readonly more?: ((values: FormValues) => InputMessages) | undefined;
}

/** A react-hook-form resolver that validates by the contract's own rule; the form's values stay as they are. */
export const contractResolver =
  (fields: Fields, { isHidden, more }: ResolverOptions = {}): Resolver<FieldValues> =>
  (values) => {
    const messages = { ...validationMessages(shownForm(fields, values, isHidden)), ...more?.(values) };
    const failed = Object.keys(messages).length > 0;
    return failed ? { values: {}, errors: toFieldErrors(messages) } : { values, errors: {} };
  };
