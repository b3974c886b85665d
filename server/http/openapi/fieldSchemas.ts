import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import { decimalLimits } from '../../../contract/kinds/decimalDigits.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { asItem } from '../../../contract/kinds/item.ts';
import type { AnswerSchemas, JsonSchema } from '../../../contract/kinds/kind.ts';
import { objectSchemaBy } from '../../../contract/kinds/nestedSchema.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { type ComputedDefault, isComputedDefault } from '../../../contract/schema/field/default.ts';
import type { Field, Fields, ItemForms, KindName } from '../../../contract/schema/field/field.ts';
import type { Choice } from '../../../contract/schema/field/options.ts';
import { exampleOf } from './examples.ts';
import { bilingual, sentences } from './texts.ts';

/**
 * Schemas of fields as the document shows them: with a description, names of choices and an example. They leave out
 * what the schema of a kind says for the validation alone, such as the control characters that no text may have.
 */

/** True if the stored field of a record always has a value: it is required, has a fixed default, or is never null. */
export const isAlwaysFilled = (field: Field): boolean =>
  Boolean(field.required) ||
  ((fixedDefault(field) ?? undefined) !== undefined && !field.computed) ||
  (kinds[field.kind].empty !== 'null' && !field.computed);

/** The schema with null as a further value. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.type === undefined) return schema;
  const type = [...new Set([schema.type, 'null'].flat())];
  if (!Array.isArray(schema.enum) || schema.enum.includes(null)) return { ...schema, type };
  return { ...schema, type, enum: [...schema.enum, null] };
}

/** `Pending confirmation` as the name of a constant: `PendingConfirmation`. */
const constantName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?:^| )(\p{L}|\p{N})/gu, (_, letter: string) => letter.toUpperCase())
    .replace(/^(?=\p{N})/u, 'N');

/** Names that differ, since two choices may have the same label. */
const distinctNames = (choices: readonly Choice[]): string[] =>
  choices.map(({ id, label }, at) => {
    const name = constantName(label.en);
    return choices.slice(0, at).some((one) => constantName(one.label.en) === name) ? `${name}${id}` : name;
  });

const noChoice: Label = { en: 'None', zh: '无' };

/** The names of the values of a choice, in the order of `enum`: for people, for code, and in both languages. */
function choiceNames({ choices = [] }: Field, schema: JsonSchema): JsonSchema {
  if (choices.length === 0 || !Array.isArray(schema.enum)) return {};
  const hasNull = schema.enum.includes(null);
  const withNull = <Text>(texts: Text[], none: Text): Text[] => (hasNull ? [...texts, none] : texts);
  return {
    'x-enumNames': withNull(
      choices.map(({ label }) => label.en),
      noChoice.en,
    ),
    'x-enum-varnames': withNull(distinctNames(choices), noChoice.en),
    'x-enum-descriptions': withNull(
      choices.map(({ label }) => bilingual(label)),
      bilingual(noChoice),
    ),
  };
}

const periodUnits = { years: '年', months: '个月', weeks: '周', days: '天', hours: '小时', minutes: '分钟' } as const;

/** A computed default in words. */
function computedDefaultLabel(computed: ComputedDefault): Label {
  if ('me' in computed) return { en: `the ${computed.me} of the caller`, zh: `调用者的 ${computed.me}` };
  if ('now' in computed) return { en: 'the present moment', zh: '当前时间' };
  if ('today' in computed)
    return { en: 'the present day in the time zone of X-TIME-ZONE', zh: 'X-TIME-ZONE 所指时区的当天' };
  if ('from' in computed)
    return {
      en: `the ${computed.field} of the record that ${computed.from} names`,
      zh: `${computed.from} 所指记录的 ${computed.field}`,
    };
  if (isFromRecord(computed)) {
    const { fromRecord: name } = computed;
    return { en: `the ${name} that the record has`, zh: `记录现有的 ${name}` };
  }
  const { plus, period } = computed;
  const base = typeof plus === 'string' ? { en: plus, zh: plus } : computedDefaultLabel(plus);
  const given = Object.entries(period) as [keyof typeof periodUnits, number | string][];
  const isBefore = given.every(([, count]) => Number(count) < 0);
  const parts = given.map(([unit, count]) => [unit, isBefore ? -Number(count) : count] as const);
  const english = parts.map(([unit, count]) => `${count} ${count === 1 ? unit.slice(0, -1) : unit}`).join(' ');
  const chinese = parts.map(([unit, count]) => `${count} ${periodUnits[unit] ?? unit}`).join('');
  return {
    en: `${base.en} ${isBefore ? 'minus' : 'plus'} ${english}`,
    zh: `${base.zh} ${isBefore ? '之前' : '之后'} ${chinese}`,
  };
}

/** The value that a new record has if a body leaves the field out; undefined if it has none. */
function defaultLabel({ default: given, choices = [] }: Field): Label | undefined {
  if (given === undefined || given === null) return undefined;
  if (isComputedDefault(given)) return computedDefaultLabel(given);
  const chosen = choices.find(({ id }) => id === given)?.label;
  return { en: chosen ? `${given} (${chosen.en})` : `${given}`, zh: chosen ? `${given}（${chosen.zh}）` : `${given}` };
}

/** The limits of a day or a point in time that move with the clock. */
function timeLimitRemarks({ earliest, latest }: Field): Label[] {
  const [from, until] = [earliest, latest].map((limit) => limit && computedDefaultLabel(limit));
  return [
    ...(from ? [{ en: `When written, not before ${from.en}`, zh: `填写时不早于${from.zh}` }] : []),
    ...(until ? [{ en: `When written, not after ${until.en}`, zh: `填写时不晚于${until.zh}` }] : []),
  ];
}

/** What the schema of a kind does not say in words, for the description. */
function remarksOf(field: Field): Label[] {
  if (field.kind === 'money') return [{ en: 'In minor units of the currency', zh: '以最小货币单位计' }];
  if (field.kind === 'decimal') {
    const { least, most } = decimalLimits(field);
    const from = { en: `From ${least}`, zh: `不小于 ${least}` };
    return [most === undefined ? from : { en: `${from.en} to ${most}`, zh: `${from.zh}，不大于 ${most}` }];
  }
  if (field.kind === 'file') return [{ en: 'A body needs the id of the upload only', zh: '提交时只需上传返回的 id' }];
  if (field.earliest || field.latest) return timeLimitRemarks(field);
  const { unit } = field;
  return unit
    ? [
        {
          en: `In ${unit.en.replace(/\{[^|}]*\|[^|}]*\|([^}]*)\}/g, '$1').trim() || 'units'}`,
          zh: `单位：${unit.zh.replace(/\{[^|}]*\|[^|}]*\|([^}]*)\}/g, '$1').trim()}`,
        },
      ]
    : [];
}

/** The description of a field: its label, its hint, its remarks, and its default in a new record. */
function descriptionOf(field: Field, isNew: boolean): string {
  const start = isNew && !field.required ? defaultLabel(field) : undefined;
  return bilingual(
    sentences(
      field.label,
      ...(field.hint ? [field.hint] : []),
      ...remarksOf(field),
      ...(start ? [{ en: `If left out: ${start.en}`, zh: `省略时：${start.zh}` }] : []),
    ),
  );
}

/** The schema of a field with its names, its description and its example. */
function described(field: Field, schema: JsonSchema, isNew = false): JsonSchema {
  const example = exampleOf(field, schema);
  return {
    ...schema,
    ...choiceNames(field, schema),
    description: descriptionOf(field, isNew),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The formats that say what a pattern says. */
const formats: Partial<Readonly<Record<KindName, string>>> = { mail: 'email', url: 'uri' };

/** Kinds whose pattern refuses only control characters, or says the same as the format. */
const withoutPattern: ReadonlySet<KindName> = new Set([
  'text',
  'longText',
  'richText',
  'mail',
  'url',
  'date',
  'dateTime',
]);

/** The pattern that a declaration names; that of tags without the control characters, which no text may have. */
const namedPattern = (name: Field['matches'], pattern: unknown): unknown => (name === 'tag' ? '^[^,，]*$' : pattern);

/** The schema of a value in a body, by its kind, without the rules that no client needs. */
function plainSchema(field: Field, schema: JsonSchema): JsonSchema {
  const { pattern, allOf: _more, ...rest } = schema;
  const format = formats[field.kind];
  if (field.kind === 'choice')
    return { type: typeof (schema.enum as unknown[])[0] === 'string' ? 'string' : 'integer', ...schema };
  if (field.kind === 'decimal') return { ...rest, pattern };
  if (field.kind === 'tags') return { ...schema, items: { ...(schema.items as object), pattern: '^[^,，]+$' } };
  if (field.kind === 'file') return withoutPatterns(schema);
  if (!withoutPattern.has(field.kind))
    return field.matches ? { ...schema, pattern: namedPattern(field.matches, pattern) } : schema;
  return {
    ...rest,
    ...(format && { format }),
    ...(field.matches && { pattern: namedPattern(field.matches, pattern) }),
  };
}

/** The schema of a file without the pattern of its id, which is a UUID. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema>;
  const plain = Object.entries(properties).map(([name, { pattern: _pattern, ...rest }]) => [
    name,
    { ...rest, ...filePropertyLabel(name) },
  ]);
  return { ...schema, properties: Object.fromEntries(plain) };
}

const fileProperties: Readonly<Record<string, readonly [Label, unknown]>> = {
  id: [{ en: 'Id of the upload', zh: '上传编号' }, '0192f0c1-7a3e-4c5d-8e6f-1a2b3c4d5e6f'],
  name: [{ en: 'File name', zh: '文件名' }, 'receipt.pdf'],
  size: [{ en: 'Size in bytes', zh: '大小（字节）' }, 48_213],
  type: [{ en: 'Media type', zh: '媒体类型' }, 'application/pdf'],
  sha256: [
    { en: 'SHA-256 of the content', zh: '内容的 SHA-256' },
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ],
};

function filePropertyLabel(name: string): JsonSchema {
  const [label, example] = fileProperties[name] ?? [];
  return label ? { description: bilingual(label), examples: [example] } : {};
}

const formTitles: Readonly<Record<keyof ItemForms, Label>> = {
  made: { en: 'Create', zh: '新建' },
  changed: { en: 'Update', zh: '修改' },
  removed: { en: 'Delete', zh: '删除' },
};

/** The items of a list of children, each with the title of what it asks for. */
function titledItems({ forms }: Field, schema: JsonSchema): JsonSchema {
  const { anyOf } = (schema.items ?? {}) as { anyOf?: JsonSchema[] };
  if (!forms || !anyOf) return schema;
  const names = (['made', 'changed', 'removed'] as const).filter((name) => forms[name]);
  const titled = anyOf.map((one, at) => titledForm(names[at] ?? 'made', one));
  return { ...schema, items: { anyOf: titled } };
}

/** What a list of children may contain, with its title; the mark of a removal is a constant, which no field describes. */
function titledForm(name: keyof ItemForms, schema: JsonSchema): JsonSchema {
  const title = bilingual(formTitles[name]);
  if (name !== 'removed') return { title, ...schema };
  const properties = schema.properties as Record<string, JsonSchema>;
  const remove = { ...properties['remove'], description: title, examples: [true] };
  return { title, ...schema, properties: { ...properties, remove } };
}

/** The alternatives of a field with fields inside, with the descriptions of those that they name. */
function describedAlternatives({ fields = {} }: Field, schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const propertiesOf = (one: JsonSchema) =>
    Object.entries((one.properties ?? {}) as Record<string, JsonSchema>).map(([name, inner]) => [
      name,
      fields[name] ? described(fields[name], inner) : inner,
    ]);
  const anyOf = (schema.anyOf as JsonSchema[]).map((one) => ({
    ...one,
    properties: Object.fromEntries(propertiesOf(one)),
  }));
  return { ...schema, anyOf };
}

const bodySchemaOf =
  (isNew: boolean) =>
  (field: Field): JsonSchema => {
    const own = kinds[field.kind].schema(asItem(field), bodySchemaOf(isNew));
    const schema = describedAlternatives(field, titledItems(field, plainSchema(field, own)));
    return described(field, field.required || field.notEmpty ? schema : orNull(schema), isNew);
  };

/**
 * The schema of a field in a body. Null is allowed if the field may be empty.
 * @param isNew true for a new record, whose defaults the description names
 */
export const bodyFieldSchema = (field: Field, isNew = false): JsonSchema => bodySchemaOf(isNew)(field);

/** The schema of a body with exactly these fields. */
export const bodyObjectSchema = (fields: Fields, isNew = false): JsonSchema =>
  objectSchemaBy((field) => bodyFieldSchema(field, isNew), fields);

/** The schema of an answered value that is not null. */
export const valueSchema = (field: Field): JsonSchema => {
  const schema = kinds[field.kind].answer(field, answerSchemas);
  if (field.kind === 'choice') return described(field, plainSchema(field, schema));
  return described(field, field.kind === 'file' ? withoutPatterns(schema) : formatted(field, schema));
};

const formatted = ({ kind }: Field, schema: JsonSchema): JsonSchema =>
  formats[kind] && schema.type === 'string' ? { ...schema, format: formats[kind] } : schema;

/**
 * The schema of an answered object: an endpoint's fields are always present, those of an embedded object may be
 * missing.
 */
export const answerObject = (fields: Fields, isWhole = true): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, answeredSchema(field, Boolean(field.required))]),
  ),
  ...(isWhole && { required: Object.keys(fields) }),
  additionalProperties: false,
});

const answerSchemas: AnswerSchemas = { of: valueSchema, object: (fields) => answerObject(fields, false) };

/**
 * The schema of one answered field.
 * @param isFilled true if it is never null
 */
export function answeredSchema(field: Field, isFilled: boolean): JsonSchema {
  const schema = valueSchema(field);
  if (isFilled) return schema;
  const nullable = orNull(schema);
  return { ...nullable, ...choiceNames(field, nullable) };
}
