import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { changedChildRows, type FormChildRow } from '../../dataProvider/forms/childRows.ts';
import type { FormValues } from '../formState/contractResolver.ts';

type PathValue = readonly [path: string, value: unknown];

/** True if values of the field are never written down: secrets, and files. */
const isExcluded = ({ secret, kind, items }: Field): boolean =>
  secret === true || kind === 'file' || items?.kind === 'file';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The value without secrets and files inside. */
function withoutSecrets(fields: Fields | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(fields, one));
  if (!isObject(value) || !fields) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = fields[name];
      if (field && isExcluded(field)) return [];
      return [[name, field ? withoutSecrets(field.fields ?? field.items?.fields, inner) : inner]];
    }),
  );
}

/** The touched rows of children, with the values before, by which they are merged with later ones. */
const touchedRows = (field: Field, value: unknown): readonly unknown[] => {
  const fields = { ...field.forms?.made, ...field.forms?.changed };
  return changedChildRows(field, value).map(([, { _was, ...row }]) => ({
    ...(withoutSecrets(fields, row) as FormChildRow),
    ...(_was && { _was: withoutSecrets(fields, _was) }),
  }));
};

/**
 * The values of a form that differ from its initial ones, as a draft contains them: without secrets and files, and of
 * children only the touched rows.
 * @param fields The fields of the form; no other value is written down.
 */
export function changedValues(fields: Fields, values: FormValues, initial: FormValues): PathValue[] {
  return Object.entries(fields).flatMap(([name, field]): PathValue[] => {
    if (isExcluded(field)) return [];
    const path = readPathOf(name, field);
    const [value, before] = [valueAt(values, path), valueAt(initial, path)];
    if (field.forms) {
      const rows = touchedRows(field, value);
      return rows.length > 0 ? [[path, rows]] : [];
    }
    if (field.fields && isObject(value))
      return changedValues(field.fields, value, isObject(before) ? before : {}).map(([inner, one]) => [
        `${path}.${inner}`,
        one,
      ]);
    return isSame(value, before) ? [] : [[path, withoutSecrets(field.fields ?? field.items?.fields, value)]];
  });
}

/** True if the form has values that no draft contains, so that they must be entered again. */
export const hasExcludedFields = (fields: Fields): boolean =>
  Object.values(fields).some(
    (field) => isExcluded(field) || hasExcludedFields(field.fields ?? field.items?.fields ?? {}),
  );
