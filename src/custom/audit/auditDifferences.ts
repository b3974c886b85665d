import type { Fields } from '../../../contract/schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

/** What differs between two states of a record, by the names of its fields, those inside objects with a dot. */
export interface AuditDifferences {
  readonly before: Values;
  readonly after: Values;
}

const asObject = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSame = (one: unknown, other: unknown): boolean =>
  (isEmptyValue(one) && isEmptyValue(other)) || JSON.stringify(one) === JSON.stringify(other);

/**
 * What an entry of the audit says to have changed. In: the fields of the record's entity, and its states before and after
 * as the audit keeps them. Out: values that differ, also of what is no field.
 */
export function auditDifferences(fields: Fields, before: unknown, after: unknown, prefix = ''): AuditDifferences {
  const [old, now] = [asObject(before), asObject(after)];
  const found: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const field = fields[name];
    const inner = field?.kind === 'object' ? (field.fields ?? {}) : {};
    const path = prefix + name;
    if (Object.keys(inner).length > 0) {
      const nested = auditDifferences(inner, old[name], now[name], `${path}.`);
      Object.assign(found[0], nested.before);
      Object.assign(found[1], nested.after);
    } else if (!isSame(old[name], now[name])) {
      found[0][path] = old[name] ?? null;
      found[1][path] = now[name] ?? null;
    }
  }
  return { before: found[0], after: found[1] };
}
