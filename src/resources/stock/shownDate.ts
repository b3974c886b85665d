import { dateTimeText } from '../values/format.ts';

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** A date that stock fields show as the console does, unless the screen asks for another format. */
class ShownDate extends Date {
  readonly #text: string;

  constructor(value: string | number | Date) {
    super(value);
    this.#text = isDay(value) ? value : dateTimeText(value);
  }

  override toLocaleString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string {
    return locales || options ? super.toLocaleString(locales, options) : this.#text;
  }

  /** A stock field asks for the day in UTC if the value is a day, and otherwise for no options. */
  override toLocaleDateString(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions): string {
    const isPlain = !options || (Object.keys(options).join() === 'timeZone' && options.timeZone === 'UTC');
    return locales || !isPlain ? super.toLocaleDateString(locales, options) : this.#text;
  }
}

/**
 * Reads the value of react-admin's own `DateField`, which then shows a day as `YYYY-MM-DD` and a point in time as
 * `YYYY-MM-DD HH:mm:ss`, as every list does (R-FMT-01).
 */
export const shownDate = (value: unknown): Date | undefined =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? new ShownDate(value) : undefined;
