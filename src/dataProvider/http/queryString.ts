import { displayParameter } from '../../../contract/lists/displayParameter.ts';

const unencoded = /%(3A|2F|2C|40|5B|5D)/g;

/** Builds a query string: `: / , @ [ ]` stay readable, all other reserved characters are encoded (A5). */
export function queryString(values: Readonly<Record<string, unknown>>): string {
  const encode = (value: unknown) => encodeURIComponent(String(value)).replace(unencoded, decodeURIComponent);
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

const plainParameters: ReadonlySet<string> = new Set(['search', 'start_at', 'end_at', 'is_paginate', displayParameter]);

/** A list's filter as parameters of the request: the search, the date range and the declared filters. */
export const listQueryParameters = (filter: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      plainParameters.has(name) ? name : `filter_${name}`,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  );
