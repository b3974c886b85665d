import type { FormValues } from '../formState/contractResolver.ts';

/** Was nothing written there? */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/**
 * What was entered, without what was left blank: the record keeps what it has there. In: a body, and the names of what
 * began with the record's own value, which is emptied by being blank.
 */
export const enteredValues = (body: FormValues, begun: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => !isBlank(value) || begun.includes(name)));
