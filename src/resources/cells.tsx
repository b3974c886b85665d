import { Fragment, type ReactNode } from 'react';
import { type Entity, fieldOf, sourceOf } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import { custom } from '../custom/registry.tsx';
import { say, text } from '../i18n/text.ts';
import { ChoiceChip } from './ChoiceChip.tsx';
import { dash, momentText, numberText, valueAt } from './format.ts';
import { reads } from './reads.ts';

/** The record behind a reference by its embedded name. */
function referenceText(field: Field, name: string, record: unknown): string {
  const embedded = valueAt(record, field.as ?? name) as Record<string, unknown> | null | undefined;
  if (!embedded) return dash;
  return reads(field.to ?? '', embedded);
}

function listText(field: Field, value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return dash;
  const labelOf = (one: unknown) => field.items?.choices?.find(({ id }) => id === one)?.label;
  return value
    .map((one) => {
      const label = labelOf(one);
      return label ? say(label) : String((one as { name?: string } | null)?.name ?? one);
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

/** How each kind of field is shown. */
function show(field: Field, name: string, record: unknown): ReactNode {
  const value = valueAt(record, sourceOf(name, field));
  if (field.kind === 'choice') {
    return <ChoiceChip choices={field.choices ?? []} value={value} otherwise={field.otherwise} />;
  }
  if (field.kind === 'dateTime') return momentText(value);
  if (field.kind === 'boolean') return value === true ? text().form.yes : value === false ? text().form.no : dash;
  if (field.kind === 'reference') return breakable(referenceText(field, name, record));
  if (field.kind === 'integer' || field.kind === 'money') return name === 'id' ? String(value) : numberText(value);
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
  if (!field) return <>{dash}</>;
  const Own = custom[entity.name]?.cells?.[name];
  if (Own) return <Own value={valueAt(record, sourceOf(name, field))} record={record} />;
  return <>{show(field, name, record)}</>;
}

export const labelOf = (entity: Entity, name: string): string => {
  const field = fieldOf(entity, name);
  return field ? say(field.label) : name;
};
