import * as yup from 'yup';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { mustBeFilled } from '../schema/field/required.ts';
import { kinds } from './index.ts';
import { asItem } from './item.ts';
import { provideYup } from './yup.ts';

provideYup(yup);

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * The validation rule of one field: the rule of its kind, plus "required" if declared. 0 and false count as filled
 * (R-VALID-02), and so does a missing value that a default replaces.
 */
export function ruleOf(field: Field): yup.Schema {
  const rule = kinds[field.kind].rule(asItem(field), ruleOf);
  if (!mustBeFilled(field)) return rule;
  const isFilled = (value: unknown) => !isEmpty(value) || (value === undefined && !field.required);
  return rule.test('required', message('required'), isFilled);
}
