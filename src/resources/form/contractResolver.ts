import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type { ConditionScope } from '../../../contract/condition.ts';
import { fieldOf } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import { bodyRule, validate } from '../../../contract/validation.ts';
import { formRecord, holdsFor } from '../../../contract/verdict.ts';
import { presentCaller } from '../../authProvider/authProvider.ts';
import { bodyOf, bySource } from '../../dataProvider/body.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Messages by the source of the input that they stand below. */
export type Messages = Readonly<Record<string, string>>;

/** Is the field hidden by what the form holds? By its own condition, unless the form says otherwise. */
export type IsHidden = (name: string, values: Values) => boolean;

/** In: the fields that the form asks for, and what their conditions are over where the form is of a whole record. */
export const hiddenByCondition =
  (fields: Fields, over: ConditionScope = { name: 'form', fields }): IsHidden =>
  (name, values) => {
    const condition = (fields[name] ?? fieldOf({ fields }, name))?.shownWhen;
    if (!condition) return false;
    return holdsFor(over, condition, formRecord(values), presentCaller(), 'values') !== true;
  };

/** The fields that the form shows for these values: what is hidden is neither validated nor sent. */
export const shownFields = (fields: Fields, values: Values, isHidden = hiddenByCondition(fields)): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isHidden(name, values)));

/** The first message of each field that breaks the contract's rule, by the source of its input. */
function messagesOf(fields: Fields, values: Values): Messages {
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
    const messages = { ...messagesOf(shownFields(fields, values, isHidden), values), ...more?.(values) };
    const failed = Object.keys(messages).length > 0;
    return failed ? { values: {}, errors: asErrors(messages) } : { values, errors: {} };
  };
