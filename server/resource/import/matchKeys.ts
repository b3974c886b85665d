import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAllowedValue } from '../../../contract/conditions/comparable.ts';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { ImportField, ImportKey } from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { valueOfText } from '../../../contract/values/textCodec.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import { folded, isComparedFolded } from '../../db/schema/uniqueTexts.ts';
import { scopePredicate } from '../compile/scope.ts';
import type { ImportTable } from './bodies.ts';
import { distinctForms, idOfText, matchReferences } from './references.ts';

/** The records that the keys of the rows of a file belong to. */
export interface MatchedKeys {
  /** The id by the index of the row; a row whose key has no record is absent. */
  readonly ids: ReadonlyMap<number, number>;
  /** The key of each row in the form in which keys are equal; undefined if it is empty or cannot be read. */
  readonly keys: readonly (string | undefined)[];
  /** Why the cell of a reference names no record, by the index of the row. */
  readonly refused: ReadonlyMap<number, { readonly name: string; readonly why: string }>;
}

/**
 * The form of a text in which two of them are the same key: an id as a plain number, also of `3.0` as some programs write
 * it, and another text folded.
 */
const keyForm = (name: string, text: string): string =>
  (name === 'id' ? idOfText(text.trim().replace(/\.0{1,2}$/, ''))?.toString() : undefined) ?? foldText(text);

/**
 * Finds the records with these ids, or with these unique texts in their folded form, among those that the caller may
 * see.
 * @param name the key field
 * @param given the texts of the key's cells
 * @returns the ids by text; a text of no record is absent
 */
async function matchTexts(
  context: Context,
  entity: Entity,
  name: string,
  given: readonly string[],
): Promise<Map<string, number>> {
  const keyOf = (text: string) => keyForm(name, text);
  const keys = distinctForms(given, keyOf);
  const column = name === 'id' ? sql`t.id::text` : folded(sql.ref(`t.${name}`));
  const isOneOf =
    name === 'id'
      ? sql`t.id = any (${keys.flatMap((text) => idOfText(text) ?? [])}::int[])`
      : sql`${column} = any (${keys}::text[])`;
  const { rows } = await sql<{ id: number; name: string }>`select t.id, ${column} as name
    from ${sql.table(entity.table)} as t where ${isOneOf}
      and t.deleted_at is null and ${scopePredicate(entity, callerOf(context))}`.execute(context.trx);
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  return new Map(given.flatMap((text) => (ids.has(keyOf(text)) ? [[text, ids.get(keyOf(text)) as number]] : [])));
}

/** The form of a value in which two of them are the same key; undefined if no record can have it. */
function keyPart(entity: Entity, name: string, field: Field, value: unknown): unknown {
  if (!isAllowedValue(field, value)) return undefined;
  return isComparedFolded(entity, name) ? foldText(String(value)) : value;
}

/** What the cells of a column of a key mean: a value, or why there is none. */
type Meanings = ReadonlyMap<string, { readonly value?: unknown; readonly refused?: string }>;

/** The meanings of the texts in a column of a key. References are found whatever a form offers. */
async function readPart(
  context: Context,
  entity: Entity,
  [name, field]: ImportField,
  texts: readonly string[],
): Promise<Meanings> {
  const given = [...new Set(texts)].filter((text) => text.trim() !== '');
  const { where: _where, ...any } = field;
  const records = field.kind === 'reference' ? await matchReferences(context, any, given) : undefined;
  const around = { language: readerLanguage(context) };
  return new Map(
    given.map((text) => {
      const meant = records ? records.get(text) : valueOfText(field, text, around);
      const isRefused = typeof meant === 'object' && meant !== null && 'refused' in meant;
      return [text, isRefused ? (meant as { refused: string }) : { value: keyPart(entity, name, field, meant) }];
    }),
  );
}

/** The records with these values in the fields of a unique group, by the index of the values. One statement. */
async function findGroups(
  { context, entity }: { readonly context: Context; readonly entity: Entity },
  fields: readonly ImportField[],
  wanted: readonly (readonly unknown[])[],
): Promise<Map<number, number>> {
  const lists = fields.map(([, field], at) => sql`${wanted.map((parts) => parts[at])}::${sql.raw(columnOf(field))}[]`);
  const names = fields.map((_, at) => sql.id(`k${at}`));
  const same = fields.map(([name], at): RawBuilder<SqlBool> => {
    const column = sql.ref(`t.${name}`);
    return sql<SqlBool>`${isComparedFolded(entity, name) ? folded(column) : column} = ${sql.ref(`k.k${at}`)}`;
  });
  const { rows } = await sql<{ id: number; place: number }>`select t.id, k.place::int as place
    from unnest(${sql.join(lists)}) with ordinality as k(${sql.join([...names, sql.id('place')])})
    join ${sql.table(entity.table)} as t on ${sql.join(same, sql` and `)}
    where t.deleted_at is null and ${scopePredicate(entity, callerOf(context))}`.execute(context.trx);
  return new Map(rows.map(({ id, place }) => [place - 1, id]));
}

/** Finds the records that rows are matched with by the fields of a unique group. A row with an empty one is new. */
async function matchGroup(
  context: Context,
  entity: Entity,
  { fields }: ImportKey,
  cells: readonly (readonly string[])[],
): Promise<MatchedKeys> {
  const parts: Meanings[] = [];
  for (const [at, field] of fields.entries())
    parts.push(
      await readPart(
        context,
        entity,
        field,
        cells.map((row) => row[at] ?? ''),
      ),
    );
  const meant = cells.map((row) => row.map((text, at) => parts[at]?.get(text)));
  const values = meant.map((row) => row.map((one) => one?.value));
  const keys = values.map((row) => (row.includes(undefined) ? undefined : JSON.stringify(row)));
  const wanted = [...new Map(keys.flatMap((key, row) => (key === undefined ? [] : [[key, values[row] ?? []]])))];
  const found = await findGroups(
    { context, entity },
    fields,
    wanted.map(([, row]) => row),
  );
  const byKey = new Map(wanted.map(([key], at) => [key, found.get(at)]));
  const ids = keys.flatMap((key, row): [number, number][] => {
    const id = key === undefined ? undefined : byKey.get(key);
    return id === undefined ? [] : [[row, id]];
  });
  const refused = meant.flatMap((row, index) => {
    const at = row.findIndex((one) => one?.refused !== undefined);
    return at < 0 ? [] : [[index, { name: fields[at]?.[0] ?? '', why: row[at]?.refused ?? '' }] as const];
  });
  return { ids: new Map(ids), keys, refused: new Map(refused) };
}

/**
 * Finds the records that the rows of a file are matched with, among those that the caller may see: by id, by a unique
 * text, or by the fields of a unique group, whose references are found by their titles.
 * @param sheet a file with the columns of the key
 */
export async function matchKeys(
  context: Context,
  entity: Entity,
  key: ImportKey,
  sheet: ImportTable,
): Promise<MatchedKeys> {
  const places = key.fields.map(([name]) => sheet.columns.findIndex(([own]) => own === name));
  const cells = sheet.rows.map((row) => places.map((at) => row[at] ?? ''));
  if (key.fields.length > 1) return matchGroup(context, entity, key, cells);
  const texts = cells.map(([text = '']) => text);
  const found = await matchTexts(context, entity, key.name, texts);
  return {
    ids: new Map(
      texts.flatMap((text, row): [number, number][] => {
        const id = found.get(text);
        return id === undefined ? [] : [[row, id]];
      }),
    ),
    keys: texts.map((text) => keyForm(key.name, text) || undefined),
    refused: new Map(),
  };
}
