import AttachFile from '@mui/icons-material/AttachFile';
import { Box, Chip, Link } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { type Identifier, type RaRecord, useGetManyAggregate, useGetRecordRepresentation } from 'react-admin';
import { fileItem, filesIn } from '../../../contract/kinds/fileField.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { moneyText } from '../../../contract/lib/money.ts';
import { plainMarkdown } from '../../../contract/lib/plainMarkdown.ts';
import { recordName } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf, sourceOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields, StoredFile } from '../../../contract/schema/field/field.ts';
import { language, storedLanguage } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { useOverrides } from '../overrides.ts';
import { ChoiceChip } from './ChoiceChip.tsx';
import { dash, dateTimeText, decimalText, numberText, quantityText, sizeText, withUnit } from './format.ts';

/** What the fields of one of several objects hold, the first by itself and the others with their names. */
function objectText(fields: Fields, value: object, record: unknown): ReactNode[] {
  const held = Object.entries(fields).filter(([name, field]) => (valueAt(value, sourceOf(name, field)) ?? '') !== '');
  return held.flatMap(([name, field], index) => [
    ...(index > 0 ? [index === 1 ? ' (' : ', ', `${translate(field.label)} `] : []),
    <Fragment key={name}>{show(field, name, value, record)}</Fragment>,
    ...(index > 0 && index === held.length - 1 ? [')'] : []),
  ]);
}

/** The records that a list of references points to, as react-admin represents them; those that are gone by their numbers. */
export function RecordNames({ to, ids }: { to: string; ids: readonly Identifier[] }) {
  const represent = useGetRecordRepresentation(to);
  const { data = [], isPending } = useGetManyAggregate(to, { ids: [...ids], meta: { quiet: true } });
  const name = (id: Identifier) => String(represent(data.find((one) => one?.id === id) ?? { id }));
  return <>{isPending ? '…' : ids.map(name).join(', ')}</>;
}

/** The records that a record is joined with, from what the answer embeds of them. */
function JoinedNames({ field, records }: { field: Field; records: unknown }) {
  const represent = useGetRecordRepresentation(field.items?.to);
  if (!Array.isArray(records) || records.length === 0) return <>{dash}</>;
  return <>{(records as RaRecord[]).map((one) => String(represent(one))).join(', ')}</>;
}

function listText({ items }: Field, value: unknown, record: unknown): ReactNode {
  if (!items || !Array.isArray(value) || value.length === 0) return dash;
  if (items.kind === 'reference') return <RecordNames to={items.to ?? ''} ids={value} />;
  return value.map((one: unknown, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      {itemText(items, one, record)}
    </Fragment>
  ));
}

/** Where an entry of a list stands while it is shown. */
const item = '_item';

function itemText(items: Field, one: unknown, record: unknown): ReactNode {
  const label = items.choices?.find(({ id }) => id === one)?.label;
  if (label) return translate(label);
  if (typeof one !== 'object' || one === null) return show(items, item, { ...(record as object), [item]: one }, record);
  const { fields = {} } = items;
  return Object.keys(fields).length > 0
    ? objectText(fields, one, record)
    : String((one as { name?: string }).name ?? '');
}

/**
 * A name that is made of parts, as `deployment/category/name`: it may break between them, and where it stands on one line
 * that is too short for it, the beginning of what leads to the last part gives way (`.path` in tableStyle.ts).
 */
function breakable(name: string): ReactNode {
  const parts = name.split('/');
  const last = parts.pop();
  if (parts.length === 0) return name;
  return (
    <span className="path">
      <span>
        {/* Where its beginning gives way, its letters stay in their order. */}
        <bdi>
          {parts.map((part, index) => (
            <Fragment key={index}>
              {part}/<wbr />
            </Fragment>
          ))}
        </bdi>
      </span>
      <span>{last}</span>
    </span>
  );
}

/** A mail address may break behind its sign, sooner than within a word. */
const MailAddress = ({ address }: { address: string }) => {
  const host = address.lastIndexOf('@') + 1;
  return (
    <>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </>
  );
};

/** The record behind a reference, as react-admin represents it, from what the answer embeds of it. */
function RecordName({ field, name, record }: { field: Field; name: string; record: unknown }) {
  const represent = useGetRecordRepresentation(field.to);
  const embedded = valueAt(record, field.as ?? name) as RaRecord | null | undefined;
  // An answer that embeds nothing of it has its number alone.
  if (typeof embedded === 'number') return <RecordNames to={field.to ?? ''} ids={[embedded]} />;
  if (typeof embedded !== 'object') return <>{dash}</>;
  return <>{embedded ? breakable(String(represent(embedded))) : dash}</>;
}

const amountText = (amount: unknown, currency: unknown): string =>
  typeof amount === 'number' && typeof currency === 'string'
    ? moneyText(amount, currency, storedLanguage())
    : numberText(amount);

/** A number with what it counts. */
function countText(field: Field, name: string, value: unknown, record: unknown): string {
  if (name === 'id') return String(value);
  const shown = field.kind === 'decimal' ? decimalText(value) : numberText(value);
  if (field.countedAs) return quantityText(value, valueAt(record, field.countedAs), shown);
  return withUnit(shown, field.unit, value);
}

/** Whether a number stands alone, so that nothing says what it counts: that of hosts in English (R-FMT-04). */
export const isBareNumber = (field: Field, name: string, record: unknown): boolean =>
  (field.kind === 'integer' || field.kind === 'decimal') &&
  /^[\d.,]+$/.test(countText(field, name, valueAt(record, sourceOf(name, field)), record));

const Tags = ({ value }: { value: unknown }) =>
  Array.isArray(value) && value.length > 0 ? (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, flexWrap: 'wrap' }}>
      {value.map((tag: string) => (
        <Chip key={tag} size="small" variant="outlined" label={tag} />
      ))}
    </Box>
  ) : (
    dash
  );

/** An address that opens in a tab of its own, which is told nothing of this one; no other scheme becomes a link. */
const WebLink = ({ address }: { address: string }) =>
  /^https?:\/\//.test(address) ? (
    <Link href={address} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
      {address.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
    </Link>
  ) : (
    address
  );

/** The files of a record by their names, each with its size. */
const FileNames = ({ files }: { files: readonly StoredFile[] }) =>
  files.length > 0 ? (
    <>
      <AttachFile aria-hidden sx={{ fontSize: '1em', verticalAlign: '-0.1em', color: 'text.secondary' }} />{' '}
      {files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ')}
    </>
  ) : (
    dash
  );

/** A yes as a coloured chip where it has a colour; a no never stands out. */
function YesOrNo({ value, tone }: { value: unknown; tone: Field['tone'] }) {
  const { yes, no } = text().form;
  if (value === true) return tone ? <span className={`choice ${tone}`}>{yes}</span> : <>{yes}</>;
  return <>{value === false ? no : dash}</>;
}

/**
 * How each kind of field is shown. In: the object that it stands in, and the record that this belongs to, where an amount has
 * its currency.
 */
function show(field: Field, name: string, record: unknown, whole = record): ReactNode {
  const value = valueAt(record, sourceOf(name, field));
  if (field.kind === 'choice') {
    return <ChoiceChip choices={field.choices ?? []} value={value} otherwise={field.otherwise} />;
  }
  if (field.kind === 'dateTime') return dateTimeText(value);
  if (field.kind === 'boolean') return <YesOrNo value={value} tone={field.tone} />;
  if (field.kind === 'reference') return <RecordName field={field} name={name} record={record} />;
  if (field.kind === 'money') return amountText(value, valueAt(whole, field.currency ?? ''));
  if (field.kind === 'integer' || field.kind === 'decimal') return countText(field, name, value, whole);
  if (field.as && field.joined) return <JoinedNames field={field} records={valueAt(record, field.as)} />;
  if (fileItem(field)) return <FileNames files={filesIn(value)} />;
  if (field.kind === 'list') return listText(field, value, whole);
  if (field.kind === 'tags') return <Tags value={value} />;
  if (field.kind === 'json') return value ? JSON.stringify(value) : dash;
  if (field.kind === 'url' && value) return <WebLink address={String(value)} />;
  if (field.kind === 'mail' && value) return <MailAddress address={String(value)} />;
  if (field.kind === 'richText' && value) return plainMarkdown(String(value));
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

/** How a record is called where something is done to it. */
export const nameOf = (entity: Entity, record: Readonly<Record<string, unknown>>): string =>
  recordName(entity, record, language());
