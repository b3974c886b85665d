import { useGetOne } from 'react-admin';
import { answeredRecord, conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { fileItem } from '../../../contract/kinds/fileField.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { baseFields, type Entity, fieldOf, mayRead, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { translate } from '../../i18n/text.ts';
import { kindViews } from '../kinds/index.ts';
import { useOverrides } from '../overrides.ts';
import { Cell } from './Cell.tsx';
import type { DescriptionLine } from './DescriptionList.tsx';
import { StoredFiles } from './files/StoredFiles.tsx';
import { dash } from './format.ts';
import { isEmpty, isFieldEmpty } from './isEmpty.ts';
import { LinkedName } from './LinkedName.tsx';

/** The current record; it is drawn again whenever it changes. */
export const useRecord = (entity: string, id: number) => useGetOne<RecordData>(entity, { id });

const objectText = (value: unknown): string =>
  value && typeof value === 'object' && Object.keys(value).length > 0 ? JSON.stringify(value) : dash;

/** True if the field's condition hides it for this record. */
const isForOtherRecords = (entity: Entity, { shownWhen }: Field, record: RecordData): boolean =>
  shownWhen !== undefined && conditionHolds(entity, shownWhen, answeredRecord(record), currentCaller()) === false;

/** A value by the kind of its field; a reference is a link to its record. */
const FieldValue = (props: { entity: Entity; field: Field; name: string; record: RecordData }) => {
  const hasCustomCell = useOverrides(props.entity.name).cells?.[props.name] !== undefined;
  const { field, ...cell } = props;
  return field.kind === 'reference' && !hasCustomCell ? <LinkedName {...props} /> : <Cell {...cell} />;
};

/** A line with the name of its field, and whether the record has no value there. */
export interface FieldLine extends DescriptionLine {
  readonly name: string;
  readonly empty: boolean;
}

/** The lines of all fields of a record that the role may see; fields inside objects have their own lines. */
export function fieldLines(entity: Entity, record: RecordData, fields: Fields, prefix = ''): FieldLine[] {
  return Object.entries(fields).flatMap(([key, field]): FieldLine[] => {
    if (field.hidden || field.inputOnly || isForOtherRecords(entity, field, record)) return [];
    const name = prefix + key;
    const value = valueAt(record, readPathOf(name, fieldOf(entity, name) ?? field));
    const label = translate(field.label);
    if (field.kind === 'object' && Object.keys(field.fields ?? {}).length > 0)
      return fieldLines(entity, record, field.fields ?? {}, `${name}.`);
    if (field.kind === 'object')
      return [{ name, label, value: objectText(value), empty: objectText(value) === dash, wide: true }];
    const view = kindViews[field.kind];
    const hasFiles = fileItem(field) !== undefined && !isEmpty(value);
    const shown = hasFiles ? (
      <StoredFiles entity={entity} name={name} record={record} />
    ) : (
      (view.whole(value) ?? <FieldValue entity={entity} field={field} name={name} record={record} />)
    );
    return [{ name, label, value: shown, empty: isFieldEmpty(field, value), wide: hasFiles || view.isWide }];
  });
}

/** The fields of an entity that the role may read, including the base fields. */
export function useReadableFields(entity: Entity): Fields {
  const role = useRole();
  const { version: _version, ...base } = baseFields;
  return Object.fromEntries(Object.entries({ ...entity.fields, ...base }).filter(([, field]) => mayRead(field, role)));
}
