import type { ReactNode } from 'react';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { recordName } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { language } from '../../i18n/language.ts';
import { translate } from '../../i18n/text.ts';
import { kindViews } from '../kinds/index.ts';
import { useOverrides } from '../overrides.ts';
import { dash } from './format.ts';

/**
 * A field as its kind shows it.
 * @param holder The object that holds its value.
 * @param record The record that this belongs to, which has the currency of an amount.
 */
const show = (field: Field, name: string, holder: unknown, record = holder): ReactNode =>
  kindViews[field.kind].cell(valueAt(holder, readPathOf(name, field)), { field, name, holder, record, show });

/** Whether a number stands alone, so that nothing says what it counts: that of hosts in English (R-FMT-04). */
export const isBareNumber = (field: Field, name: string, record: unknown): boolean =>
  kindViews[field.kind].column.figure === 'count' && /^[\d.,]+$/.test(String(show(field, name, record)));

/** A cell of a list, or a line of a detail: by the kind of its field, or as the console draws it by hand. */
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
  const Own = useOverrides(entity.name).cells?.[name];
  if (!field) return <>{dash}</>;
  if (Own) return <Own value={valueAt(record, readPathOf(name, field))} record={record} />;
  return <>{show(field, name, record)}</>;
}

/** How a field is called; its name where nobody declared it. */
export const labelOf = (entity: Entity, name: string): string => {
  const field = fieldOf(entity, name);
  return field ? translate(field.label) : name;
};

/** How a record is called where something is done to it. */
export const nameOf = (entity: Entity, record: Readonly<Record<string, unknown>>): string =>
  recordName(entity, record, language());
