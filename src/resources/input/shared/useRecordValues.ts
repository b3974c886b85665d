import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { fixedDefault } from '../../../../contract/kinds/resolveDefault.ts';
import { valueAt } from '../../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../../contract/schema/entity.ts';
import { useResourceEntity } from '../../ContractContext.ts';
import { useDialogRecord } from './DialogRecordContext.ts';

/**
 * The values of other fields of the record that a form is about.
 * @param prefix what precedes their names in the form, for a row of children: `lines.0.`
 * @returns each from the form, else from the record, else its default; undefined where there is none
 */
export function useRecordValues(names: readonly string[], prefix = ''): unknown[] {
  const entered: readonly unknown[] = useWatch({ name: names.map((name) => prefix + name) });
  const dialogRecord = useDialogRecord();
  const resourceEntity = useResourceEntity();
  const contextRecord = useRecordContext();
  const entity = dialogRecord?.entity ?? resourceEntity;
  return names.map((name, at) => {
    const declared = entity?.fields[name];
    if (!declared || prefix !== '') return entered[at] ?? undefined;
    const saved = valueAt(dialogRecord?.record ?? contextRecord, readPathOf(name, declared));
    return entered[at] ?? saved ?? fixedDefault(declared) ?? undefined;
  });
}
