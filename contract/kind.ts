import * as yup from 'yup';
import type { Field, Fields, KindName } from './field.ts';
import { message } from './message.ts';
import { momentOf, momentPattern } from './moment.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A kind of field, in one place: the rule that judges a value on both sides, the column that holds it,
 * the JSON schema that documents it, and the names of the cell and the input that draw it
 * (`src/resources/cells.tsx`, `src/resources/inputs.tsx`).
 */
export interface Kind {
  rule(field: Field): yup.Schema;
  column: string;
  schema(field: Field): JsonSchema;
}

const isLine = (value?: string | null): boolean => !value || (value.isWellFormed() && !hasControl(value, ''));
const isText = (value?: string | null): boolean => !value || (value.isWellFormed() && !hasControl(value, '\n\r\t'));
function hasControl(value: string, allowed: string): boolean {
  for (const char of value) {
    const code = char.charCodeAt(0);
    if ((code < 32 || code === 127) && !allowed.includes(char)) return true;
  }
  return false;
}

const patterns = {
  letters: { pattern: /^[A-Za-z]+$/, message: 'letters' },
  loginName: { pattern: /^[A-Za-z0-9._@-]{3,30}$/, message: 'login_name' },
} as const;

/** The patterns that a text may match, by name. */
export const patternNames: readonly string[] = Object.keys(patterns);

const mailPattern = /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@<>"(),;:\\[\]]{2,}$/;
const phonePattern = /^\+?[0-9][0-9 -]{2,28}[0-9]$/;

function line(field: Field, max: number): yup.StringSchema<string | null | undefined> {
  const limit = field.max ?? max;
  let rule: yup.StringSchema<string | null | undefined> = yup
    .string()
    .strict()
    .nullable()
    .typeError(message('text'))
    .max(limit, message('max_length', { value: limit }));
  if (field.min) rule = rule.min(field.min, message('min_length', { value: field.min }));
  if (field.matches) {
    const { pattern, message: key } = patterns[field.matches];
    rule = rule.matches(pattern, { message: message(key), excludeEmptyString: true });
  }
  return rule;
}

function number(field: Field, least: number): yup.NumberSchema<number | null | undefined> {
  const min = field.min ?? least;
  const max = field.max ?? 2_147_483_647;
  return yup
    .number()
    .strict()
    .nullable()
    .typeError(message('integer'))
    .integer(message('integer'))
    .min(min, message('min', { value: min }))
    .max(max, message('max', { value: max }));
}

const ids = (field: Field) => (field.choices ?? []).map((choice) => choice.id);

/** A text's schema; one that may be left empty may be the empty text whatever its pattern. */
function textSchema(field: Field, max: number, pattern: string): JsonSchema {
  const least = field.required ? Math.max(1, field.min ?? 1) : field.min;
  return {
    type: 'string',
    maxLength: field.max ?? max,
    ...(least && { minLength: least }),
    pattern: field.required ? pattern : `^$|${pattern}`,
  };
}

const textKind = (max: number, test: (value?: string | null) => boolean, characters: string): Kind => ({
  rule: (field) => line(field, max).test('characters', message('one_line'), (value) => test(value)),
  column: 'text',
  schema: (field) => textSchema(field, max, field.matches ? patterns[field.matches].pattern.source : characters),
});

export const kinds: Readonly<Record<KindName, Kind>> = {
  text: textKind(200, isLine, '^[^\\u0000-\\u001f\\u007f]*$'),
  longText: textKind(2000, isText, '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$'),
  integer: {
    rule: (field) => number(field, 0),
    column: 'integer',
    schema: (field) => ({ type: 'integer', minimum: field.min ?? 0, maximum: field.max ?? 2_147_483_647 }),
  },
  money: {
    rule: (field) => number({ ...field, max: field.max ?? Number.MAX_SAFE_INTEGER }, 0),
    column: 'bigint',
    schema: (field) => ({
      type: 'integer',
      minimum: field.min ?? 0,
      maximum: field.max ?? Number.MAX_SAFE_INTEGER,
      description: 'minor units',
    }),
  },
  boolean: {
    rule: () => yup.boolean().strict().nullable().typeError(message('boolean')),
    column: 'boolean',
    schema: () => ({ type: 'boolean' }),
  },
  choice: {
    rule: (field) =>
      yup
        .mixed()
        .nullable()
        .test('choice', message('choice'), (value) => value == null || ids(field).includes(value as number | string)),
    column: 'integer',
    schema: (field) => ({ enum: ids(field) }),
  },
  dateTime: {
    rule: () =>
      yup
        .mixed()
        .nullable()
        .test('date', message('date_time'), (value) => value == null || momentOf(value) !== undefined),
    column: 'timestamptz',
    schema: () => ({ type: 'string', format: 'date-time', pattern: momentPattern.source }),
  },
  mail: {
    rule: (field) => line(field, 254).matches(mailPattern, { message: message('mail'), excludeEmptyString: true }),
    column: 'text',
    schema: (field) => textSchema(field, 254, mailPattern.source),
  },
  phone: {
    rule: (field) => line(field, 30).matches(phonePattern, { message: message('phone'), excludeEmptyString: true }),
    column: 'text',
    schema: (field) => textSchema(field, 30, phonePattern.source),
  },
  reference: {
    rule: () => number({ kind: 'integer', label: { en: '', zh: '' } }, 1),
    column: 'integer',
    schema: () => ({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }),
  },
  object: {
    rule: (field) =>
      yup
        .object(rulesOf(field.fields ?? {}))
        .strict()
        .nullable()
        .typeError(message('object'))
        .noUnknown(message('unknown_field')),
    column: 'jsonb',
    schema: (field) => (isAny(field) ? { type: 'object' } : objectSchema(field.fields ?? {})),
  },
  list: {
    rule: (field) =>
      yup
        .array()
        .strict()
        .nullable()
        .typeError(message('object'))
        .of(field.items ? ruleOf(itemOf(field.items)) : yup.mixed())
        .max(field.max ?? 100, message('max_items', { value: field.max ?? 100 })),
    column: 'jsonb',
    schema: (field) => ({
      type: 'array',
      maxItems: field.max ?? 100,
      ...(field.items && { items: schemaOf(itemOf(field.items)) }),
    }),
  },
};

/** An item of a list that is an object is there: null has no place to stand at. */
const itemOf = (items: Field): Field => (items.kind === 'object' ? { ...items, required: true } : items);

/** An object without declared fields holds any JSON; the server alone sets it. */
const isAny = (field: Field) => Object.keys(field.fields ?? {}).length === 0;

/** The schema of an object of these fields, and of no others. */
export function objectSchema(fields: Fields, required = true): JsonSchema {
  const needed = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(required && needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The rule of one field: its kind's, and "required" where it is (0 and false count as filled, R-VALID-02). */
export function ruleOf(field: Field): yup.Schema {
  const rule = kinds[field.kind].rule(field);
  return field.required ? rule.test('required', message('required'), (value) => !isEmpty(value)) : rule;
}

/** The rules of several fields, by name. */
export const rulesOf = (fields: Fields): Record<string, yup.Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ruleOf(field)]));

/** The JSON schema of one field, null allowed where the field may be empty. */
export function schemaOf(field: Field): JsonSchema {
  const schema = kinds[field.kind].schema(field);
  if (field.required) return schema;
  if ('enum' in schema) return { enum: [...(schema.enum as unknown[]), null] };
  return { ...schema, type: [schema.type, 'null'] };
}

/** The most characters that an index of PostgreSQL surely holds, at up to four bytes each. */
export const mostIndexed = 650;

/** Can an index hold every value of the field? Not objects, lists and long texts. */
export const isIndexable = (field: Field): boolean =>
  field.kind !== 'object' &&
  field.kind !== 'list' &&
  Number(kinds[field.kind].schema(field).maxLength ?? 0) <= mostIndexed;

/** The column type of a field; a choice of words is text, a choice of numbers an integer. */
export function columnOf(field: Field): string {
  if (field.sealed) return 'text';
  if (field.kind === 'choice' && typeof field.choices?.[0]?.id === 'string') return 'text';
  return kinds[field.kind].column;
}

/** Where the secret texts of a body stand, as dotted paths; `*` stands for every item of a list. */
const secretsIn = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}${field.writeAt ?? name}`;
    return [
      ...(field.secret ? [path] : []),
      ...secretsIn(field.fields ?? {}, `${path}.`),
      ...secretsIn(field.items ? { '*': field.items } : {}, `${path}.`),
    ];
  });

function trimmedAt(value: unknown, path: string, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return secrets.has(path) ? value : value.trim();
  const below = (key: string) => (path ? `${path}.${key}` : key);
  if (Array.isArray(value)) return value.map((item) => trimmedAt(item, below('*'), secrets));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, trimmedAt(item, below(key), secrets)]));
}

/** Every text in a body of these fields without its outer spaces (R-VALID-08); secret ones keep theirs. */
export const trimmed = (body: unknown, fields: Fields): unknown => trimmedAt(body, '', new Set(secretsIn(fields)));
