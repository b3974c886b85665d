import fc from 'fast-check';
import type { FieldValues } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { isRangeReversed, rangeLimitField } from '../../contract/lists/filters.ts';
import { parseRangeLimit } from '../../contract/lists/rangeLimit.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import type { Field, KindName } from '../../contract/schema/field/field.ts';
import { saveLanguage } from '../../src/i18n/language.ts';
import { barFilters, type FilterValues, type ListFilter } from '../../src/resources/list/filters/activeFilters.ts';
import { boundParameters, boundsResolver, startBounds } from '../../src/resources/list/filters/inputs/rangeInputs.tsx';
import { typedText } from '../../src/resources/list/filters/inputs/typedText.ts';
import { fieldOf, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';

const label = { en: 'Value', zh: '数值' };
const of = (kind: KindName, more: Partial<Field> = {}): Field => ({ kind, label, ...more });
const currencies = ['CNY', 'JPY'].map((id) => ({ id, label: { en: id, zh: id } }));
const currency = of('choice', { choices: currencies, default: 'CNY' });
const hours = { unit: { en: '{value|hour|hours}', zh: '小时' } };

const entityOf = (a: Field): Entity =>
  defineEntity({
    name: 'thing',
    label,
    title: 'id',
    fields: { a, b: currency },
    list: { columns: [], filters: ['a'], sort: '-id' },
    access: { list: ['SuperAdmin'], rows: {} },
  } as never) as unknown as Entity;

const screen = { path: '/thing', roles: [], label } as never;

/** The only filter of a list, as in its filter bar. */
function filterOf(field: Field, values: FilterValues = {}): ListFilter {
  const [filter, ...more] = barFilters(entityOf(field), screen, 'SuperAdmin', values, {}).shown;
  expect(more).toEqual([]);
  return filter as ListFilter;
}

afterEach(() => saveLanguage('en'));

describe('the chip of a filter that is typed', () => {
  it.each<[Field, FilterValues, string, string]>([
    [of('integer'), {}, 'Value: any', '数值：不限'],
    [of('integer'), { a_from: 2 }, 'Value ≥ 2', '数值 ≥ 2'],
    [of('integer'), { a_from: '12345', a_to: '67890' }, 'Value: 12,345 – 67,890', '数值：12,345 – 67,890'],
    [of('integer', { plain: true }), { a_from: 2024, a_to: '2026' }, 'Value: 2024 – 2026', '数值：2024 – 2026'],
    [of('integer', hours), { a_to: 1 }, 'Value ≤ 1 hour', '数值 ≤ 1 小时'],
    [of('integer', hours), { a_from: 3, a_to: 3 }, 'Value: 3 hours', '数值：3 小时'],
    [of('integer'), { a: [3, 4] }, 'Value: 3, 4', '数值：3，4'],
    [of('decimal', { scale: 3 }), { a_from: '2.000', a_to: '3.125' }, 'Value: 2 – 3.125', '数值：2 – 3.125'],
    [
      of('money', { currency: 'b' }),
      { a_from: 10_000, a_to: 20_050, a_currency: 'CNY' },
      'Value: 100 – 200.50 CNY',
      '数值：100 – 200.50 CNY',
    ],
    [of('money', { currency: 'b' }), { a_from: 5000, a_currency: 'JPY' }, 'Value ≥ 5,000 JPY', '数值 ≥ 5,000 JPY'],
    // A link may contain any value.
    [of('money', { currency: 'b' }), { a_from: 'x', a_currency: 'doubloons' }, 'Value ≥ x', '数值 ≥ x'],
    [of('date'), { a_to: '2026-12-01' }, 'Value: until 2026-12-01', '数值：截至 2026-12-01'],
    [of('date'), { a_from: '2026-12-01' }, 'Value: from 2026-12-01', '数值：2026-12-01 起'],
    [
      of('date'),
      { a_from: '2026-12-01', a_to: '2026-12-31' },
      'Value: 2026-12-01 – 2026-12-31',
      '数值：2026-12-01 – 2026-12-31',
    ],
    [
      of('dateTime'),
      { a_from: '2026-12-01T00:00:00Z', a_to: '2026-12-31T23:59:59Z' },
      'Value: 2026-12-01 – 2026-12-31',
      '数值：2026-12-01 – 2026-12-31',
    ],
    [
      of('dateTime'),
      { a_to: '2026-12-31T00:00:00Z' },
      'Value: until 2026-12-31 00:00:00',
      '数值：截至 2026-12-31 00:00:00',
    ],
    [of('text'), { a_has: 'acme' }, 'Value: contains “acme”', '数值：包含“acme”'],
    [of('text'), { a_is: 'Acme, Inc.' }, 'Value: is “Acme, Inc.”', '数值：等于“Acme, Inc.”'],
    [of('mail'), { a: 'a@b.co' }, 'Value: a@b.co', '数值：a@b.co'],
  ])('%j of %j', (field, values, english, chinese) => {
    expect(filterOf(field, values).editor).toBe('typed');
    saveLanguage('en');
    expect(typedText(filterOf(field, values), values)).toBe(english);
    saveLanguage('zh-CN');
    expect(typedText(filterOf(field, values), values)).toBe(chinese);
  });

  it('begins its form with what stands there, and with the currency that the list is narrowed to', () => {
    const amount = filterOf(of('money', { currency: 'b' }));
    expect(startBounds(amount, {})).toEqual({ from: null, to: null, currency: 'CNY' });
    expect(startBounds(amount, { b: 'JPY' })).toMatchObject({ currency: 'JPY' });
    expect(startBounds(amount, { b: 'JPY', a_from: '5', a_currency: 'CNY' })).toMatchObject({
      from: 5,
      currency: 'CNY',
    });
    expect(startBounds(filterOf(of('integer')), { a: 3 })).toMatchObject({ from: 3, to: 3 });
    expect(boundParameters(amount, { from: null, to: null, currency: 'CNY' })).toEqual({});
  });
});

describe('what the form of a range takes, the server takes, and nothing else', () => {
  const validated = async (filter: ListFilter, values: FieldValues) =>
    Object.keys((await boundsResolver(filter)(values, undefined, {} as never)).errors);
  const cases = (kind: KindName) =>
    fieldOf(kind)
      .map((field): Field => ({ ...field, ...(kind === 'money' && { currency: 'b' }) }))
      .chain((field) =>
        fc.tuple(
          fc.constant(field),
          fc.array(fc.tuple(valuesFor(rangeLimitField(field)), valuesFor(rangeLimitField(field))), {
            minLength: 15,
            maxLength: 15,
          }),
        ),
      );

  it.each(['integer', 'decimal', 'money', 'date', 'dateTime'] as const)('%s', async (kind) => {
    let [taken, refused, reversed] = [0, 0, 0];
    for (const [field, pairs] of fc.sample(cases(kind), { seed, numRuns: 60 })) {
      const filter = filterOf(field);
      for (const pair of pairs) {
        // A form contains numbers, trimmed texts or null.
        const [from, to] = pair.map((value) =>
          typeof value === 'number' ? value : (typeof value === 'string' && value.trim()) || null,
        );
        const isWrong = (value: unknown) => {
          const read = value === null ? null : parseRangeLimit(field, String(value));
          return read === undefined || typeof read !== typeof value;
        };
        const wrong = [...(isWrong(from) ? ['from'] : []), ...(isWrong(to) ? ['to'] : [])];
        const isTurned = wrong.length === 0 && from !== null && to !== null && isRangeReversed(field, from, to);
        const expected = isTurned ? ['to'] : wrong;
        expect([from, to, await validated(filter, { from, to, currency: 'CNY' })]).toEqual([from, to, expected]);
        if (isTurned) reversed += 1;
        if (expected.length > 0) refused += 1;
        else taken += 1;
      }
    }
    expect(Math.min(taken, refused)).toBeGreaterThan(60);
    expect(reversed).toBeGreaterThan(5);
  });
});
