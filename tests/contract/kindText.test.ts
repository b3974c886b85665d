import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalTexts } from '../../contract/kinds/canonicalTexts.ts';
import { decimalText, digitsOf } from '../../contract/kinds/decimalDigits.ts';
import { ruleOf } from '../../contract/kinds/fieldRule.ts';
import { kinds } from '../../contract/kinds/index.ts';
import { validate } from '../../contract/kinds/validation.ts';
import type { Field, KindName } from '../../contract/schema/field/field.ts';
import { textOfValue, valueOfText } from '../../contract/values/textCodec.ts';
import { fieldOf, label, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';

const around = { language: 'zh', currency: 'CNY' } as const;

/** Gives the choices unique labels, because choices with the same label cannot be distinguished. */
const named = (field: Field): Field => ({
  ...field,
  choices: (field.choices ?? []).map((choice) => ({
    ...choice,
    label: { en: `<${choice.id}>`, zh: `「${choice.id}」` },
  })),
});

const cases = (kind: KindName) =>
  fieldOf(kind).chain((field) =>
    fc.tuple(fc.constant(named(field)), fc.array(valuesFor(named(field)), { minLength: 20, maxLength: 20 })),
  );

/** A value as the database returns it. */
const storedForm = (field: Field, value: unknown): unknown => {
  if (field.kind === 'decimal') return decimalText(String(value), digitsOf(field).scale);
  if (field.kind === 'dateTime') return new Date(String(value)).toISOString();
  if (Array.isArray(value) && value.length === 0) return null;
  // The database does not store the sign of zero.
  return value === '' ? null : value === 0 ? 0 : value;
};

/** An import and an input parse an exported value as the same value. */
it.each((Object.keys(kinds) as KindName[]).filter((kind) => !['object', 'list', 'file'].includes(kind)))(
  'a value of %s is the same after it was a text',
  (kind) => {
    let seen = 0;
    for (const [field, values] of fc.sample(cases(kind), { seed, numRuns: 40 }))
      for (const given of values) {
        const { value } = canonicalTexts({ value: given }, { value: field }) as { value: unknown };
        if (value === null || validate(ruleOf(field), value)) continue;
        seen += 1;
        const stored = storedForm(field, value);
        expect(valueOfText(field, textOfValue(field, stored, around), around)).toEqual(stored);
      }
    expect(seen).toBeGreaterThan(50);
  },
);

it('a point in time is the same after it was a text of whatever zone, alone and in a list', () => {
  const moment: Field = { kind: 'dateTime', label };
  const times = fc.date({ min: new Date('1971-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
  const zones = fc.constantFrom('UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Africa/Monrovia');
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 3 }), zones, (dates, zone) => {
      const values = dates.map((one) => one.toISOString());
      const list: Field = { kind: 'list', label, items: moment };
      for (const [field, value] of [
        [moment, values[0]],
        [list, values],
      ] as const) {
        const text = textOfValue(field, value, { ...around, zone });
        expect(text).not.toContain('Z');
        expect(valueOfText(field, text, around)).toEqual(value);
      }
    }),
  );
});

it('tags that look like JSON are the same after they were a text', () => {
  for (const tags of [['[]'], ['["a"]'], ['["a"', '"b"]'], ['[a]', 'b']])
    expect(valueOfText(of('tags'), textOfValue(of('tags'), tags, around), around)).toEqual(tags);
});

it('a file is written by its name, and no text is read as a file', () => {
  const one = {
    id: '4584d17f-0001-1000-bfff-ffe5ad3a1407',
    name: '合同.pdf',
    size: 5,
    type: 'application/pdf',
    sha256: '',
  };
  const field: Field = { kind: 'file', label };
  expect(textOfValue(field, one, around)).toBe('合同.pdf');
  expect(textOfValue({ kind: 'list', label, items: field }, [one, { ...one, name: 'b.pdf' }], around)).toBe(
    '合同.pdf, b.pdf',
  );
  expect(validate(ruleOf(field), valueOfText(field, '合同.pdf', around))).toEqual({ _: ['file'] });
});

const of = (kind: KindName, more: object = {}): Field => ({ kind, label, ...more });
const states = { choices: [{ id: 0, label: { en: 'Open', zh: '开启' } }] };

it.each<[string, boolean]>([
  ['a@b.co', true],
  ['first.last+tag@mail.sub.example', true],
  ['张伟@例子.公司', true],
  ['a@b', false],
  ['a@b..example', false],
  ['a@.b.example', false],
  ['a@b.example.', false],
  ['a@b.example..com', false],
  ['a@@b.example', false],
])('%s is an address that mail can be delivered to: %s', (address, isAddress) => {
  expect(validate(ruleOf(of('mail')), address)).toEqual(isAddress ? undefined : { _: ['mail'] });
});

describe('JSON of any shape', () => {
  const rule = ruleOf({ kind: 'json', label });
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

  it.each<[unknown, string | undefined]>([
    [{ a: ' kept ' }, undefined],
    [deep(12), undefined],
    [deep(13), 'json_kept?value=12'],
    [{ a: ['\0'] }, 'json_kept?value=12'],
    [{ '\ud800': 1 }, 'json_kept?value=12'],
    [[Number.POSITIVE_INFINITY], 'json_kept?value=12'],
    ['{\n  "a": 1,\n}', 'json_line?line=3'],
    ['', 'json_line?line=1'],
    ['"text"', 'json'],
    [1, 'json'],
    ['{"a":[{"b":"}","c":1,"b":{}}]}', 'json_repeated?name=b'],
  ])('%j', (value, text) => {
    expect(validate(rule, value)).toEqual(text && { _: [text] });
  });
});

describe('what a person writes', () => {
  it.each<[Field, string, unknown]>([
    [of('integer'), ' 1,234 ', 1234],
    [of('integer'), '１２', 12],
    [of('integer'), '1.5', '1.5'],
    [of('integer'), '1,234.00', 1234],
    [of('integer'), '-3.0', -3],
    [of('integer'), '1.000', '1.000'],
    [of('integer'), '3.', '3.'],
    [of('reference'), '3.0', '3.0'],
    [of('decimal'), '1,234.5', '1234.50'],
    [of('decimal'), '+007', '7.00'],
    [of('decimal'), '-0', '0.00'],
    [of('decimal'), '2.', '2.00'],
    [of('decimal'), '１２．５', '12.50'],
    [of('decimal'), '1.2500', '1.25'],
    [of('decimal'), '1.234', '1.234'],
    [of('decimal'), '1e3', '1e3'],
    [of('date'), '2026-1-5', '2026-01-05'],
    [of('date'), '2026/01/05', '2026-01-05'],
    [of('date'), '2026年1月5日', '2026-01-05'],
    [of('date'), '20260105', '2026-01-05'],
    [of('date'), '5.1.2026', '5.1.2026'],
    [of('date'), '2026-01-05 00:00:00', '2026-01-05'],
    [of('date'), '2026-01-05T00:00:00.000', '2026-01-05'],
    [of('date'), '2026/1/5 0:00', '2026-01-05'],
    [of('date'), '2026-01-05 00:00:01', '2026-01-05 00:00:01'],
    [of('date'), '2026-01-05T00:00:00Z', '2026-01-05T00:00:00Z'],
    [of('dateTime'), '2027-01-02 11:04:05+08', '2027-01-02T03:04:05.000Z'],
    [of('dateTime'), '2027-01-02 11:04:05.5 +0530', '2027-01-02T05:34:05.500Z'],
    [of('dateTime'), '2027-01-02 11:04 UTC', '2027-01-02T11:04:00.000Z'],
    [of('dateTime'), '2027-01-02 11:04:05Z', '2027-01-02T11:04:05.000Z'],
    [of('dateTime'), '2027-02-30 11:04:05+08', '2027-02-30 11:04:05+08'],
    [of('dateTime'), '2027-01-02 11:04:05', '2027-01-02 11:04:05'],
    [of('boolean'), '是', true],
    [of('boolean'), 'No', false],
    [of('boolean'), 'maybe', 'maybe'],
    [of('choice', states), 'open', 0],
    [of('choice', states), '0', 0],
    [of('choice', states), 'shut', 'shut'],
    [of('money', { currency: 'currency' }), '1,234.5', 123_450],
    [of('money', { currency: 'currency' }), '0.001', '0.001'],
    [of('tags'), 'a, b，a ,', ['a', 'b']],
    [of('tags'), '["a", "b", "A"]', ['a', 'b']],
    [of('tags'), '[]', []],
    [of('tags'), '[urgent], b', ['[urgent]', 'b']],
    [of('tags'), '[1]', ['[1]']],
    [of('json'), '{"a":{"b":1},"c":[{"b":2}]}', { a: { b: 1 }, c: [{ b: 2 }] }],
    [of('json'), '{"a":1,"\\u0061":2}', '{"a":1,"\\u0061":2}'],
    [of('list', { items: of('object') }), '[{"a":"a","a":1}]', '[{"a":"a","a":1}]'],
    [of('json'), '{"a": [1]}', { a: [1] }],
    [of('json'), '{', '{'],
    [of('text'), '  ', null],
  ])('%o: %s', (field, text, value) => {
    expect(valueOfText(field, text, around)).toEqual(value);
  });
});
