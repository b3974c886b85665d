import type { Schema } from 'yup';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { kinds } from './index.ts';
import { asItem } from './item.ts';

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * The validation rule of one field: the rule of its kind, plus "required" if declared. 0 and false count as filled
 * (R-VALID-02).
 */
export function ruleOf(field: Field): Schema {
  const rule = kinds[field.kind].rule(asItem(field), ruleOf);
  return field.required ? rule.test('required', message('required'), (value) => !isEmpty(value)) : rule;
}
