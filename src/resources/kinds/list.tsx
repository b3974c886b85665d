import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetRecordRepresentation } from 'react-admin';
import { fileItem } from '../../../contract/kinds/fileField.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { translate } from '../../i18n/text.ts';
import { dash } from '../values/format.ts';
import { RecordNames } from '../values/RecordNames.tsx';
import { fileView } from './file.tsx';
import { noFilter, notPicked, plainGroup } from './plain.tsx';
import { type CellPlace, type KindView, usualWidth } from './view.ts';

/** The names of the records of a many-to-many field, from the data embedded in the response. */
function JoinedNames({ field, records }: { field: Field; records: unknown }) {
  const represent = useGetRecordRepresentation(field.items?.to);
  if (!Array.isArray(records) || records.length === 0) return dash;
  return (records as RaRecord[]).map((one) => String(represent(one))).join(', ');
}

/** The filled fields of an object in a list: the value of the first, then the others in brackets with their labels. */
function objectText(fields: Fields, value: object, { record, show }: CellPlace): ReactNode[] {
  const filled = Object.entries(fields).filter(
    ([name, field]) => (valueAt(value, readPathOf(name, field)) ?? '') !== '',
  );
  return filled.flatMap(([name, field], index) => [
    ...(index > 0 ? [index === 1 ? ' (' : ', ', `${translate(field.label)} `] : []),
    <Fragment key={name}>{show(field, name, value, record)}</Fragment>,
    ...(index > 0 && index === filled.length - 1 ? [')'] : []),
  ]);
}

/** The name under which an item is added to the record to be shown like a field. */
const itemKey = '_item';

function itemText(items: Field, one: unknown, place: CellPlace): ReactNode {
  const label = items.choices?.find(({ id }) => id === one)?.label;
  if (label) return translate(label);
  if (typeof one !== 'object' || one === null)
    return place.show(items, itemKey, { ...(place.record as object), [itemKey]: one }, place.record);
  const { fields = {} } = items;
  return Object.keys(fields).length > 0
    ? objectText(fields, one, place)
    : String((one as { name?: string }).name ?? '');
}

function cell(value: unknown, place: CellPlace): ReactNode {
  const { field, holder } = place;
  if (field.as && field.joined) return <JoinedNames field={field} records={valueAt(holder, field.as)} />;
  if (fileItem(field)) return fileView.cell(value, place);
  const { items } = field;
  if (!items || !Array.isArray(value) || value.length === 0) return dash;
  if (items.kind === 'reference') return <RecordNames to={items.to ?? ''} ids={value} />;
  return value.map((one: unknown, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      {itemText(items, one, place)}
    </Fragment>
  ));
}

/** Several values of one kind. */
export const listView: KindView = {
  cell,
  whole: () => undefined,
  group: plainGroup,
  isWide: false,
  column: { givesWay: 'always', figure: undefined, width: usualWidth },

  input: { as: 'list' },
  itemsInput: 'values',
  picked: notPicked,

  ...noFilter,
};
