import { useWatch } from 'react-hook-form';
import { fixedDefault } from '../../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import { type FormRecord, useFormRecord } from './RowScope.ts';

/**
 * The values of fields of a record that a form is about.
 * @returns each from the form, else from the saved record, else its default; undefined where there is none
 */
export function useValuesOf({ entity, saved, prefix }: FormRecord, names: readonly string[]): unknown[] {
  const entered: readonly unknown[] = useWatch({ name: names.map((name) => prefix + name) });
  return names.map((name, at) => {
    const declared = entity?.fields[name];
    if (!declared) return entered[at] ?? undefined;
    return entered[at] ?? valueAt(saved, readPathOf(name, declared)) ?? fixedDefault(declared) ?? undefined;
  });
}

/**
 * The values of other fields of the record that an input is about, as `useValuesOf` finds them.
 * @param prefix what precedes their names in the form, if they are not fields of that record: `items.0.`
 */
export function useRecordValues(names: readonly string[], prefix?: string): unknown[] {
  const record = useFormRecord();
  const isWithin = prefix !== undefined && prefix !== record.prefix;
  return useValuesOf(isWithin ? { entity: undefined, saved: undefined, prefix } : record, names);
}
