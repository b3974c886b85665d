import { afterEach, describe, expect, it, vi } from 'vitest';
import { canonicalTexts } from '../../contract/kinds/canonicalTexts.ts';
import { schemaOf } from '../../contract/kinds/fieldSchema.ts';
import { kinds } from '../../contract/kinds/index.ts';
import { patternNames } from '../../contract/kinds/textRule.ts';
import { bodyRule, validate } from '../../contract/kinds/validation.ts';
import { isTimeZone } from '../../contract/lib/timeZone.ts';
import type { Field, KindName } from '../../contract/schema/field/field.ts';
import { label } from '../support/kindFields.ts';

const texts = ['text', 'longText', 'mail', 'phone'] as const;
const problemOf = (field: Field, value: unknown) => validate(bodyRule({ value: field }), { value });

/** All patterns in the document, which are the ones that the field rules run. */
function patternsIn(schema: unknown): string[] {
  const { pattern, allOf = [] } = schema as { pattern?: string; allOf?: unknown[] };
  return [...(pattern === undefined ? [] : [pattern]), ...allOf.flatMap(patternsIn)];
}
const fields = (Object.keys(kinds) as KindName[]).flatMap((kind): Field[] => [
  { kind, label, required: true, choices: [] },
  ...patternNames.map((matches): Field => ({ kind, label, required: true, matches: matches as 'letters' })),
]);
const patterns = [...new Set(fields.flatMap((field) => patternsIn(schemaOf(field))))];

const tests: [string, (text: string) => unknown][] = [
  ...patterns.map((source): [string, (text: string) => unknown] => {
    const pattern = new RegExp(source, 'u');
    return [source, (text) => pattern.test(text)];
  }),
  ['the name of a time zone', isTimeZone],
];

const begins = ['', 'a@', 'a@b.', '+1', '2026-01-01T00:00:00.'];
const pumped = ['a', 'a.', 'a@', '.', '- ', '0', 'a/', 'é', '😀', '\t'];
const ends = ['', '@', '\u0000'];
const hostile = begins.flatMap((begin) => pumped.flatMap((one) => ends.map((end) => [begin, one, end] as const)));

/** The best of several runs, in ms of CPU time, so that other programs do not count. */
function timeOf(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

describe('the patterns of the contract', () => {
  it('are found', () => expect(patterns.length).toBeGreaterThanOrEqual(7));

  it.each(tests)('%s takes at most about twice the time for twice the text', (_, test) => {
    for (const [begin, one, end] of hostile) {
      const [small = 0, large = 0] = [50_000, 100_000].map((size) => {
        const text = begin + one.repeat(size / one.length) + end;
        return timeOf(() => test(text));
      });
      // Differences of a few milliseconds are noise; quadratic behaviour takes seconds.
      expect(large, JSON.stringify([begin, one, end])).toBeLessThan(3 * small + 20);
    }
  });
});

describe('a text that is too long', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(texts)('is refused before any pattern reads it, as %s', (kind) => {
    const read = vi.spyOn(RegExp.prototype, 'test');
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    for (const text of [`a@${'a.'.repeat(40_000)}@`, '\n'.repeat(1_000_000), '😀'.repeat(2001)]) {
      const value = Object.keys(problemOf({ kind, label, required: true, max: 20 }, text) ?? {});
      expect(value).toEqual(['value']);
      expect(problemOf({ kind, label, matches: 'letters' }, text)?.['value']?.[0]).toMatch(/^max_length/);
    }
    const longest = Math.max(0, ...[...read.mock.calls, ...exec.mock.calls].map(([text]) => text.length));
    expect(longest).toBeLessThan(1000);
  });

  it('is longer in characters, as the document counts them, not in code units', () => {
    const field = { kind: 'text', label, min: 2, max: 3 } as const;
    for (const text of ['😀😀', '😀😀😀', '中文字', 'ab']) expect(problemOf(field, text)).toBeUndefined();
    for (const text of ['😀', 'a', '😀😀😀😀', '中文字符', '👨‍👩‍👧']) expect(problemOf(field, text)).toBeDefined();
  });
});

describe('a list that is too long', () => {
  it('is refused before any of its items is looked at', () => {
    const items: Field = { kind: 'object', label, fields: { of: { kind: 'mail', label, required: true } } };
    let looks = 0;
    const watched = new Proxy(Array.from({ length: 101 }), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(target, key);
      },
    });
    expect(problemOf({ kind: 'list', label, items }, watched)).toEqual({ value: ['max_items?value=100'] });
    expect(looks).toBe(0);
    expect(Object.keys(problemOf({ kind: 'list', label, items }, [{}, 5, { of: 'a@b.co' }]) ?? {})).toEqual([
      'value[0].of',
      'value[1]',
    ]);
  });
});

describe('a value that is nested without end', () => {
  it.each<[string, (inner: unknown) => unknown]>([
    ['lists', (inner) => [inner]],
    ['objects', (inner) => ({ value: inner })],
  ])('of %s is refused where it leaves the declaration', (_, wrap) => {
    let value: unknown = 'x';
    for (let depth = 0; depth < 50_000; depth += 1) value = wrap(value);
    const list: Field = { kind: 'list', label, items: { kind: 'list', label, items: { kind: 'text', label } } };
    const object: Field = { kind: 'object', label, fields: { value: { kind: 'text', label } } };
    for (const field of [list, object, { kind: 'text', label } as const, { kind: 'dateTime', label } as const]) {
      const body = canonicalTexts({ value }, { value: field });
      expect(Object.keys(validate(bodyRule({ value: field }), body) ?? {})).toHaveLength(1);
    }
  });
});
