import { ruleOf } from '../../kinds/fieldRule.ts';
import { kinds } from '../../kinds/index.ts';
import { validate } from '../../kinds/validation.ts';
import { translateMessage } from '../../messages/catalogue.ts';
import type { Field } from '../../schema/field/field.ts';

/** @returns Why a declared value is not valid in a request body, or undefined if it is valid. */
export function whyInvalid(field: Field, value: unknown): string | undefined {
  const [problem] = Object.values(validate(ruleOf(field), value) ?? {}).flat();
  if (problem !== undefined)
    return `of which its own rule says: ${translateMessage(problem, 'en')}; write a value that it allows`;
  return kinds[field.kind].whyUnfit(value, field);
}
