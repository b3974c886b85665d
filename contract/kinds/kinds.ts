import * as yup from 'yup';
import { momentOf, momentPattern } from '../lib/dateTime.ts';
import { message } from '../messages/message.ts';
import type { Field, Fields, ItemForms, KindName } from '../schema/field/field.ts';
import { amountRule, boundMessage, dateKind, decimalKind } from './dateAndDecimalKinds.ts';
import { fileKind } from './fileKind.ts';
import { jsonKind, tagsKind } from './jsonAndTagsKinds.ts';
import type { JsonSchema, Kind } from './kind.ts';
import { limitsOf, mostItems } from './limits.ts';
import { formOf } from './nestedItem.ts';
import { textKinds } from './textKinds.ts';

export type { JsonSchema } from './kind.ts';
export { patternNames, textKindNames } from './textKinds.ts';
export { trimmed } from './trimTexts.ts';

function number(field: Field): yup.NumberSchema<number | null | undefined> {
  const { least, most } = limitsOf(field);
  return yup
    .number()
    .strict()
    .nullable()
    .typeError(message('integer'))
    .integer(message('integer'))
    .min(least, boundMessage('min', least, field))
    .max(most, boundMessage('max', most, field));
}

function numberSchema(field: Field): JsonSchema {
  const { least, most } = limitsOf(field);
  return { type: 'integer', minimum: least, maximum: most };
}

const ids = (field: Field) => (field.choices ?? []).map((choice) => choice.id);

/** Has a record one of the set at least? A list in a column of its own is there when it has no entries, too. */
const isNeverEmpty = ({ required, joined }: Field): boolean => required === true && joined === true;

/** The rule of a list. One that is too long is refused before any of its items is looked at. */
function listRule(field: Field): yup.Schema {
  const most = mostItems(field);
  const item = field.items ? itemRule(field, field.items) : yup.mixed().nullable();
  return yup
    .array()
    .strict()
    .nullable()
    .typeError(message('object'))
    .max(most, message('max_items', { value: most }))
    .test('some', message('required'), (value) => !isNeverEmpty(field) || value == null || value.length > 0)
    .when('.', ([value], list) => (Array.isArray(value) && value.length > most ? list : list.of(item)));
}

/** The rule of an item: the same for each, or by what each asks for. */
function itemRule({ forms }: Field, items: Field) {
  if (!forms) return ruleOf(itemOf(items));
  return yup.lazy((item: unknown) => {
    const fields = formOf(forms, item);
    return fields
      ? ruleOf(itemOf({ ...items, fields }))
      : yup.mixed().test('asked', message('not_writable'), () => false);
  });
}

/** The schemas of an item by what it asks for. A change names its record, and of its values those that are to be others. */
const itemSchemas = ({ made, changed, removed }: ItemForms): JsonSchema[] => [
  ...(made ? [objectSchema(made)] : []),
  ...(changed ? [{ ...objectSchema(changed, false), required: ['id'] }] : []),
  ...(removed ? [removedSchema(removed)] : []),
];

function removedSchema(fields: Fields): JsonSchema {
  const schema = objectSchema(fields);
  return { ...schema, properties: { ...(schema.properties as object), remove: { const: true } } };
}

export const kinds: Readonly<Record<KindName, Kind>> = {
  text: textKinds.text,
  longText: textKinds.longText,
  integer: { rule: number, column: 'integer', schema: numberSchema },
  decimal: decimalKind,
  money: {
    rule: amountRule,
    column: 'bigint',
    schema: (field) => ({ ...numberSchema(field), description: 'minor units' }),
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
  date: dateKind,
  mail: textKinds.mail,
  phone: textKinds.phone,
  url: textKinds.url,
  richText: textKinds.richText,
  tags: tagsKind,
  json: jsonKind,
  file: fileKind,
  reference: { rule: number, column: 'integer', schema: numberSchema },
  object: {
    rule: (field) =>
      yup
        .object(rulesOf(field.fields ?? {}))
        .strict()
        .nullable()
        .typeError(message('object'))
        .noUnknown(message('unknown_field')),
    column: 'jsonb',
    schema: (field) => objectSchema(field.fields ?? {}),
  },
  list: {
    rule: listRule,
    column: 'jsonb',
    schema: (field) => ({
      type: 'array',
      ...(isNeverEmpty(field) && { minItems: 1 }),
      maxItems: mostItems(field),
      ...(field.items && {
        items: field.forms ? { anyOf: itemSchemas(field.forms) } : schemaOf(itemOf(field.items)),
      }),
    }),
  },
};

/** What is there where it stands in a list: null has no place to stand at, and points to nothing. */
const present: ReadonlySet<KindName> = new Set(['object', 'file', 'reference']);
const itemOf = (items: Field): Field => (present.has(items.kind) ? { ...items, required: true } : items);

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
  return { ...schema, type: [schema.type, 'null'].flat() };
}

/** The most characters that an index of PostgreSQL surely holds, at up to four bytes each. */
export const mostIndexed = 650;

/** Can an index in order hold every value of the field? Not objects, lists and long texts. */
export const isIndexable = (field: Field): boolean =>
  !['object', 'list', 'tags', 'json', 'file'].includes(field.kind) &&
  Number(kinds[field.kind].schema(field).maxLength ?? 0) <= mostIndexed;

/** The column type of a field; a choice of words is text, a choice of numbers an integer. */
export function columnOf(field: Field): string {
  if (field.sealed) return 'text';
  if (field.kind === 'choice' && typeof field.choices?.[0]?.id === 'string') return 'text';
  const { column } = kinds[field.kind];
  return typeof column === 'string' ? column : column(field);
}
