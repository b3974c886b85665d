import { describe, expect, it } from 'vitest';
import { currencies } from '../../contract/choices/payment.ts';
import { payment } from '../../contract/entities/payment.ts';
import { currencyDigits, majorOf, minorOf, moneyText } from '../../contract/money.ts';

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
    expect(majorOf(minor, currency)).toBe(major);
    expect(minorOf(major, currency)).toBe(minor);
  });

  it('read whole where a number would round', () => {
    expect(majorOf(12_345_678_901_234_567_890n, 'CNY')).toBe('123456789012345678.90');
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
    expect(minorOf(text, currency)).toBe(minor);
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
