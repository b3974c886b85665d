const kept = /%(3A|2F|2C|40|5B|5D)/g;

/** A query as the product sends it: `: / , @ [ ]` stay as they are, what could break it is encoded (A5). */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  const encode = (value: unknown) => encodeURIComponent(String(value)).replace(kept, decodeURIComponent);
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

const plain: ReadonlySet<string> = new Set(['search', 'start_at', 'end_at', 'is_paginate']);

/** A list's filter as parameters: the search, the range and the declared filters. */
export const parametersOf = (filter: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      plain.has(name) ? name : `filter_${name}`,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  );
