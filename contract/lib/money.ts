/**
 * Amounts are stored and sent as whole numbers of minor units (cents, fen); people read and write major units. The
 * currency determines the number of digits between the two: two for CNY, none for JPY.
 */

/** True if a value has the form of a currency code by ISO 4217, of which the digits are known. */
export const isCurrencyCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value);

/**
 * The number of decimal places of a currency.
 * @param currency The currency code by ISO 4217.
 */
export const currencyDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;

/**
 * An amount in major units, as an input shows it: 123456 in CNY is `1234.56`. Works on digits, so that nothing is
 * rounded.
 */
export function toMajorUnits(minor: number | bigint, currency: string): string {
  const digits = currencyDigits(currency);
  const sign = minor < 0 ? '-' : '';
  const all = String(minor)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const whole = all.slice(0, all.length - digits);
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${all.slice(-digits)}`;
}

const majorUnitsPattern = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * The minor units of an amount written in major units: `12.5` in CNY is 1250.
 * @returns Undefined if the text is not a number, has more decimal places than the currency, or is too large to be
 * exact.
 */
export function toMinorUnits(text: string, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  const [, sign = '', whole = '', fraction = ''] = majorUnitsPattern.exec(text.trim()) ?? [];
  if (whole === '' || fraction.length > digits) return undefined;
  const minor = Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/**
 * An amount as users read it, with its currency and the separators of the language: `CN¥1,234.56`.
 * @param options further options of the format
 */
export const moneyText = (
  minor: number | bigint,
  currency: string,
  language: string,
  options: Intl.NumberFormatOptions = {},
): string =>
  // `format` keeps all digits of a decimal text, whereas it would round a number.
  new Intl.NumberFormat(language, { style: 'currency', currency, ...options }).format(
    toMajorUnits(minor, currency) as unknown as number,
  );
