import type { Fields } from '../../../contract/schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

/** The changed fields between two states of a record; fields inside objects have dotted names. */
export interface AuditDifferences {
  readonly before: Values;
  readonly after: Values;
}

const asObject = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const isEmptyValue = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSame = (one: unknown, other: unknown): boolean =>
  (isEmptyValue(one) && isEmptyValue(other)) || JSON.stringify(one) === JSON.stringify(other);

/**
 * Compares the two states of a record in an audit entry.
 * @param fields the fields of the record's entity
 * @param before the state before, as the audit stores it
 * @param after the state after
 * @returns the changed values, also those that are not declared fields
 */
export function auditDifferences(fields: Fields, before: unknown, after: unknown, prefix = ''): AuditDifferences {
  const [old, now] = [asObject(before), asObject(after)];
  const found: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const field = fields[name];
    const inner = field?.fields ?? {};
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
