import { useGetManyAggregate, useGetRecordRepresentation } from 'react-admin';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { text } from '../../../i18n/text.ts';
import { kindViews } from '../../kinds/index.ts';
import { dateTimeText } from '../../values/format.ts';

/** The names of the records that a filter selects; a record that the reader may not see is shown as such. */
function FilteredRecordNames({ to, ids }: { to: string; ids: readonly number[] }) {
  const { data, isPending } = useGetManyAggregate(to, { ids: [...ids], meta: { quiet: true } });
  const represent = useGetRecordRepresentation(to);
  const nameAt = (index: number) => {
    const record = data?.[index];
    return record ? String(represent(record)) : isPending ? '…' : text().list.notVisible;
  };
  return <>{ids.map((_id, index) => nameAt(index)).join(text().list.comma)}</>;
}

function valueLabel(field: Field | undefined, value: unknown): string {
  if (field?.names === 'interval') return String(value).split('/').map(dateTimeText).join(' – ');
  return field ? kindViews[field.kind].filterText(value, field) : String(value);
}

/** The value of a filter as text: names of records, labels of choices. */
export function FilterText({ field, value }: { field: Field | undefined; value: unknown }) {
  const values = [value].flat();
  const to = field?.kind === 'reference' || field?.joined ? (field.to ?? field.items?.to) : undefined;
  if (to) return <FilteredRecordNames to={to} ids={values.map(Number)} />;
  return <>{values.map((one) => valueLabel(field, one)).join(text().list.comma)}</>;
}
