import type { ReactNode } from 'react';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { recordName } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { toneOf } from '../../../contract/values/tone.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import { language } from '../../i18n/language.ts';
import { translate } from '../../i18n/text.ts';
import { kindViews } from '../kinds/index.ts';
import { useOverrides } from '../overrides.ts';
import { dash } from './format.ts';

/**
 * Shows a field as its kind does.
 * @param holder the object that contains the value
 * @param record the record that the object belongs to, which contains the currency of an amount
 */
const show = (field: Field, name: string, holder: unknown, record = holder): ReactNode =>
  kindViews[field.kind].cell(valueAt(holder, readPathOf(name, field)), { field, name, holder, record, show });

/** True if a number is shown without a unit, as the number of hosts in English (R-FMT-04). */
export const isBareNumber = (field: Field, name: string, record: unknown): boolean =>
  kindViews[field.kind].column.figure === 'count' && /^[\d.,]+$/.test(String(show(field, name, record)));

/**
 * A cell of a list or a line of a detail: the custom cell of the console if there is one, else that of the kind, in its
 * colour.
 */
export function Cell({
  entity,
  name,
  record,
}: {
  entity: Entity;
  name: string;
  record: Readonly<Record<string, unknown>>;
}) {
  const field = fieldOf(entity, name);
  const CustomCell = useOverrides(entity.name).cells?.[name];
  if (!field) return <>{dash}</>;
  const value = valueAt(record, readPathOf(name, field));
  if (CustomCell) return <CustomCell value={value} field={field} record={record} />;
  const shown = show(field, name, record);
  const hasValue = value !== undefined && value !== null;
  const tone = field.tones && hasValue ? toneOf(entity, field, record, currentCaller()) : undefined;
  return tone ? <span className={`choice figure ${tone}`}>{shown}</span> : shown;
}

/** @returns the label of a field, or its name if the entity does not declare it */
export const labelOf = (entity: Entity, name: string): string => {
  const field = fieldOf(entity, name);
  return field ? translate(field.label) : name;
};

/** @returns the name of a record, for titles and messages of what is done to it */
export const nameOf = (entity: Entity, record: Readonly<Record<string, unknown>>): string =>
  recordName(entity, record, language());
