import fc from 'fast-check';

/** A JSON schema, as used in the document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  multipleOf?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

export type Resolve = (schema: Schema) => Schema;

const moment = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`);

/** A character of the Basic Multilingual Plane that a user may type, including Chinese ones. */
const letter = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
  fc.integer({ min: 0x4e00, max: 0x9fa5 }),
  fc.integer({ min: 0xae, max: 0x2ff }),
);
const line = (min: number, max: number) =>
  fc
    .array(letter, { minLength: min, maxLength: Math.min(max, min + 40) })
    .map((codes) => String.fromCharCode(...codes));

const matching = new Map<string, fc.Arbitrary<string>>();

/** A negative lookahead, which the generator of texts does not support. */
const lookahead = /\(\?!(?:[^()]|\([^()]*\))*\)/g;

/** Texts that match a pattern. Compiling the generator takes longer than generating a hundred texts. */
function textMatching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern, 'u');
  const known =
    matching.get(pattern) ??
    fc.stringMatching(new RegExp(pattern.replaceAll(lookahead, ''))).filter((text) => whole.test(text));
  matching.set(pattern, known);
  return known;
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time') return moment;
  if (schema.format === 'date') return moment.map((one) => one.slice(0, 10));
  if (schema.format === 'email')
    return fc.nat(9_999).map((serial) => `someone.${serial}@company-${serial % 7}.example`);
  if (schema.format === 'uri') return fc.nat(9_999).map((serial) => `https://company-${serial}.example/a?b=${serial}`);
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'decimal') return fc.integer({ min: 0, max: 9 }).map(String);
  const pattern = schema.pattern?.replace(/^\^\$\|/, '');
  const free = pattern === undefined || pattern.startsWith('^[^');
  if (free) return line(schema.minLength ?? 0, schema.maxLength ?? 60);
  const least = schema.minLength ?? 0;
  const most = schema.maxLength ?? 2000;
  return textMatching(pattern).filter((text) => text.trim() === text && text.length >= least && text.length <= most);
}

/** Existing ids are more useful than missing ones. */
const numberOf = ({ minimum = 0, maximum = 2_147_483_647, multipleOf = 1 }: Schema) =>
  fc
    .oneof(
      { weight: 5, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 25) }) },
      fc.integer({ min: minimum, max: Math.min(maximum, Number.MAX_SAFE_INTEGER) }),
    )
    .map((value) => value - (value % multipleOf));

function objectOf(schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, valuesOf(inner, resolve)]),
  );
  return fc.record(fields, { requiredKeys: schema.required ?? [], noNullPrototype: true });
}

/** Values that a schema allows. */
export function valuesOf(given: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return fc.oneof(...ways.map((one) => valuesOf(one, resolve)));
  const types = [schema.type ?? 'object'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, resolve)));
}

function ofType(type: string, schema: Schema, resolve: Resolve): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return numberOf(schema);
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, resolve), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 4),
      });
    default:
      return objectOf(schema, resolve);
  }
}

export const strange: unknown[] = [
  -1,
  1.5,
  1e300,
  -0.1,
  2_147_483_648,
  '',
  ' ',
  'x'.repeat(3000),
  '\u0000',
  'a\nb',
  '\ud800',
  true,
  null,
  [],
  {},
  [[]],
  { __proto__x: 1 },
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '2026-02-30T00:00:00Z',
  '2026',
  'a@',
  '0x1',
];

/** A body with one probable mistake. */
export const spoilt = (body: unknown): fc.Arbitrary<unknown> => {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const value = fc.constantFrom(...strange);
  const whole = fc.constantFrom<unknown>(null, [], 5, 'text', [body]);
  const added = value.map((one) => ({ ...(body as object), no_such_item: one }));
  if (names.length === 0) return fc.oneof(whole, added);
  const name = fc.constantFrom(...names);
  const changed = fc.tuple(name, value).map(([key, one]) => ({ ...(body as object), [key]: one }));
  const cut = name.map((key) => Object.fromEntries(Object.entries(body as object).filter(([own]) => own !== key)));
  return fc.oneof({ weight: 4, arbitrary: changed }, cut, added, whole);
};
