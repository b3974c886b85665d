import { sql } from 'kysely';
import { kinds } from '../../../contract/kinds/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { hasImport } from '../../../contract/lists/hasImport.ts';
import { importColumns } from '../../../contract/lists/import.ts';
import type { Label, Language } from '../../../contract/messages/label.ts';
import { textIn, textLanguages } from '../../../contract/messages/localizedText.ts';
import { isUntitled, referenceName } from '../../../contract/relations/title.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { baseFields, type Entity, fieldOf, mayRead, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { withAuditChoices } from '../../../contract/timeline/auditChoices.ts';
import { formatNames } from '../../../contract/values/nameList.ts';
import { textOfValue } from '../../../contract/values/textCodec.ts';
import { productUnit } from '../../../contract/values/unit.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import { joinedTitles } from '../../db/schema/titles.ts';
import { audit } from '../../db/write/audit.ts';
import { type Projection, partialListProjection } from '../compile/projection.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { type RecordAnswer, type RecordRow, serialize } from '../compile/serialize.ts';
import { joinedTitlesKey } from './joinedRecords.ts';
import { authorize, readerOf, readListQuery, readRows } from './read.ts';

const batch = 500;

/** An export: the ids of its records in their order, and the columns that the caller may read. */
export interface PreparedExport {
  readonly ids: Int32Array;
  readonly columns: readonly string[];
  readonly language: Language;
  /** The time zone in which points in time are written; undefined: in UTC, as in answers. */
  readonly zone: string | undefined;
}

/** The field that holds the currency of an amount, or of several. */
export const currencyOf = (field: Field | undefined): string | undefined => (field?.items ?? field)?.currency;

/**
 * The columns of the list that a role may read. An amount is followed by its currency; a localized text has a column for
 * each language, as an import reads it.
 */
function columnsFor(entity: Entity, role: Role): string[] {
  const { columns } = entity.list;
  const beside = (name: string): string[] => {
    const currency = currencyOf(fieldOf(entity, name));
    return currency === undefined || columns.includes(currency) ? [name] : [name, currency];
  };
  const texts = (name: string): string[] => {
    const field = fieldOf(entity, name);
    if (!field || !kinds[field.kind].localized || name.includes('.')) return [name];
    return textLanguages.map((language) => `${name}.${language}`);
  };
  const readable = ['id', ...columns]
    .flatMap(beside)
    .flatMap(texts)
    .filter((name) => {
      const field = fieldOf(entity, name.split('.')[0] ?? '');
      return fieldOf(entity, name) && field && mayRead(field, role);
    });
  return [...new Set(readable)];
}

/** Decodes binary 4-byte integers; ids as text would take twelve times as much memory. */
function numbersIn(parts: readonly Uint8Array[]): Int32Array {
  const numbers = new Int32Array(parts.reduce((sum, { byteLength }) => sum + byteLength / 4, 0));
  let to = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    const bytes = new DataView(buffer, byteOffset, byteLength);
    for (let at = 0; at < byteLength; at += 4) numbers[to++] = bytes.getInt32(at);
  }
  return numbers;
}

/**
 * The number of ids in one value: a row per id would be an object per id, and a single value for all one huge text,
 * with eight hex characters per id.
 */
const idsPerValue = 2 ** 14;

/**
 * The zone in which an export writes points in time: that of the client or, if it names none, that of the product. UTC
 * is written as in answers.
 */
export function exportZone({ origin, settings }: Context): string | undefined {
  return origin?.zone ?? (settings.timeZone === 'UTC' ? undefined : settings.timeZone);
}

/** Validates the query of the list (B38), reads the ids of its records in their order, and audits the export. */
export async function prepareExport(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
): Promise<PreparedExport> {
  const caller = callerOf(context);
  authorize(entity, 'list', caller);
  const { order, where } = await readListQuery(context, entity, parameters);
  const { rows } = await sql<{ ids: Uint8Array }>`select string_agg(int4send(id), '' order by place) as ids
    from (select t.id, row_number() over (order by ${order}) - 1 as place
      from ${sql.table(entity.table)} as t where ${visiblePredicate(entity, caller, where)}) as listed
    group by place / ${sql.lit(idsPerValue)} order by place / ${sql.lit(idsPerValue)}`.execute(context.trx);
  const ids = numbersIn(rows.map((row) => row.ids));
  await audit(context, { action: 'export', entity: entity.name, after: { rows: ids.length, parameters } });
  const language = readerLanguage(context);
  return { ids, columns: columnsFor(entity, caller.role), language, zone: exportZone(context) };
}

/**
 * The name of the record that a reference points to, as the list shows it: what it is shown by, otherwise its title, also
 * one of several parts. A field that an import reads has the id where the import would not find the title.
 */
function nameOf(entity: Entity, field: Field, answer: RecordAnswer, name: string, language: Language): unknown {
  const target = entity.contract.entity(field.to ?? '');
  const isImported = hasImport(entity) && importColumns(entity).some(([column]) => column === name);
  const isFound = !isUntitled(target) || joinedTitles(target, 't').length > 0;
  const embedded = isImported && !isFound ? undefined : valueAt(answer, field.as ?? name);
  return referenceName(target, embedded, language) ?? valueAt(answer, name);
}

/** The label of an entity or an action, where the values of a field are names of these. */
function namedText(entity: Entity, field: Field, value: unknown, language: Language): string | undefined {
  const choices = field.names && withAuditChoices(entity.contract, field)?.choices;
  return choices?.find(({ id }) => id === value)?.label[language];
}

function textOf(
  entity: Entity,
  field: Field,
  name: string,
  answer: RecordAnswer,
  { language, zone }: Pick<PreparedExport, 'language' | 'zone'>,
): string {
  const value =
    field.kind === 'reference'
      ? nameOf(entity, field, answer, name, language)
      : valueAt(answer, readPathOf(name, field));
  const named = namedText(entity, field, value, language);
  if (named !== undefined) return named;
  const currency = valueAt(answer, currencyOf(field) ?? '');
  return textOfValue(field, value, { language, zone, currency: typeof currency === 'string' ? currency : undefined });
}

const unitHeading: Label = { en: 'Unit', zh: '单位' };
const hostUnit: Label = { en: 'host', zh: '台' };

/** A quantity is exported as a number; its unit is in one additional column, the last one. */
const unitPathIn = (entity: Entity, { columns }: PreparedExport): string | undefined =>
  columns.map((name) => fieldOf(entity, name)?.unitOf).find((one) => one !== undefined);

const headings = (entity: Entity, wanted: PreparedExport): string[] => [
  ...wanted.columns.map((name) => (fieldOf(entity, name) ?? baseFields.id).label[wanted.language]),
  ...(unitPathIn(entity, wanted) !== undefined ? [unitHeading[wanted.language]] : []),
];

/** The columns to read for an export, with those of currencies and units, limited to what the role reads in a list. */
function shapeFor(entity: Entity, role: Role, wanted: PreparedExport): Projection {
  const currencies = wanted.columns.map((name) => currencyOf(fieldOf(entity, name)) ?? '');
  return partialListProjection(entity, role, [...wanted.columns, ...currencies, unitPathIn(entity, wanted) ?? '']);
}

/** The cells of a record's columns, in the form that an import reads. */
export function cellsOf(
  { entity }: Projection,
  row: RecordRow,
  answer: RecordAnswer,
  wanted: Pick<PreparedExport, 'columns' | 'language' | 'zone'>,
): string[] {
  return wanted.columns.map((name) => {
    const field = fieldOf(entity, name);
    if (!field) return '';
    if (field.joined && row[name] === undefined) return '';
    if (field.joined)
      return formatNames(
        row[name] as readonly number[],
        (row[joinedTitlesKey(name)] as readonly unknown[]).map((title) => textIn(title, wanted.language)),
      );
    return textOf(entity, field, name, answer, wanted);
  });
}

function linesOf(context: Context, shape: Projection, rows: readonly RecordRow[], wanted: PreparedExport): string[][] {
  const reader = readerOf(context);
  const unitPath = unitPathIn(shape.entity, wanted);
  return rows.map((row) => {
    const answer = serialize(shape, row, reader);
    const texts = cellsOf(shape, row, answer, wanted);
    if (unitPath === undefined) return texts;
    return [...texts, productUnit(valueAt(answer, unitPath)) ?? hostUnit[wanted.language]];
  });
}

type Run = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/**
 * The lines of an export, headings first, in batches of a few hundred records. Each batch is a statement of its own, so
 * that a long export blocks nothing; its rows are still limited to the caller's scope.
 */
export async function* exportRows(entity: Entity, wanted: PreparedExport, run: Run): AsyncGenerator<string[][]> {
  yield [headings(entity, wanted)];
  for (let from = 0; from < wanted.ids.length; from += batch) {
    const ids = [...wanted.ids.subarray(from, from + batch)];
    yield await run(async (context) => {
      const shape = shapeFor(entity, callerOf(context).role, wanted);
      return linesOf(context, shape, await readRows(context, shape, ids), wanted);
    });
  }
}
