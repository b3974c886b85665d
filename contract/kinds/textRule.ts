import * as yup from 'yup';
import { type MessageKey, message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { serialMatch, serialPattern } from '../schema/field/serialNumber.ts';
import type { JsonSchema } from './kind.ts';

/** Every pattern is read by code points, as JSON schema reads it; in a class, surrogates are the lone ones alone. */
export interface Pattern {
  readonly pattern: RegExp;
  readonly message: MessageKey;
}

export const unicode = (source: string): RegExp => new RegExp(source, 'u');

export const lone = String.raw`\ud800-\udfff`;
const control = String.raw`\u0000-\u001f\u007f`;
/** What nobody sees: controls, and what has no width or turns the direction of reading, by which names would look alike. */
export const unseen = String.raw`\p{Cc}\p{Cf}\u2028\u2029`;
/** Tags are written side by side, with commas between. */
const noComma = unicode(`^[^,，${unseen}${lone}]+$`);

const named = {
  letters: { pattern: unicode('^[A-Za-z]+$'), message: 'letters' },
  tag: { pattern: noComma, message: 'tag' },
  loginName: { pattern: unicode('^[A-Za-z0-9._@-]{3,30}$'), message: 'login_name' },
} as const satisfies Record<string, Pattern>;

/** The patterns that a text may match, by name. */
export const patternNames: readonly string[] = Object.keys(named);

const controlInLines = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f`;

/** One line of text. No part of a pattern can match where its neighbour does: all are linear. */
export const line: Pattern = { pattern: unicode(`^[^${unseen}${lone}]*$`), message: 'one_line' };
/** A secret is nobody's name and is shown to nobody: it may have what is not seen. */
export const secretLine: Pattern = { pattern: unicode(`^[^${control}${lone}]*$`), message: 'one_line' };
/** Several lines of text. */
export const lines: Pattern = { pattern: unicode(`^[^${controlInLines}${lone}]*$`), message: 'one_line' };

/** How many characters a text has: code points, as JSON schema counts them. A lone surrogate is one. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** No text has more characters than code units, and none fewer than half of them: what is far from the bound is not read. */
export const isLonger = (text: string, max: number) =>
  text.length > max && (text.length > 2 * max || lengthOf(text) > max);
const isShorter = (text: string, min: number) => text.length < min || (text.length < 2 * min && lengthOf(text) < min);

/** What a kind of text is unless the field says more. */
export interface TextForm {
  /** The most characters. */
  readonly most: number;
  /** What the text matches. */
  readonly own: Pattern;
  /** What a secret text matches instead. */
  readonly secret: Pattern;
  /** Does a text that matches a pattern by name match the kind's own as well? */
  readonly keepsOwn: boolean;
}

/** The patterns of a field that is not empty: that by name, and the kind's own, which a name of a mere text implies. */
function patternsOf({ matches, secret, serial = '' }: Field, form: TextForm): readonly Pattern[] {
  const parts = serialPattern(serial);
  if (parts) return [{ pattern: serialMatch(parts), message: 'one_line' }];
  if (!matches) return [secret ? form.secret : form.own];
  return form.keepsOwn ? [named[matches], form.own] : [named[matches]];
}

/** The first thing that is wrong with a text, its length before its signs: no pattern reads a text that is too long. */
function firstWrong(text: string, field: Field, form: TextForm): string | undefined {
  const { min = 0, max = form.most } = field;
  if (isLonger(text, max)) return message('max_length', { value: max });
  if (isShorter(text, min)) return message('min_length', { value: min });
  const broken = text === '' ? undefined : patternsOf(field, form).find(({ pattern }) => !pattern.test(text));
  return broken && message(broken.message);
}

/** The rule of a text. */
export const textRule = (field: Field, form: TextForm): yup.Schema =>
  yup
    .string()
    .strict()
    .nullable()
    .typeError(message('text'))
    .test('text', (text, context) => {
      const wrong = text == null ? undefined : firstWrong(text, field, form);
      return wrong === undefined || context.createError({ message: wrong });
    });

/** A text's schema; one that may be left empty may be the empty text whatever its pattern. */
export function textSchema(field: Field, form: TextForm): JsonSchema {
  const least = field.required ? Math.max(1, field.min ?? 1) : field.min;
  const [pattern, ...more] = patternsOf(field, form).map(({ pattern: { source } }) =>
    field.required ? source : `^$|${source}`,
  );
  return {
    type: 'string',
    ...(field.secret && { format: 'password' }),
    maxLength: field.max ?? form.most,
    ...(least && { minLength: least }),
    pattern,
    ...(more.length > 0 && { allOf: more.map((one) => ({ pattern: one })) }),
  };
}

/** Can a list be searched for the text? */
export const isSearchText = (text: string): boolean =>
  !isLonger(text, 200) && text.isWellFormed() && !text.includes('\0');
