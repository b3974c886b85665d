import type { Schema } from 'yup';
import { foldText } from '../lib/foldText.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import type { Kind } from './kind.ts';
import { readJson } from './plain.ts';
import { isSearchText, line, secretLine, type TextForm, textRule, textSchema } from './textRule.ts';
import { yup } from './yup.ts';

/** How many tags a field may have unless declared. */
const defaultMax = 20;

/** One tag: a few characters without a comma. */
const tag: Field = { kind: 'text', label: { en: '', zh: '' }, required: true, min: 1, max: 30, matches: 'tag' };
const form: TextForm = { most: 30, own: line, secret: secretLine, keepsOwn: false };

/** Tags are the same if they look the same (issue 33). The rules of the items refuse anything that is no text. */
const foldTag = (value: unknown): unknown => (typeof value === 'string' ? foldText(value) : value);

function rule({ required, max = defaultMax }: Field): Schema {
  const item = textRule(tag, form).test('required', message('required'), (value) => value != null && value !== '');
  return yup
    .array()
    .strict()
    .nullable()
    .typeError(message('object'))
    .max(max, message('max_items', { value: max }))
    .test('some', message('required'), (value) => !required || value == null || value.length > 0)
    .test(
      'once',
      message('repeated_item'),
      (value) => value == null || new Set(value.map(foldTag)).size === value.length,
    )
    .when('.', ([value], list) => (Array.isArray(value) && value.length > max ? list : list.of(item)));
}

/** The tags of a list in JSON, which programs write; undefined for any other text. */
function jsonTags(text: string): string[] | undefined {
  const value = text.startsWith('[') ? readJson(text) : undefined;
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

/** Parses tags separated by commas, or as JSON, of which the first of those that look the same stays. */
function read(text: string): string[] {
  const tags = new Map<string, string>();
  for (const written of jsonTags(text) ?? text.split(/[,，]/)) {
    const [tag, key] = [written.trim(), foldText(written)];
    if (key !== '' && !tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

/** Joins tags by commas, or writes JSON if the text would be read as such. */
function write(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const text = value.join(', ');
  return jsonTags(text) ? JSON.stringify(value) : text;
}

const betweenTags = { en: ', ', zh: '、' } as const;

/** Short words that help to find a record. */
export const tagsKind: Kind = {
  rule,
  schema: ({ required, max = defaultMax }) => ({
    type: 'array',
    ...(required && { minItems: 1 }),
    maxItems: max,
    uniqueItems: true,
    items: textSchema(tag, form),
  }),
  answer: () => ({ type: 'array', items: { type: 'string' } }),
  whyUnfit: () => undefined,
  isWider: (field, other) => (field.max ?? defaultMax) > (other.max ?? defaultMax),
  limits: { of: 'items', most: defaultMax },
  written: 'line',

  column: () => 'text[]',
  check: () => undefined,
  empty: 'list',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: false,
  localized: false,

  read,
  write,
  sentence: (value, _field, { language }) => (Array.isArray(value) && value.join(betweenTags[language])) || '-',
  whyNoSentence: () => undefined,

  comparison: () => undefined,
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: undefined,
    value: (_field, text) => (isSearchText(text) ? text : undefined),
    pattern: () => undefined,
    parameterOptions: undefined,
  },
  time: undefined,
  list: { sum: undefined, grouped: false, summarized: false, searched: true, short: false, sortedByHeading: false },
  item: { separator: undefined, required: false, hasInput: false },
  title: 'never',
  namesRecord: false,
};
