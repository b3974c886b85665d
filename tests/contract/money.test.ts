import { describe, expect, it } from 'vitest';
import { currencies } from '../../contract/choices/payment.ts';
import { payment } from '../../contract/entities/payment.ts';
import { ruleOf } from '../../contract/kinds/fieldRule.ts';
import { validate } from '../../contract/kinds/validation.ts';
import { currencyDigits, moneyText, toMajorUnits, toMinorUnits } from '../../contract/lib/money.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import type { Language } from '../../contract/messages/label.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { withCurrency } from '../../contract/values/amountMessages.ts';

describe('amounts of money', () => {
  it('have the digits of their currency', () => {
    expect(['CNY', 'USD', 'EUR', 'JPY', 'KWD'].map(currencyDigits)).toEqual([2, 2, 2, 0, 3]);
    expect(currencies.every(({ id }) => currencyDigits(id) === 2)).toBe(true);
  });

  it.each<[number, string, string]>([
    [123456, 'CNY', '1234.56'],
    [1250, 'USD', '12.50'],
    [5, 'EUR', '0.05'],
    [0, 'CNY', '0.00'],
    [-199, 'CNY', '-1.99'],
    [123456, 'JPY', '123456'],
    [7, 'KWD', '0.007'],
    [Number.MAX_SAFE_INTEGER, 'CNY', '90071992547409.91'],
  ])('%d minor units of %s read %s, and back again', (minor, currency, major) => {
    expect(toMajorUnits(minor, currency)).toBe(major);
    expect(toMinorUnits(major, currency)).toBe(minor);
  });

  it('read whole where a number would round', () => {
    expect(toMajorUnits(12_345_678_901_234_567_890n, 'CNY')).toBe('123456789012345678.90');
    expect(moneyText(-12_345_678_901_234_567_890n, 'CNY', 'en')).toBe('-CN¥123,456,789,012,345,678.90');
  });

  it.each<[string, string, number | undefined]>([
    ['12.5', 'CNY', 1250],
    ['12', 'CNY', 1200],
    [' 12.30 ', 'USD', 1230],
    ['0.29', 'CNY', 29],
    ['12.345', 'CNY', undefined],
    ['12.30', 'JPY', undefined],
    ['12.', 'CNY', undefined],
    ['.5', 'CNY', undefined],
    ['1,234', 'CNY', undefined],
    ['1e3', 'CNY', undefined],
    ['', 'CNY', undefined],
    ['abc', 'CNY', undefined],
    ['90071992547409.92', 'CNY', undefined],
  ])('the text %j in %s is %s', (text, currency, minor) => {
    expect(toMinorUnits(text, currency)).toBe(minor);
  });

  it('are read with their currency', () => {
    expect(moneyText(123456, 'USD', 'en')).toBe('$1,234.56');
    expect(moneyText(123456, 'CNY', 'zh-CN')).toBe('¥1,234.56');
    expect(moneyText(Number.MAX_SAFE_INTEGER, 'USD', 'en')).toBe('$90,071,992,547,409.91');
  });

  it('of payments name the field of their currency', () => {
    expect(payment.fields.amount).toMatchObject({ currency: 'currency' });
  });
});

describe('what is said of an amount that is refused', () => {
  const cost: Field = { kind: 'money', label: { en: 'Cost', zh: '费用' }, min: 100, max: 50_000, currency: 'currency' };
  const textOf = (value: unknown, currency?: string, language: Language = 'en') => {
    const [text = ''] = validate(ruleOf(cost), value)?._ ?? [];
    return translateMessage(
      withCurrency(text, () => currency),
      language,
    );
  };

  it.each<[unknown, string, string, string]>([
    [99, 'CNY', 'The smallest allowed amount is CN¥1.00', '最小金额为 ¥1.00'],
    [50_001, 'USD', 'The largest allowed amount is $500.00', '最大金额为 US$500.00'],
    [99, 'JPY', 'The smallest allowed amount is ¥100', '最小金额为 JP¥100'],
    ['12.345', 'CNY', 'Enter an amount in CNY with at most 2 decimal places', '请输入 CNY 金额，小数点后最多 2 位'],
    ['12.5', 'JPY', 'Enter a whole amount in JPY', '请输入 JPY 整数金额'],
  ])('%j in %s is told in major units with the currency', (value, currency, en, zh) => {
    expect([textOf(value, currency), textOf(value, currency, 'zh')]).toEqual([en, zh]);
  });

  it('says minor units where the currency is not known, and of what a program sends', () => {
    expect(textOf(99)).toBe('The smallest allowed amount is 100 minor units');
    expect(textOf(99, undefined, 'zh')).toBe('最小金额为 100 个最小货币单位');
    expect(textOf(99, 'points')).toBe('The smallest allowed amount is 100 minor units');
    expect(textOf('x')).toMatch(/currency/);
    expect(textOf('12.50')).toBe(textOf('x'));
    expect(textOf('12.50', undefined, 'zh')).toMatch(/币种/);
    expect([textOf(100, 'CNY'), textOf(50_000, 'CNY'), textOf(null, 'CNY')]).toEqual(['', '', '']);
  });

  it('says with the given amount how a program sends it', () => {
    expect(textOf('12.50', 'CNY')).toMatch(/\b1250\b.*\b12\.50\b/);
    expect(textOf('12.5', 'CNY', 'zh')).toMatch(/12\.5\D+1250/);
    expect(textOf('500', 'JPY')).toMatch(/\b500\b/);
    expect(textOf(12.5, 'CNY')).toMatch(/\b1250\b/);
  });

  it('says what a bound counts where that is always the same', () => {
    const unit = { en: '{value|hour|hours}', zh: '小时' };
    const whole: Field = { kind: 'integer', label: cost.label, min: 1, max: 72, unit };
    const exact: Field = { ...whole, kind: 'decimal', scale: 1, max: 7.5 };
    const sentenceOf = (field: Field, value: unknown, language: Language) =>
      translateMessage(validate(ruleOf(field), value)?._?.[0] ?? '', language);
    expect(sentenceOf(whole, 0, 'en')).toBe('The smallest allowed value is 1 hour');
    expect(sentenceOf(whole, 73, 'en')).toBe('The largest allowed value is 72 hours');
    expect(sentenceOf(exact, '7.6', 'en')).toBe('The largest allowed value is 7.5 hours');
    expect(sentenceOf(whole, 73, 'zh')).toBe('最大值为 72 小时');
  });
});
