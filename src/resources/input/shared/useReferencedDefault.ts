import { isFromReference } from '../../../../contract/schema/field/default.ts';
import { useResourceEntity } from '../../ContractContext.ts';
import { useReferencedValues } from '../../form/useReferencedValues.ts';
import { useDialogRecord } from './DialogRecordContext.ts';
import { useRecordValues } from './useRecordValues.ts';

const noFields = {};

/**
 * The default of a field that is the value of a referenced record, for a field that the form does not ask for.
 * @param name a field of the record that the form is about
 * @returns undefined if the default is another one, or nothing is known of that record
 */
export function useReferencedDefault(name: string): unknown {
  const resourceEntity = useResourceEntity();
  const entity = useDialogRecord()?.entity ?? resourceEntity;
  const start = entity?.fields[name]?.default;
  const { from, field } = isFromReference(start) ? start : { from: '', field: '' };
  const [id] = useRecordValues([from]);
  const referenced = useReferencedValues(entity?.fields ?? noFields, from === '' ? [] : [{ from, id }]);
  return from === '' ? undefined : referenced(from, id, field);
}
