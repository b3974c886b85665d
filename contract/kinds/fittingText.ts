import { canonicalText, refusedInLine } from '../lib/canonicalText.ts';
import type { Field } from '../schema/field/field.ts';
import { ruleOf } from './fieldRule.ts';
import { kinds } from './index.ts';
import { textLimits } from './limits.ts';
import { loneSurrogate } from './textRule.ts';
import { validate } from './validation.ts';
import { textFormOf } from './writtenForm.ts';

/**
 * Texts that other systems send, such as a sign-in provider, as the fields store them in which they are saved. Nobody who
 * could correct them is asked.
 */

const refused = new RegExp(`[${refusedInLine}${loneSurrogate}]`, 'gu');

const written = (field: Field, text: string): string =>
  canonicalText(text, textFormOf(field, kinds[field.kind].written));

/**
 * A text of one line that may be changed, such as a name: in its canonical form, with a space for each character that the
 * field refuses, and as much of it as the field allows.
 * @returns undefined if nothing of it is left
 */
export function fittingText(field: Field, text: string): string | undefined {
  const whole = written(field, text.replace(refused, ' '));
  const fitting = written(field, [...whole].slice(0, textLimits(field)?.most).join(''));
  return fitting === '' ? undefined : fitting;
}

/**
 * A text that means something else once it is changed, such as an address: in its canonical form.
 * @returns undefined if the field refuses it
 */
export function acceptedText(field: Field, text: string): string | undefined {
  const value = written(field, text);
  return value === '' || validate(ruleOf(field), value) ? undefined : value;
}
