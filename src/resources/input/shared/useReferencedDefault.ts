import { isFromReference } from '../../../../contract/schema/field/default.ts';
import { useReferencedValues } from '../../form/useReferencedValues.ts';
import { useFormRecord, useRowScope, useWholeRecord } from './RowScope.ts';
import { useRecordValues, useValuesOf } from './useRecordValues.ts';

const noFields = {};

/**
 * The default of a field that is the value of a referenced record, for a field that the form does not ask for.
 * @param name a field of the record that the form is about
 * @returns undefined if the default is another one, or nothing is known of that record
 */
export function useReferencedDefault(name: string): unknown {
  const { entity } = useFormRecord();
  const start = entity?.fields[name]?.default;
  const { from, field } = isFromReference(start) ? start : { from: '', field: '' };
  const [id] = useRecordValues([from]);
  // A row of children takes a value of its parent from the form that it is a part of.
  const row = useRowScope();
  const isOfParent = from !== '' && row?.by === from;
  const [ofParent] = useValuesOf(useWholeRecord(), [isOfParent ? field : '']);
  const referenced = useReferencedValues(entity?.fields ?? noFields, from === '' || isOfParent ? [] : [{ from, id }]);
  if (isOfParent) return ofParent;
  return from === '' ? undefined : referenced(from, id, field);
}
