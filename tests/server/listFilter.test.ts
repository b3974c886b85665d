import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../contract/kinds/fieldRule.ts';
import { kinds } from '../../contract/kinds/index.ts';
import type { JsonSchema } from '../../contract/kinds/kind.ts';
import { validate } from '../../contract/kinds/validation.ts';
import {
  filterParameters,
  hasRangeFilter,
  isRangeReversed,
  mayFilterBy,
  rangeLimitField,
  valueFilters,
} from '../../contract/lists/filters.ts';
import { parseRangeLimit } from '../../contract/lists/rangeLimit.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import type { Field, Fields, KindName } from '../../contract/schema/field/field.ts';
import { listParameters } from '../../server/http/openapi/parameters.ts';
import { inContract } from '../support/contractWith.ts';
import { fieldOf, label, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';

const listOf = (fields: Fields, filters: readonly string[]): Entity =>
  inContract(
    defineEntity({
      name: 'thing',
      label,
      title: 'id',
      fields,
      list: { columns: [], filters, sort: '-id' },
      access: { list: ['SuperAdmin', 'Enterprise'], rows: { SuperAdmin: 'everything', Enterprise: 'everything' } },
    } as never),
  );

const of = (kind: KindName, more: Partial<Field> = {}): Field => ({ kind, label, ...more });
const currency = of('choice', { choices: [{ id: 'CNY', label }] });
const ranged = (Object.keys(kinds) as KindName[]).filter((kind) => hasRangeFilter(of(kind)));

describe('the kind of a field says by which parameters a list is narrowed', () => {
  it.each<[KindName, Partial<Field>, readonly string[]]>([
    ['integer', {}, ['a', 'a_from', 'a_to']],
    ['decimal', {}, ['a', 'a_from', 'a_to']],
    ['date', {}, ['a', 'a_from', 'a_to']],
    ['dateTime', {}, ['a_from', 'a_to']],
    ['money', { currency: 'b' }, ['a_from', 'a_to', 'a_currency']],
    ['text', {}, ['a', 'a_has', 'a_is']],
    ['mail', {}, ['a', 'a_has', 'a_is']],
    ['richText', {}, ['a', 'a_has', 'a_is']],
    ['text', { names: 'entity' }, ['a']],
    ['choice', { choices: [] }, ['a']],
    ['boolean', {}, ['a']],
    ['reference', { to: 'user' }, ['a']],
    ['tags', {}, ['a']],
    ['file', {}, ['a']],
    ['list', { joined: true, items: of('reference', { to: 'user' }) }, ['a', 'a_all']],
  ])('%s %j', (kind, more, expected) => {
    const entity = listOf({ a: of(kind, more), b: currency }, ['a']);
    expect(filterParameters(entity).map(({ name }) => name)).toEqual(expected);
    // A queue, a metric or a screen can filter only by fields with a single value.
    expect(valueFilters(entity)).toEqual(expected.filter((name) => name === 'a'));
    const documented = listParameters(entity).map(({ name }) => name);
    expect(documented).toEqual(expect.arrayContaining(expected.map((name) => `filter_${name}`)));
  });

  it('is of nobody who does not see the field, or the currency of an amount', () => {
    const staff = ['SuperAdmin'] as const;
    const fields = { a: of('money', { currency: 'b' }), b: currency, c: of('integer', { read: staff }) };
    const entity = listOf({ ...fields, b: { ...currency, read: staff } }, ['a', 'c']);
    expect(['a', 'c'].map((name) => mayFilterBy(entity, 'SuperAdmin', name))).toEqual([true, true]);
    expect(['a', 'c', 'd'].map((name) => mayFilterBy(entity, 'Enterprise', name))).toEqual([false, false, false]);
    expect(mayFilterBy(listOf(fields, ['a']), 'Enterprise', 'a')).toBe(true);
  });
});

/**
 * Whether a text is a value of a parameter; undefined for points in time, whose format allows more than the years that
 * the server knows.
 */
function documentedBy({ type, pattern, minimum, maximum }: JsonSchema): ((text: string) => boolean) | undefined {
  if (type === 'integer')
    return (text) => /^-?[0-9]+$/.test(text) && Number(text) >= Number(minimum) && Number(text) <= Number(maximum);
  return pattern === undefined ? undefined : (text) => new RegExp(String(pattern), 'u').test(text);
}

describe('what the rule of a bound takes, its parameter takes, and the document says so', () => {
  const cases = (kind: KindName) =>
    fieldOf(kind).chain((field) =>
      fc.tuple(fc.constant(field), fc.array(valuesFor(rangeLimitField(field)), { minLength: 20, maxLength: 20 })),
    );

  it.each(ranged)('%s', (kind) => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(cases(kind), ([one, values]) => {
        const field = { ...one, ...(kind === 'money' && { currency: 'b' }) };
        const entity = listOf({ a: field, b: currency }, ['a']);
        const parameter = listParameters(entity).find(({ name }) => name === 'filter_a_from');
        const isDocumented = documentedBy(parameter?.schema ?? {});
        const rule = ruleOf(rangeLimitField(field));
        // A parameter is a text; a number is written in digits.
        for (const value of values.filter((each) => each !== null && typeof each !== 'object')) {
          const text = String(value);
          if (text === '') continue;
          const isValid = validate(rule, value) === undefined;
          const read = parseRangeLimit(field, text);
          if (isValid) expect([text, read]).toEqual([text, typeof value === 'number' ? value + 0 : value]);
          if (typeof value === typeof read) expect([text, read !== undefined]).toEqual([text, isValid]);
          if (isDocumented) expect([text, isDocumented(text)]).toEqual([text, read !== undefined]);
          if (read === undefined) refused += 1;
          else taken += 1;
        }
      }),
      { seed, numRuns: 60 },
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(60);
  });

  it.each<[KindName, Partial<Field>, string, boolean]>([
    ['integer', { min: 1, max: 9 }, '-5', true],
    ['integer', {}, '2147483647', true],
    ['integer', {}, '2147483648', false],
    ['integer', {}, '1.5', false],
    ['integer', {}, '1e3', false],
    ['integer', {}, ' 1', false],
    ['money', {}, '9007199254740991', true],
    ['money', {}, '9007199254740993', false],
    ['money', {}, '12.50', false],
    ['decimal', { scale: 1 }, '2.5', true],
    ['decimal', { scale: 1 }, '2.55', false],
    ['decimal', { precision: 30, scale: 0 }, '9'.repeat(20), true],
    ['date', {}, '2026-02-29', false],
    ['dateTime', {}, '2026-02-28', false],
    ['dateTime', {}, '2026-02-28T00:00:00+08:00', true],
  ])('%s %j: %s is one: %s', (kind, more, text, isValid) => {
    expect(parseRangeLimit(of(kind, more), text) !== undefined).toBe(isValid);
  });
});

it.each<[KindName, unknown, unknown, boolean]>([
  ['integer', '10', '9', true],
  ['integer', 9, 10, false],
  ['integer', 9, 9, false],
  ['money', '100', '99', true],
  ['decimal', '2.50', '2.5', false],
  ['decimal', '10', '9.9', true],
  ['date', '2026-12-02', '2026-12-01', true],
  ['date', '2026-12-01', '2026-12-01', false],
  ['dateTime', '2026-12-01T00:00:00Z', '2026-12-01T07:00:00+08:00', true],
  ['dateTime', '2026-12-01T07:00:00+08:00', '2026-12-01T00:00:00Z', false],
])('a range of %s from %s to %s ends before it begins: %s', (kind, from, to, expected) => {
  expect(isRangeReversed(of(kind), from, to)).toBe(expected);
});
