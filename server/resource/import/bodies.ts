import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { kinds } from '../../../contract/kinds/index.ts';
import type { CodecContext } from '../../../contract/kinds/kind.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { putAt, valueAt } from '../../../contract/lib/dottedPath.ts';
import { isCurrencyCode } from '../../../contract/lib/money.ts';
import type { ImportField } from '../../../contract/lists/import.ts';
import { type Entity, fieldOf, mayWrite, writePathOf } from '../../../contract/schema/entity.ts';
import { isFromReference } from '../../../contract/schema/field/default.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { parseNames } from '../../../contract/values/nameList.ts';
import { valueOfText } from '../../../contract/values/textCodec.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { toStoredValue } from '../write/body.ts';
import { matchReferences, type ReferenceMatch } from './references.ts';
import { takingTurns } from './takingTurns.ts';

/** A file: the fields of its columns, and its cells. */
export interface ImportTable {
  readonly columns: readonly ImportField[];
  readonly rows: readonly (readonly string[])[];
}

/** A record that a row changes, and the names of the columns that it changes. */
export interface ChangedRecord {
  readonly row: RecordRow;
  readonly columns: ReadonlySet<string>;
}

/** A row as the body of a new record, and the cells that could not be read, by field. */
export interface ImportDraft {
  readonly body: FieldValues;
  /** The columns that no edit sets, whose cells have the value of the record, however they write it. */
  readonly unchanged: ReadonlySet<string>;
  readonly refused: readonly (readonly [name: string, text: string])[];
}

/** The name of the field with the currency of an amount, or of a list of amounts. */
const namedIn = ({ items, currency }: Field): string | undefined => items?.currency ?? currency;

/** The currencies that new records take over from other records, by the name of the field and the id of the other. */
type CopiedCurrencies = ReadonlyMap<string, ReadonlyMap<unknown, unknown>>;

/**
 * The currency of a row's amounts: that of its own column, else that of its record, or the default of a new one, which
 * may be that of a record which the row refers to.
 */
function currencyOf(
  entity: Entity,
  field: Field,
  values: ReadonlyMap<string, unknown>,
  record: RecordRow | undefined,
  copied: CopiedCurrencies,
): string | undefined {
  const name = namedIn(field);
  if (name === undefined) return undefined;
  const currency = fieldOf(entity, name);
  const start = currency?.default;
  const taken = isFromReference(start) ? copied.get(name)?.get(values.get(start.from)) : undefined;
  const value = values.get(name) ?? record?.[name] ?? taken ?? (currency && fixedDefault(currency));
  return isCurrencyCode(value) ? value : undefined;
}

type Names = ReadonlyMap<string, ReadonlyMap<string, ReferenceMatch>>;

/** The reference that a cell may name records of: the field itself, or each item of a list. */
const referenceOf = ({ items, ...field }: Field): Field | undefined =>
  [field, items].find((one) => one?.kind === 'reference');

/** The names of records in a cell; undefined where the field is no reference. */
function namesIn(field: Field, text: string): readonly string[] | undefined {
  if (!referenceOf(field)) return undefined;
  return field.kind === 'reference' ? [text] : parseNames(text);
}

/** The value of a cell, or why it has none. */
function valueIn(
  field: Field,
  text: string,
  around: CodecContext,
  matches: ReadonlyMap<string, ReferenceMatch> = new Map(),
): Read {
  const names = namesIn(field, text);
  if (!names) return { value: valueOfText(field, text, around) };
  const found = names.map((name) => matches.get(name) ?? name);
  const refusal = found.find((one) => typeof one === 'object');
  if (refusal) return refusal;
  return { value: field.kind === 'reference' ? found[0] : found };
}
const empty = { value: null };
type Read = { readonly value: unknown } | { readonly refused: string };

/**
 * The columns without which the rule of a field refuses a change of one of its columns: all languages of a localized
 * text, of which one has to be filled, and the required fields of an object.
 * @param name the name of a column, `title.en`
 */
export function neededBeside({ fields }: Entity, name: string): string[] {
  const [head = '', ...rest] = name.split('.');
  const field = fields[head];
  if (!field?.fields || rest.length === 0) return [];
  const inner = Object.entries(field.fields).filter(([, one]) => kinds[field.kind].localized || one.required);
  return inner.flatMap(([key, one]) => (one.readOnly ? [] : [`${head}.${key}`]));
}

/** Adds the stored values of the columns that are needed beside the changed ones. */
function addNeeded(entity: Entity, row: RecordRow, values: Map<string, unknown>): void {
  for (const name of [...values.keys()].flatMap((one) => neededBeside(entity, one)))
    if (!values.has(name)) values.set(name, valueAt(row, name) ?? null);
}

/** Whether no edit by the caller sets a field. */
function isFixed(context: Context, { fields }: Entity, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && !mayWrite(field, callerOf(context).role, 'edit');
}

/** A row of a file, with the record that it changes, if any. */
interface DraftedRow {
  readonly cells: readonly string[];
  readonly changed: ChangedRecord | undefined;
}

function draft(
  context: Context,
  entity: Entity,
  { columns }: ImportTable,
  { cells, changed }: DraftedRow,
  names: Names,
  copied: CopiedCurrencies,
): ImportDraft {
  const language = readerLanguage(context);
  const values = new Map<string, unknown>();
  const refused: (readonly [string, string])[] = [];
  const unchanged = new Set<string>();
  const isUnchanged = (name: string, field: Field, value: unknown) =>
    changed !== undefined &&
    isFixed(context, entity, name) &&
    isDeepStrictEqual(toStoredValue(field, value), changed.row[name] ?? null);
  // An amount is read with its currency, so fields without one come first, references among them.
  const ordered = columns.map((one, at) => [...one, cells[at] ?? ''] as const);
  for (const [name, field, text] of ordered.sort(
    ([, a], [, b]) => Number(Boolean(namedIn(a))) - Number(Boolean(namedIn(b))),
  )) {
    if (changed ? !changed.columns.has(name) : text.trim() === '') continue;
    const currency = currencyOf(entity, field, values, changed?.row, copied);
    const read = text.trim() === '' ? empty : valueIn(field, text, { language, currency }, names.get(name));
    if ('refused' in read) refused.push([name, read.refused]);
    else if (isUnchanged(name, field, read.value)) unchanged.add(name);
    else values.set(name, read.value);
  }
  if (changed) addNeeded(entity, changed.row, values);
  const body: FieldValues = {};
  for (const [name, value] of values) putAt(body, writePathOf(name, fieldOf(entity, name) as Field), value);
  return { body, unchanged, refused };
}

/** Reads the currencies that new records of a file take over from the records that they refer to. */
async function copiedCurrencies(
  { trx, contract }: Context,
  entity: Entity,
  { columns }: ImportTable,
  names: Names,
): Promise<CopiedCurrencies> {
  const copied = new Map<string, ReadonlyMap<unknown, unknown>>();
  for (const name of new Set(columns.flatMap(([, field]) => namedIn(field) ?? []))) {
    const start = fieldOf(entity, name)?.default;
    const target = isFromReference(start) && contract.byName.get(entity.fields[start.from]?.to ?? '');
    if (!isFromReference(start) || !target) continue;
    const ids = [...(names.get(start.from)?.values() ?? [])].filter((one) => typeof one === 'number');
    const { rows } = await sql<{ id: number; currency: unknown }>`select id, ${sql.id(start.field)} as currency
      from ${sql.table(target.table)} where id = any (${ids}::int[])`.execute(trx);
    copied.set(name, new Map(rows.map(({ id, currency }) => [id, currency])));
  }
  return copied;
}

/**
 * Turns the rows of a file into bodies. References are found by name, one statement per column. An empty cell is left out
 * of a new record, and empties the field of an existing one.
 * @param changed the records that rows change, by the index of the row; the other rows are new records
 */
export async function readDrafts(
  context: Context,
  entity: Entity,
  sheet: ImportTable,
  changed: ReadonlyMap<number, ChangedRecord> = new Map(),
): Promise<ImportDraft[]> {
  const names = new Map<string, ReadonlyMap<string, ReferenceMatch>>();
  for (const [at, [name, field]] of sheet.columns.entries()) {
    const reference = referenceOf(field);
    if (!reference) continue;
    const isRead = (row: number) => changed.get(row)?.columns.has(name) ?? true;
    const cells = sheet.rows
      .map((row, index) => (isRead(index) ? (row[at] ?? '') : ''))
      .filter((one) => one.trim() !== '');
    const texts = new Set(cells.flatMap((text) => namesIn(field, text) ?? []));
    names.set(name, await matchReferences(context, reference, [...texts]));
  }
  const copied = await copiedCurrencies(context, entity, sheet, names);
  const drafts: ImportDraft[] = [];
  const takeTurns = takingTurns();
  for (const [at, cells] of sheet.rows.entries()) {
    await takeTurns();
    drafts.push(draft(context, entity, sheet, { cells, changed: changed.get(at) }, names, copied));
  }
  return drafts;
}
