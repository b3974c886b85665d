import type { Schema } from 'yup';
import { isStorable, refusedInLine } from '../lib/canonicalText.ts';
import { type MessageKey, message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { serialMatch, serialPattern } from '../schema/field/serialNumber.ts';
import type { JsonSchema } from './kind.ts';
import { yup } from './yup.ts';

/**
 * A pattern for texts. All patterns use the `u` flag and match code points, as JSON schema does, so a surrogate in a
 * class matches only a lone surrogate.
 */
export interface Pattern {
  readonly pattern: RegExp;
  readonly message: MessageKey;
}

export const unicode = (source: string): RegExp => new RegExp(source, 'u');

export const loneSurrogate = String.raw`\ud800-\udfff`;
const control = String.raw`\u0000-\u001f\u007f`;
/**
 * Invisible characters: controls, characters of zero width and direction marks. Names that differ only in these would
 * look the same.
 */
export const invisible = String.raw`\p{Cc}\p{Cf}\u2028\u2029\u2800`;
/** Tags are written in one line, separated by commas. */
const noComma = unicode(`^[^,，${refusedInLine}${loneSurrogate}]+$`);

const named = {
  letters: { pattern: unicode('^[A-Za-z]+$'), message: 'letters' },
  capitals: { pattern: unicode('^[A-Z0-9._/-]+$'), message: 'capitals' },
  tag: { pattern: noComma, message: 'tag' },
  loginName: { pattern: unicode('^[A-Za-z0-9._@-]{3,30}$'), message: 'login_name' },
} as const satisfies Record<string, Pattern>;

/** The names of the patterns that a field may demand with `matches`. */
export const patternNames: readonly string[] = Object.keys(named);

const controlInLines = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f`;

/**
 * One line of text; `canonicalText` has removed what only hides. Each pattern runs in linear time, because adjacent
 * parts never match the same character.
 */
export const line: Pattern = { pattern: unicode(`^[^${refusedInLine}${loneSurrogate}]*$`), message: 'one_line' };
/** A secret may contain invisible characters, because it is never shown and names nobody. */
export const secretLine: Pattern = { pattern: unicode(`^[^${control}${loneSurrogate}]*$`), message: 'one_line' };
/** Several lines of text. */
export const lines: Pattern = { pattern: unicode(`^[^${controlInLines}${loneSurrogate}]*$`), message: 'one_line' };

const lineBreaks = '\n\v\f\r\u0085\u2028\u2029';
const notInLine = unicode(`[${refusedInLine}${loneSurrogate}]`);
const notInLines = unicode(`[${controlInLines}${loneSurrogate}]`);
/** As much of the text before a refused character as a message shows. */
const shownBefore = 20;

/** Where a refused character is, in both languages. */
function placeAfter(before: string): { readonly at_en: string; readonly at_zh: string } {
  const shown = [...before].slice(-shownBefore).join('').trim();
  if (shown === '') return { at_en: 'at the beginning', at_zh: '开头' };
  return { at_en: `after “${shown}”`, at_zh: `“${shown}”之后` };
}

/** The message about the first character that no text of the field may have: its code, and where it is. */
function refusedCharacter(text: string, pattern: RegExp): string | undefined {
  const at = text.search(pattern);
  if (at < 0) return undefined;
  const place = placeAfter(text.slice(0, at));
  if (lineBreaks.includes(text[at] ?? '')) return message('line_break', place);
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return message('refused_character', { code: `U+${code}`, ...place });
}

/** The number of characters (code points), as JSON schema counts them. A lone surrogate counts as one. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * A text has at most as many characters as code units and at least half as many, so a text far from the limit is not
 * counted.
 */
export const isLonger = (text: string, max: number) =>
  text.length > max && (text.length > 2 * max || lengthOf(text) > max);
const isShorter = (text: string, min: number) => text.length < min || (text.length < 2 * min && lengthOf(text) < min);

/** The rules of a text kind, which a field may override. */
export interface TextForm {
  /** The maximum number of characters. */
  readonly most: number;
  /** The pattern of the text. */
  readonly own: Pattern;
  /** The pattern of a secret text. */
  readonly secret: Pattern;
  /** True if a text must match the kind's own pattern in addition to the one that `matches` names. */
  readonly keepsOwn: boolean;
}

/** The patterns of a filled field: the one that `matches` names, and the kind's own unless the named one implies it. */
function patternsOf({ matches, secret, serial = '' }: Field, form: TextForm): readonly Pattern[] {
  const parts = serialPattern(serial);
  if (parts) return [{ pattern: serialMatch(parts), message: 'one_line' }];
  if (!matches) return [secret ? form.secret : form.own];
  return form.keepsOwn ? [named[matches], form.own] : [named[matches]];
}

/**
 * The first error of a text. The length is checked before the characters, so that no pattern reads a text that is too
 * long.
 */
function firstWrong(text: string, field: Field, form: TextForm): string | undefined {
  const { min = 0, max = form.most } = field;
  if (isLonger(text, max)) return message('max_length', { value: max });
  if (isShorter(text, min)) return message('min_length', { value: min });
  const broken = text === '' ? undefined : patternsOf(field, form).find(({ pattern }) => !pattern.test(text));
  if (!broken || field.secret) return broken && message(broken.message);
  return refusedCharacter(text, broken === lines ? notInLines : notInLine) ?? message(broken.message);
}

/** The validation rule of a text. */
export const textRule = (field: Field, form: TextForm): Schema =>
  yup
    .string()
    .strict()
    .nullable()
    .typeError(message('text'))
    .test('text', (text, context) => {
      const wrong = text == null ? undefined : firstWrong(text, field, form);
      return wrong === undefined || context.createError({ message: wrong });
    });

/** The schema of a text. An optional text may be empty whatever its pattern. */
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

/** True if a list can be searched for the text. */
export const isSearchText = (text: string): boolean => !isLonger(text, 200) && isStorable(text);
