import { ruleOf } from '../kinds/fieldRule.ts';
import { kinds } from '../kinds/index.ts';
import { validate } from '../kinds/validation.ts';
import type { Field } from '../schema/field/field.ts';
import { rangeLimitField } from './filters.ts';

/** Parses the limit of a range from a parameter; undefined if it is invalid. */
export function parseRangeLimit(field: Field, text: string): number | string | undefined {
  const range = kinds[field.kind].filter?.byRange;
  const longest = String(range?.farthest(field)).length;
  const isNumber = range?.isWhole && /^-?\d+$/.test(text) && text.replace('-', '').length <= longest;
  const value = isNumber ? Number(text) : text;
  return validate(ruleOf(rangeLimitField(field)), value) === undefined ? value : undefined;
}
