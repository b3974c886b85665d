import dayjs from 'dayjs';
import { text } from '../i18n/text.ts';

export const dash = '-';

/** A point in time in the browser's time zone, or a dash (R-FMT-01, R-FMT-02). */
export function momentText(value: unknown): string {
  const moment = value ? dayjs(value as string) : undefined;
  return moment?.isValid() ? moment.format('YYYY-MM-DD HH:mm:ss') : dash;
}

/** A number with thousands separators, or a dash (R-FMT-03). */
export const numberText = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : dash;

/** A number of days with its unit (R-UNIT-01). */
export function daysText(value: unknown): string {
  return typeof value === 'number' ? text().range.days(numberText(value), value === 1) : dash;
}

interface ProductLike {
  name?: string | null;
  deployment?: { name: string } | null;
  category?: { name: string } | null;
}

/** How a product reads: deployment/category/name (R-PROD-02). */
export const productText = (product: ProductLike | null | undefined): string =>
  [product?.deployment?.name, product?.category?.name, product?.name].filter(Boolean).join('/') || dash;

/** The value at a dotted path of a record. */
export const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], record);
