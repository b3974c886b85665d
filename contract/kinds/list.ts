import type { Schema } from 'yup';
import { message } from '../messages/message.ts';
import type { Field, ItemForms } from '../schema/field/field.ts';
import { fileNames } from './file.ts';
import type { CodecContext, JsonSchema, Kind, TextCodec } from './kind.ts';
import { itemFields } from './nestedItem.ts';
import { objectSchemaBy } from './nestedSchema.ts';
import { noItem, onlyShown, plainText, readJson } from './plain.ts';
import { yup } from './yup.ts';

/** How many items a list may have unless declared. */
const defaultMax = 100;
const mostOf = ({ max = defaultMax }: Field): number => max;

/**
 * True if a record must have at least one entry of a joined set. A list in its own column may be empty even if
 * required.
 */
const isNeverEmpty = ({ required, joined }: Field): boolean => required === true && joined === true;

/** The rule of an item: the same for each item, or by the operation that the item requests. */
function itemRule({ forms }: Field, items: Field, ruleOf: (field: Field) => Schema) {
  if (!forms) return ruleOf(items);
  return yup.lazy((item: unknown) => {
    const fields = itemFields(forms, item);
    return fields ? ruleOf({ ...items, fields }) : yup.mixed().test('asked', message('not_writable'), () => false);
  });
}

/** The rule of a list. A list that is too long is refused before its items are checked. */
function rule(field: Field, ruleOf: (field: Field) => Schema): Schema {
  const most = mostOf(field);
  const item = field.items ? itemRule(field, field.items, ruleOf) : yup.mixed().nullable();
  return yup
    .array()
    .strict()
    .nullable()
    .typeError(message('object'))
    .max(most, message('max_items', { value: most }))
    .test('some', message('required'), (value) => !isNeverEmpty(field) || value == null || value.length > 0)
    .when('.', ([value], list) => (Array.isArray(value) && value.length > most ? list : list.of(item)));
}

type SchemaOf = (field: Field) => JsonSchema;

function removedSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...(schema.properties as object), remove: { const: true } } };
}

/** The schemas of an item, one for each operation. A change names its record and the values to change. */
const itemSchemas = ({ made, changed, removed }: ItemForms, schemaOf: SchemaOf): JsonSchema[] => [
  ...(made ? [objectSchemaBy(schemaOf, made)] : []),
  ...(changed ? [{ ...objectSchemaBy(schemaOf, changed, false), required: ['id'] }] : []),
  ...(removed ? [removedSchema(objectSchemaBy(schemaOf, removed))] : []),
];

const schema = (field: Field, schemaOf: SchemaOf): JsonSchema => ({
  type: 'array',
  ...(isNeverEmpty(field) && { minItems: 1 }),
  maxItems: mostOf(field),
  ...(field.items && {
    items: field.forms ? { anyOf: itemSchemas(field.forms, schemaOf) } : schemaOf(field.items),
  }),
});

/** Parses values with separators, or JSON. */
function read(text: string, { items }: Field, around: CodecContext, codec: TextCodec): unknown {
  const separator = items && codec.separatorOf(items);
  if (!items || !separator || text.startsWith('[')) return readJson(text);
  return text
    .split(separator)
    .map((one) => codec.read(items, one, around))
    .filter((one) => one !== null);
}

/** Several values joined by commas, or JSON if the result could not be parsed back. */
function write(value: unknown, field: Field, around: CodecContext, codec: TextCodec): string {
  const { items } = field;
  const json = JSON.stringify(value);
  if (items?.kind === 'file') return fileNames(value);
  if (!items || !codec.separatorOf(items) || !Array.isArray(value)) return json;
  const text = value.map((one) => codec.write(items, one, around)).join(', ');
  return text !== '' && JSON.stringify(read(text, field, around, codec)) === json ? text : json;
}

const betweenItems = { en: ', ', zh: '、' } as const;

export const listKind: Kind = {
  rule,
  schema,
  answer: ({ items }, answer) => ({ type: 'array', items: items ? answer.of(items) : {} }),
  whyUnfit: () => undefined,
  isWider: (field, other, isWider) => {
    const isOther = field.items !== undefined && other.items !== undefined && isWider(field.items, other.items);
    return isOther || mostOf(field) > mostOf(other);
  },
  limits: { of: 'items', most: defaultMax },
  written: 'trimmed',

  column: () => 'jsonb',
  check: () => undefined,
  empty: 'list',
  stored: (value, { items }, storedOf) =>
    items && Array.isArray(value) ? value.map((one) => storedOf(one, items)) : value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: false,
  localized: false,

  read,
  write,
  sentence: (value, { items }, context, sentenceOf) => {
    if (!Array.isArray(value) || !items) return plainText(value);
    const { titles = [], language } = context;
    const each = value.map((one, at) => sentenceOf(one, items, { ...context, titles: [titles[at]] }));
    return each.join(betweenItems[language]) || '-';
  },
  whyNoSentence: ({ items }, whyNoSentence) =>
    items && (items.kind === 'list' || whyNoSentence(items))
      ? `is a list of the kind ${items.kind} and no text`
      : undefined,

  comparison: () => undefined,
  // A join table is filtered by its records, a list of files by whether there is one.
  filter: undefined,
  time: undefined,
  list: onlyShown,
  item: noItem,
  title: 'never',
  namesRecord: false,
};
