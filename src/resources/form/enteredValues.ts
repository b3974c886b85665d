import type { FormValues } from '../formState/contractResolver.ts';

/** True if the value is empty or only white space. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/**
 * The entered values without blank ones, which leave the record unchanged.
 * @param prefilled Names of fields that were prefilled from the record: blank, they clear the record's value.
 */
export const enteredValues = (body: FormValues, prefilled: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => !isBlank(value) || prefilled.includes(name)));
