import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../contract/kinds/fieldRule.ts';
import { schemaOf } from '../../contract/kinds/fieldSchema.ts';
import { validate } from '../../contract/kinds/validation.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import type { Language } from '../../contract/messages/label.ts';
import { decimal, type Field, integer } from '../../contract/schema/field/field.ts';

const label = { en: 'Value', zh: '数值' };

const refusal = (field: Field, value: unknown, language: Language = 'en') =>
  translateMessage(validate(ruleOf(field), value)?._?.[0] ?? '', language);

/** A number of hundredths as a decimal: 125 is `1.25`. */
const hundredths = (value: number): string =>
  `${value < 0 ? '-' : ''}${Math.trunc(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`;

describe('a step', () => {
  it.each<[Field, unknown, string, string]>([
    [
      integer({ label, step: 5 }),
      1_237,
      'Enter a multiple of 5; the nearest ones are 1,235 and 1,240',
      '请填写 5 的倍数，最接近的是 1,235 和 1,240',
    ],
    [
      integer({ label, min: -10, max: 10, step: 5 }),
      -7,
      'Enter a multiple of 5; the nearest ones are -10 and -5',
      '请填写 5 的倍数，最接近的是 -10 和 -5',
    ],
    [
      integer({ label, step: 2_000 }),
      2_147_483_647,
      'Enter a multiple of 2,000; the nearest one is 2,147,482,000',
      '请填写 2,000 的倍数，最接近的是 2,147,482,000',
    ],
    [
      decimal({ label, step: 0.25 }),
      '1.30',
      'Enter a multiple of 0.25; the nearest ones are 1.25 and 1.5',
      '请填写 0.25 的倍数，最接近的是 1.25 和 1.5',
    ],
    [
      decimal({ label, min: -1, step: 0.25 }),
      '-0.1',
      'Enter a multiple of 0.25; the nearest ones are -0.25 and 0',
      '请填写 0.25 的倍数，最接近的是 -0.25 和 0',
    ],
    [
      decimal({ label, precision: 3, scale: 1, step: 2.5 }),
      '99.9',
      'Enter a multiple of 2.5; the nearest one is 97.5',
      '请填写 2.5 的倍数，最接近的是 97.5',
    ],
    // Limits come first.
    [integer({ label, min: 5, step: 5 }), 3, 'The smallest allowed value is 5', '最小值为 5'],
    [decimal({ label, max: 1, step: 0.5 }), '1.2', 'The largest allowed value is 1', '最大值为 1'],
    [integer({ label, step: 5 }), 0, '', ''],
    [integer({ label, step: 5 }), null, '', ''],
    [decimal({ label, step: 0.25 }), '12.5', '', ''],
    [decimal({ label, step: 0.25 }), null, '', ''],
  ])('%# refuses with the nearest values', (field, value, en, zh) => {
    expect([refusal(field, value, 'en'), refusal(field, value, 'zh')]).toEqual([en, zh]);
  });

  it.each([0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 0.7, 1, 1.1, 2.5, 3, 5])(
    'of %d allows exactly its multiples',
    (step) => {
      const field = decimal({ label, step });
      const unit = Math.round(step * 100);
      for (let value = 0; value <= 3_000; value += 1)
        expect([value, refusal(field, hundredths(value)) === '']).toEqual([value, value % unit === 0]);
    },
  );

  it('of 0.1 allows what many sums of binary fractions miss, with any number of digits', () => {
    const field = decimal({ label, precision: 30, scale: 10, step: 0.1 });
    expect(refusal(field, '12345678901234567890.3')).toBe('');
    expect(refusal(field, '12345678901234567890.3000000001')).toContain('12,345,678,901,234,567,890.3 and');
  });

  it.each([0.05, 0.1, 0.25, 0.5, 0.2, 0.125])('of %d is a pattern of the API document as well', (step) => {
    const field = decimal({ label, scale: 3, step });
    const { allOf, multipleOf } = schemaOf(field) as { allOf: { pattern: string }[]; multipleOf: number };
    expect(multipleOf).toBe(step);
    const accepts = (text: string) => allOf.every(({ pattern }) => new RegExp(pattern, 'u').test(text));
    for (let value = 0; value <= 2_400; value += 1) {
      const whole = `${Math.trunc(value / 1_000)}.${String(value % 1_000).padStart(3, '0')}`;
      for (const text of new Set([whole, whole.replace(/0$/, ''), whole.replace(/\.?0*$/, '')]))
        expect([text, accepts(text)]).toEqual([text, refusal(field, text) === '']);
    }
  });

  it('of a whole number is said by the API document', () => {
    expect(schemaOf(integer({ label, step: 5, max: 50 }))).toMatchObject({ minimum: 0, maximum: 50, multipleOf: 5 });
    expect(schemaOf(integer({ label }))).not.toHaveProperty('multipleOf');
  });
});
