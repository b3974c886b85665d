import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { serialPattern, serialPrefix } from '../../../contract/schema/field/serialNumber.ts';
import { isCode } from '../../../contract/values/code.ts';

/** Examples of values, which their schemas accept. */

/** Texts of the standard formats (JSON Schema Validation, 7.3) and of those that this document adds. */
const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-11-27',
  'date-time': '2026-11-27T08:30:00.000Z',
  decimal: '12.5',
  email: 'it@blueharbor.example',
  password: 'harbour-7-lantern',
  uri: 'https://blueharbor.example/licences',
  uuid: '0192f0c1-7a3e-4c5d-8e6f-1a2b3c4d5e6f',
};

/** Texts of fields by the words of their label. */
const ofLabel: readonly [RegExp, string][] = [
  [/comment|note|reason|description/i, 'For the rollout in March'],
  [/address|network/i, '192.0.2.10'],
  [/phone/i, '+86 10 5550 1234'],
  [/user name/i, 'lin.yue'],
  [/name/i, 'Blue Harbor'],
  [/key|secret|token/i, 'K7QX-2M9D-4F6T'],
];

const ofMeaning = {
  entity: 'order',
  action: 'confirm',
  interval: '2026-01-01T00:00:00Z/2026-12-31T23:59:59Z',
} as const;

/** Further texts, of which the first that a pattern accepts is the example. */
const candidates = ['HARBOR', 'lin.yue', 'renewal', '+86 10 5550 1234', '1055501234', '0', '1', '1.5', 'a', '#1a2b3c'];

function serialExample(pattern: string): string | undefined {
  const parts = serialPattern(pattern);
  if (!parts) return undefined;
  const before = serialPrefix(parts, { year: '2026', month: '11' });
  return `${before}${'1042'.padStart(parts.digits, '0')}${parts.after}`;
}

/** The text that suits a field best, before its limits are applied. */
function textFor(field: Field, { format }: JsonSchema): string {
  if (field.names) return ofMeaning[field.names];
  const known = typeof format === 'string' ? ofFormat[format] : undefined;
  if (known) return known;
  const { label } = field;
  return ofLabel.find(([words]) => words.test(label.en))?.[1] ?? (isCode(field) ? 'HARBOR-1042' : label.en);
}

/** True if a text meets the length and the patterns of its schema. */
function accepts(text: string, { minLength = 0, maxLength = 1e9, pattern, allOf = [] }: JsonSchema): boolean {
  const patterns = [pattern, ...(allOf as JsonSchema[]).map((one) => one.pattern)];
  const isLong = text.length >= (minLength as number) && text.length <= (maxLength as number);
  return isLong && patterns.every((one) => typeof one !== 'string' || new RegExp(one, 'u').test(text));
}

function textExample(field: Field, schema: JsonSchema): string | undefined {
  const serial = field.serial === undefined ? undefined : serialExample(field.serial);
  const best = serial ?? textFor(field, schema);
  const { minLength = 0, maxLength = best.length } = schema as { minLength?: number; maxLength?: number };
  const fitting = best.slice(0, maxLength).trim().padEnd(minLength, 'x');
  return [fitting, ...candidates].find((text) => accepts(text, schema));
}

/** A small number within the limits. */
const numberExample = ({ minimum = 0, maximum = 1e9 }: JsonSchema): number =>
  Math.min(Math.max(30, minimum as number), maximum as number);

function objectExample(field: Field, { properties = {} }: JsonSchema): object {
  const examples = Object.entries(properties as Record<string, JsonSchema>).map(([name, inner]) => [
    name,
    firstExample(inner) ?? exampleOf(field.fields?.[name] ?? field, inner),
  ]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

function listExample(field: Field, { items }: JsonSchema): unknown[] {
  const { anyOf, ...item } = (items ?? {}) as JsonSchema & { anyOf?: JsonSchema[] };
  const example = firstExample(item) ?? exampleOf(field.items ?? field, anyOf?.[0] ?? item);
  return example === undefined ? [] : [example];
}

const firstExample = ({ examples }: JsonSchema): unknown => (Array.isArray(examples) ? examples[0] : undefined);

/**
 * A value that the schema accepts, and that suits the field; undefined if none is known.
 * @param field gives the words and the serial number
 */
export function exampleOf(field: Field, schema: JsonSchema): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = [schema.type].flat()[0];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return field.kind === 'reference' ? 1 : numberExample(schema);
  if (type === 'array') return listExample(field, schema);
  if (type === 'object') return objectExample(field, schema);
  return type === 'string' ? textExample(field, schema) : undefined;
}
