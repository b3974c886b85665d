import type { MessageKey } from './catalogue.ts';

export type { MessageKey } from './catalogue.ts';

/** A message with its values, still without a language. A value that differs by language is given as `name_en` and `name_zh`. */
export function message(key: MessageKey, values?: Record<string, string | number>): string {
  return values ? `${key}?${new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)]))}` : key;
}
