import { isDeepStrictEqual } from 'node:util';
import { putAt, valueAt } from '../../../contract/lib/dottedPath.ts';
import type { ImportChange, ImportKey } from '../../../contract/lists/import.ts';
import type { Language } from '../../../contract/messages/label.ts';
import { message } from '../../../contract/messages/message.ts';
import { type Entity, fieldOf, mayWrite, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { callerOf, readerLanguage } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { partialItemProjection } from '../compile/projection.ts';
import { type RecordRow, serialize } from '../compile/serialize.ts';
import { cellsOf, currencyOf, exportZone } from '../read/export.ts';
import { readerOf, readRows } from '../read/read.ts';
import { type ChangedRecord, neededBeside } from './bodies.ts';
import { type ImportWork, note } from './importWork.ts';
import { type MatchedKeys, matchKeys } from './matchKeys.ts';
import { takingTurns } from './takingTurns.ts';

/** An existing record of a row, and its cells as an export writes them in either language. */
export interface MatchedRecord {
  readonly row: RecordRow;
  readonly cells: Readonly<Record<Language, readonly string[]>>;
}

/** The records that the rows of a file are matched with, by the index of the row. */
export interface MatchedRows {
  readonly records: ReadonlyMap<number, MatchedRecord>;
  /** The rows whose key is repeated, or refers to no record although it cannot be set. */
  readonly wrong: ReadonlySet<number>;
  /** The columns whose cells have the value of the record, however they write it. */
  readonly same: readonly string[];
}

/** How many records one statement reads. */
const batch = 500;

/** Reads records with their cells as the caller may see them. */
async function readMatched({ context, entity, sheet }: ImportWork, ids: readonly number[]) {
  const columns = sheet.columns.map(([name]) => name);
  const currencies = sheet.columns.flatMap(([, field]) => currencyOf(field) ?? []);
  const shape = partialItemProjection(entity, callerOf(context).role, [...columns, ...currencies]);
  const reader = readerOf(context);
  const records = new Map<number, MatchedRecord>();
  const zone = exportZone(context);
  const takeTurns = takingTurns();
  for (let from = 0; from < ids.length; from += batch)
    for (const row of await readRows(context, shape, ids.slice(from, from + batch))) {
      await takeTurns();
      const answer = serialize(shape, row, reader);
      const cellsIn = (language: Language) => cellsOf(shape, row, answer, { columns, language, zone });
      records.set(row.id, { row, cells: { en: cellsIn('en'), zh: cellsIn('zh') } });
    }
  return records;
}

/** The rows whose key occurs in an earlier row already. */
function repeatedIn(keys: MatchedKeys['keys']): number[] {
  const seen = new Set<string>();
  return keys.flatMap((key, row) => {
    if (key === undefined) return [];
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [row] : [];
  });
}

/** The fields of a key that nobody can set in a new record. */
const unsettable = ({ context, entity }: ImportWork, { fields }: ImportKey): string[] =>
  fields
    .map(([name]) => name)
    .filter((name) => {
      const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
      return !field || !mayWrite(field, callerOf(context).role, 'create');
    });

/**
 * Matches the rows of a file with the records that the caller may see. Where a row has no record, it is a new one.
 * @param key its fields are among the columns
 */
export async function matchRows(work: ImportWork, key: ImportKey): Promise<MatchedRows> {
  const { context, entity, sheet } = work;
  const { ids, keys, refused } = await matchKeys(context, entity, key, sheet);
  const read = await readMatched(work, [...new Set(ids.values())]);
  const wrong = new Set<number>();
  const refuse = (row: number, name: string, why: string) => {
    wrong.add(row);
    note(work, row, { [name]: [why] });
  };
  const [first = ''] = key.fields.map(([name]) => name);
  for (const row of repeatedIn(keys))
    refuse(row, first, message(key.fields.length > 1 ? 'repeated_keys' : 'repeated_key'));
  for (const [row, { name, why }] of refused) refuse(row, name, why);
  const [fixed] = unsettable(work, key);
  const records = new Map<number, MatchedRecord>();
  for (const row of keys.keys()) {
    const found = read.get(ids.get(row) ?? 0);
    if (wrong.has(row)) continue;
    if (found) records.set(row, found);
    else if (fixed !== undefined && keys[row] !== undefined) refuse(row, fixed, message('not_found_reference'));
  }
  return { records, wrong, same: key.fields.map(([name]) => name) };
}

const languages = ['en', 'zh'] as const;

/** A cell in the form in which cells are compared: programs write the line breaks within it in their own way. */
const comparedForm = (cell: string | undefined): string | undefined => cell?.trim().replace(/\r\n?/g, '\n');

/** The columns of a row that differ from its record. An amount in another currency is another amount. */
function differingColumns(
  { sheet }: ImportWork,
  row: number,
  { cells }: MatchedRecord,
  same: readonly string[],
): Set<string> {
  const differs = (at: number) =>
    languages.every((language) => comparedForm(cells[language][at]) !== comparedForm(sheet.rows[row]?.[at] ?? ''));
  const names = new Set(sheet.columns.flatMap(([name], at) => (!same.includes(name) && differs(at) ? [name] : [])));
  const amounts = sheet.columns.filter(([, field]) => names.has(currencyOf(field) ?? ''));
  return new Set([...names, ...amounts.map(([name]) => name)]);
}

/** The rows that differ from their records, with the columns in which they do. */
export async function rowsToChange(
  work: ImportWork,
  { records, wrong, same }: MatchedRows,
): Promise<Map<number, ChangedRecord>> {
  const changed = new Map<number, ChangedRecord>();
  const takeTurns = takingTurns();
  for (const [row, record] of records) {
    await takeTurns();
    const columns = differingColumns(work, row, record, same);
    if (columns.size > 0 && !wrong.has(row)) changed.set(row, { row: record.row, columns });
  }
  return changed;
}

/**
 * The body of an edit with the values that differ from the stored ones: a cell can write the same value in another way.
 * @param body the values of the differing cells
 * @param parsed the same values as they are stored
 */
export function editOf(entity: Entity, { row, columns }: ChangedRecord, body: FieldValues, parsed: FieldValues) {
  const isChanged = (name: string) => !isDeepStrictEqual(valueAt(parsed, name), valueAt(row, name) ?? null);
  const changed = [...columns].filter(isChanged);
  const edit: FieldValues = {};
  for (const name of new Set([...changed, ...changed.flatMap((one) => neededBeside(entity, one))])) {
    const path = writePathOf(name, fieldOf(entity, name) as Field);
    putAt(edit, path, valueAt(body, path));
  }
  return { body: edit, columns: changed };
}

/** The cells of a row that change a record. */
export interface ChangedCells {
  readonly row: number;
  readonly columns: readonly string[];
  /** The texts of the defaults that are stored for empty cells, by field. */
  readonly filled: Readonly<Record<string, string>>;
}

/** The changed cells of a row, with their texts before and after. */
export function changesOf(
  { context, sheet }: ImportWork,
  { row, columns, filled }: ChangedCells,
  record: MatchedRecord | undefined,
): ImportChange[] {
  const language = readerLanguage(context);
  return sheet.columns.flatMap(([field], at) =>
    columns.includes(field)
      ? [
          {
            row,
            field,
            before: record?.cells[language][at] ?? '',
            after: filled[field] ?? sheet.rows[row]?.[at] ?? '',
          },
        ]
      : [],
  );
}
