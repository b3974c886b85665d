import type { MessageKey } from './catalogue.ts';

export type { MessageKey } from './catalogue.ts';

/**
 * A message with its values, not yet translated. Values that depend on the language are given as `name_en` and
 * `name_zh`.
 */
export function message(key: MessageKey, values?: Record<string, string | number>): string {
  return values ? `${key}?${new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)]))}` : key;
}
