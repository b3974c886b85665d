import * as yup from 'yup';
import { type MessageKey, message } from '../messages/message.ts';
import type { Field, KindName } from '../schema/field/field.ts';
import { serialMatch, serialPattern } from '../schema/field/serialNumber.ts';
import type { JsonSchema, Kind } from './kind.ts';

/** Every pattern is read by code points, as JSON schema reads it; in a class, surrogates are the lone ones alone. */
interface Pattern {
  readonly pattern: RegExp;
  readonly message: MessageKey;
}

const unicode = (source: string): RegExp => new RegExp(source, 'u');

const lone = String.raw`\ud800-\udfff`;
const control = String.raw`\u0000-\u001f\u007f`;
/** What nobody sees: controls, and what has no width or turns the direction of reading, by which names would look alike. */
const unseen = String.raw`\p{Cc}\p{Cf}\u2028\u2029`;
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
const notInMail = String.raw`\s${unseen}${lone}@<>"(),;:\\[\]`;
const mailSign = `[^${notInMail}]`;

/** What the kinds of texts hold themselves to. No part of a pattern can match where its neighbour does: all are linear. */
const line: Pattern = { pattern: unicode(`^[^${unseen}${lone}]*$`), message: 'one_line' };
/** A secret is nobody's name and is shown to nobody: it may have what is not seen. */
const secretLine: Pattern = { pattern: unicode(`^[^${control}${lone}]*$`), message: 'one_line' };
const lines: Pattern = { pattern: unicode(`^[^${controlInLines}${lone}]*$`), message: 'one_line' };
const mail: Pattern = {
  pattern: unicode(`^${mailSign}+@${mailSign}[^${notInMail}.]*[.]${mailSign}{2,}$`),
  message: 'mail',
};
const phone: Pattern = { pattern: unicode('^[+]?[0-9][0-9 -]{2,28}[0-9]$'), message: 'phone' };

const hostSign = `[^\\s${unseen}${lone}/?#@:\\\\\\[\\]<>"]`;
/** An address that a browser opens as a page: no other scheme, no name and password before the host. */
const url: Pattern = {
  pattern: unicode(`^https?://${hostSign}+(:[0-9]{1,5})?([/?#][^\\s${unseen}${lone}<>"\\\\]*)?$`),
  message: 'url',
};

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
interface Form {
  readonly max: number;
  readonly own: Pattern;
}

/** The patterns of a field that is not empty: that by name, and the kind's own, which a name of a mere text implies. */
function patternsOf({ kind, matches, secret, serial = '' }: Field, { own }: Form): readonly Pattern[] {
  const parts = serialPattern(serial);
  if (parts) return [{ pattern: serialMatch(parts), message: 'one_line' }];
  if (!matches) return [secret && own === line ? secretLine : own];
  return kind === 'mail' || kind === 'phone' || kind === 'url' ? [named[matches], own] : [named[matches]];
}

/** The first thing that is wrong with a text, its length before its signs: no pattern reads a text that is too long. */
function firstWrong(text: string, field: Field, form: Form): string | undefined {
  const { min = 0, max = form.max } = field;
  if (isLonger(text, max)) return message('max_length', { value: max });
  if (isShorter(text, min)) return message('min_length', { value: min });
  const broken = text === '' ? undefined : patternsOf(field, form).find(({ pattern }) => !pattern.test(text));
  return broken && message(broken.message);
}

const rule = (field: Field, form: Form) =>
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
function schema(field: Field, form: Form): JsonSchema {
  const least = field.required ? Math.max(1, field.min ?? 1) : field.min;
  const [pattern, ...more] = patternsOf(field, form).map(({ pattern: { source } }) =>
    field.required ? source : `^$|${source}`,
  );
  return {
    type: 'string',
    ...(field.secret && { format: 'password' }),
    maxLength: field.max ?? form.max,
    ...(least && { minLength: least }),
    pattern,
    ...(more.length > 0 && { allOf: more.map((one) => ({ pattern: one })) }),
  };
}

const textKind = (max: number, own: Pattern): Kind => ({
  rule: (field) => rule(field, { max, own }),
  column: 'text',
  schema: (field) => schema(field, { max, own }),
});

/** The most characters of a text that does not say it. */
const textMost = { text: 200, longText: 2000, mail: 254, phone: 30, url: 2000, richText: 20_000 } as const;

/** The kinds of texts. */
export const textKinds = {
  text: textKind(textMost.text, line),
  longText: textKind(textMost.longText, lines),
  mail: textKind(textMost.mail, mail),
  phone: textKind(textMost.phone, phone),
  url: textKind(textMost.url, url),
  richText: textKind(textMost.richText, lines),
} as const satisfies Record<string, Kind>;

/** What a text is held to: how many characters it has, and the name of what it is made of. */
export interface TextLimits {
  readonly least: number;
  readonly most: number;
  readonly form: string;
}

const forms = { text: 'line', longText: 'lines', richText: 'lines', mail: 'mail', phone: 'phone', url: 'url' } as const;

/** What a text is held to; undefined for what is none. */
export function textLimits({ kind, min = 0, max, matches }: Field): TextLimits | undefined {
  if (!(kind in textKinds)) return undefined;
  const own = kind as keyof typeof textKinds;
  return { least: min, most: max ?? textMost[own], form: matches ?? forms[own] };
}

/** The names of the kinds of texts. */
export const textKindNames = Object.keys(textKinds) as readonly KindName[];
