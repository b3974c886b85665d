import fc from 'fast-check';
import type { Field, Fields, KindName } from '../../contract/schema/field/field.ts';
import { localizedText } from '../../contract/schema/field/field.ts';
import type { Choice } from '../../contract/schema/field/options.ts';

/** Random fields of each kind, for the tests that compare rule, schema and column. */

export const label = { en: 'Field', zh: '字段' };
export const seed = 20_261_203;

type Options = Record<string, unknown>;

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const given = (options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** Two optional limits between which a value is possible, considering the limits of the kind itself. */
const bounds = (least: number, most: number, usual: fc.Arbitrary<number>): fc.Arbitrary<Options> =>
  fc
    .tuple(maybe(usual), maybe(usual))
    .map(([one, other]) =>
      one !== undefined && other !== undefined
        ? { min: Math.min(one, other), max: Math.max(one, other) }
        : { min: one, max: other },
    )
    .filter(({ min = least, max = most }) => min <= max && max > 0)
    .map(given);

const lengths = (most: number, ...near: number[]) =>
  bounds(0, most, fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...near)));

/** Patterns are rare for kinds with their own format: hardly any value satisfies both. */
const texts = (most: number, rare: number, ...near: number[]) =>
  fc
    .tuple(lengths(most, ...near), fc.nat(rare))
    .map(([options, nth]) => given({ ...options, matches: ['loginName', 'letters'][nth] }));

const numbers = (most: number) =>
  bounds(0, most, fc.oneof(fc.integer({ min: -20, max: 400 }), fc.constantFrom(most, most - 1)));

/** Precision, scale, and limits with at most as many digits. */
const decimals = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.nat(4))
  .chain(([precision, digits]) => {
    const scale = Math.min(digits, precision);
    const most = 10 ** precision - 1;
    const bound = maybe(
      fc.integer({ min: -most, max: most }).map((parts) => Number((parts / 10 ** scale).toFixed(scale))),
    );
    return fc.tuple(bound, bound, fc.boolean()).map(([one, other, bare]): Options => {
      const [min, max] = one !== undefined && other !== undefined ? [one, other].sort((a, b) => a - b) : [one, other];
      return given({ ...(!bare && { precision, scale }), min, max });
    });
  })
  .filter(({ min = 0, max = Number.POSITIVE_INFINITY, scale = 2, precision = 15 }) => {
    const whole = Math.max(Math.abs(min as number), Math.abs(Number.isFinite(max) ? (max as number) : 0));
    return (min as number) <= (max as number) && (scale as number) <= (precision as number) && whole < 1e12;
  });

const ids = fc.oneof(
  fc.uniqueArray(fc.integer({ min: -5, max: 2000 }), { minLength: 1, maxLength: 5 }),
  fc.uniqueArray(fc.constantFrom('a', 'b', '1', 'true', 'null', '中文', "o'k", 'constructor'), {
    minLength: 1,
    maxLength: 4,
  }),
);
const choices = ids.map((list) => ({ choices: (list as (number | string)[]).map((id): Choice => ({ id, label })) }));

const leaves: Readonly<Record<Exclude<KindName, 'object' | 'list'>, fc.Arbitrary<Options>>> = {
  text: texts(200, 5, 199, 250),
  longText: texts(2000, 5, 199, 2500),
  localizedText: fc
    .tuple(texts(200, 5, 199, 250), fc.boolean())
    .map(([options, both]) => ({ ...localizedText({ label, ...options }), ...(both && { bothLanguages: true }) })),
  mail: texts(254, 20, 30, 40, 254),
  phone: texts(30, 20, 20, 30, 31),
  url: texts(2000, 40, 30, 40, 2000),
  richText: texts(20_000, 5, 199, 2500),
  tags: maybe(fc.integer({ min: 1, max: 6 })).map((max) => given({ max })),
  json: fc.constant({}),
  file: maybe(fc.constantFrom(1, 20)).map((maxMb) => given({ maxMb, types: ['application/pdf'] })),
  integer: numbers(2_147_483_647),
  decimal: decimals,
  money: numbers(Number.MAX_SAFE_INTEGER),
  boolean: fc.constant({}),
  dateTime: fc.constant({}),
  date: fc.constant({}),
  reference: fc.constant({ to: 'user' }),
  choice: choices,
};
const leafKinds = Object.keys(leaves) as (keyof typeof leaves)[];

const withRequired = (kind: KindName, options: fc.Arbitrary<Options>): fc.Arbitrary<Field> =>
  fc.tuple(options, fc.boolean()).map(([one, required]) => ({ kind, label, ...one, ...(required && { required }) }));

const inner = (depth: number): fc.Arbitrary<Field> =>
  fc
    .constantFrom<KindName>(...leafKinds, ...(depth > 0 ? (['object', 'list'] as const) : []))
    .chain((kind) => fieldOf(kind, depth - 1));

const fieldsWithin = (depth: number): fc.Arbitrary<Fields> =>
  fc.dictionary(fc.constantFrom('a', 'name', 'ends_at', 'of', 'value'), inner(depth), {
    maxKeys: 3,
    noNullPrototype: true,
  });

/**
 * A random field of the kind, as a declaration may have it.
 * @param depth how deep fields may be nested in it
 */
export function fieldOf(kind: KindName, depth = 2): fc.Arbitrary<Field> {
  if (kind === 'object')
    return withRequired(
      kind,
      fieldsWithin(depth).map((fields) => ({ fields })),
    );
  if (kind !== 'list') return withRequired(kind, leaves[kind]);
  const options = fc.tuple(inner(depth), maybe(fc.integer({ min: 1, max: 6 })));
  return withRequired(
    kind,
    options.map(([items, max]) => given({ items, max })),
  );
}
