import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetRecordRepresentation } from 'react-admin';
import { type Entity, fieldOf, sourceOf } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import { moneyText } from '../../contract/money.ts';
import { valueAt } from '../../contract/path.ts';
import { storedLanguage } from '../i18n/language.ts';
import { text, translate } from '../i18n/text.ts';
import { ChoiceChip } from './detail/ChoiceChip.tsx';
import { dash, momentText, numberText } from './format.ts';
import { useOverrides } from './overrides.ts';

function listText(field: Field, value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return dash;
  const labelOf = (one: unknown) => field.items?.choices?.find(({ id }) => id === one)?.label;
  return value
    .map((one) => {
      const label = labelOf(one);
      return label ? translate(label) : String((one as { name?: string } | null)?.name ?? one);
    })
    .join(', ');
}

/** A long name that is made of parts may break between them. */
const breakable = (name: string): ReactNode =>
  name.split('/').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && '/'}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** The record behind a reference, as react-admin represents it, from what the answer embeds of it. */
function RecordName({ field, name, record }: { field: Field; name: string; record: unknown }) {
  const represent = useGetRecordRepresentation(field.to);
  const embedded = valueAt(record, field.as ?? name) as RaRecord | null | undefined;
  return <>{embedded ? breakable(String(represent(embedded))) : dash}</>;
}

const amountText = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string'
    ? moneyText(amount, currency, storedLanguage())
    : numberText(amount);

/** How each kind of field is shown. */
function show(field: Field, name: string, record: unknown): ReactNode {
  const value = valueAt(record, sourceOf(name, field));
  if (field.kind === 'choice') {
    return <ChoiceChip choices={field.choices ?? []} value={value} otherwise={field.otherwise} />;
  }
  if (field.kind === 'dateTime') return momentText(value);
  if (field.kind === 'boolean') return value === true ? text().form.yes : value === false ? text().form.no : dash;
  if (field.kind === 'reference') return <RecordName field={field} name={name} record={record} />;
  if (field.kind === 'money') return amountText(value, valueAt(record, field.currency ?? ''));
  if (field.kind === 'integer') return name === 'id' ? String(value) : numberText(value);
  if (field.kind === 'list') return listText(field, value);
  return value === null || value === undefined || value === '' ? dash : String(value);
}

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
  if (Own) return <Own value={valueAt(record, sourceOf(name, field))} record={record} />;
  return <>{show(field, name, record)}</>;
}

/** How a field is called; its name where nobody declared it. */
export const labelOf = (entity: Entity, name: string): string => {
  const field = fieldOf(entity, name);
  return field ? translate(field.label) : name;
};

/** How a record is called where something is done to it: by its title, else by its number. */
export const nameOf = (entity: Entity, record: Readonly<Record<string, unknown>>): string =>
  String(record[entity.title] ?? record.id);
