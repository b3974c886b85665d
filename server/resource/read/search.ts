import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { isOwnText } from '../../../contract/lists/searchPath.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { charactersSql, tagsSql } from '../../db/schema/indexes.ts';
import { isLocalized, namingTexts, searchedText } from '../../db/schema/localizedTexts.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { scopePredicate } from '../compile/scope.ts';

/** Records that contain a text: their ids as the text of a PostgreSQL array, which is passed back to it unchanged. */
interface Found {
  readonly ids: string;
  readonly count: number;
}

/** The records that contain the text, by path; a path with too many is left out. */
type FoundIds = ReadonlyMap<string, Found>;

/** The condition that a search text means. */
export interface SearchCondition {
  /** Matches the records that contain the text. */
  readonly condition: RawBuilder<SqlBool>;
  /** The same condition for a generic plan: the planner does not see the number of ids and assumes a few. */
  readonly unseen?: RawBuilder<SqlBool>;
  /**
   * The columns whose values alone decide which records contain the text: `id`, and references to such records. Empty
   * where nothing matches; undefined where a text of the record itself has to be read.
   */
  readonly by?: readonly string[] | undefined;
  /** The only reference that decides which records contain the text, where it points to few. */
  readonly parts?: string | undefined;
}

/** The maximum number of ids in a condition. */
const maxListedIds = 1000;
/** The maximum number of referenced records for which a page is put together from the first rows of each. */
const fewParts = 50;

const literally = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);
const likeText = (text: string): string => `%${literally(text)}%`;

/** The reference at the beginning of a path. */
function referenceOf(entity: Entity, path: string): [name: string, field: Field, rest: string] {
  const [head = '', ...rest] = path.split('.');
  const [name, field] = Object.entries(entity.fields).find(([, one]) => one.as === head) ?? [];
  if (!name || !field) throw new Error(`contract: ${entity.name} cannot be searched by "${path}"`);
  return [name, field, rest.join('.')];
}

/** The referenced records that contain the text. */
function referencedRecords(
  entity: Entity,
  field: Field,
  rest: string,
  text: string,
  alias: string,
): RawBuilder<unknown> {
  const target = entity.contract.entity(field.to ?? '');
  return sql`select ${sql.ref(`${alias}.id`)} from ${sql.table(target.table)} as ${sql.ref(alias)}
    where ${contains(target, rest, { text }, alias)}`;
}

/** A searched text as it is indexed (folded), and how a search text is written for it. */
interface SearchedText {
  readonly text: RawBuilder<string>;
  /** The search text as it is written there. */
  readonly wanted: (text: string) => string;
  /** Several texts, of which the index reads all at once: the check of each of them. */
  readonly each?: (matches: (one: RawBuilder<string>) => RawBuilder<SqlBool>) => RawBuilder<SqlBool>;
}

const same = (text: string): string => text;

/** Tags are indexed as one text without quotes; a search text has to be within one of them. */
const inTags = (ref: RawBuilder<unknown>): SearchedText => ({
  text: sql`${sql.raw(tagsSql[0])}${ref}${sql.raw(tagsSql[1])}`,
  wanted: (text) => text.replace(/['\\]/g, ''),
  each: (matches) => sql`exists (select 1 from unnest(${ref}) as tag where ${matches(folded(sql`tag`))})`,
});

/** The texts in all languages are indexed as one; a search text has to be within one of them. */
function inLanguages(entity: Entity, name: string, alias: string): SearchedText {
  const texts = namingTexts(entity, name, alias);
  return {
    text: folded(searchedText(entity, name, alias)),
    wanted: same,
    each: (matches) =>
      sql`(${sql.join(
        texts.map((text) => matches(folded(text))),
        sql` or `,
      )})`,
  };
}

/** A text of the record itself, its tags, its localized text, or a text in an object. */
function ownText(entity: Entity, path: string, alias: string): SearchedText {
  const [column = '', inner] = path.split('.');
  const ref = sql.ref<string>(`${alias}.${column}`);
  if (inner !== undefined) return { text: folded(sql`(${ref} ->> ${sql.lit(inner)})`), wanted: same };
  if (isLocalized(entity, column)) return inLanguages(entity, column, alias);
  const field = entity.fields[column];
  return field && columnOf(field) === 'text[]' ? inTags(ref) : { text: folded(ref), wanted: same };
}

type Numbers = (found: Found) => RawBuilder<unknown>;
const seen: Numbers = ({ ids }) => sql`${ids}::int[]`;
const unseen: Numbers = ({ ids }) => sql`(select ${ids}::int[])::int[]`;

interface TextSearch {
  readonly text: string;
  readonly found?: FoundIds | undefined;
  readonly numbers?: Numbers;
}

/** True if it contains the text. */
const like = ({ text, wanted, each }: SearchedText, part: string): RawBuilder<SqlBool> => {
  const found = sql<SqlBool>`${text} like ${likeText(wanted(part))}`;
  return each ? sql<SqlBool>`(${found} and ${each((one) => sql`${one} like ${likeText(part)}`)})` : found;
};

/** Matches a search text in one declared path; a path into another record is a subquery, not a join. */
function contains(
  entity: Entity,
  path: string,
  { text, found, numbers = seen }: TextSearch,
  alias: string,
): RawBuilder<SqlBool> {
  const isOwn = isOwnText(entity, path);
  const ids = found?.get(path);
  if (isOwn && ids) return sql<SqlBool>`${sql.ref(`${alias}.id`)} = any (${numbers(ids)})`;
  if (isOwn) return like(ownText(entity, path, alias), foldText(text));
  const [name, field, rest] = referenceOf(entity, path);
  const column = sql.ref(`${alias}.${name}`);
  if (ids) return sql<SqlBool>`${column} = any (${numbers(ids)})`;
  return sql<SqlBool>`${column} in (${referencedRecords(entity, field, rest, text, `${alias}s`)})`;
}

const anyOf = (entity: Entity, paths: readonly string[], search: TextSearch): RawBuilder<SqlBool> =>
  paths.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        paths.map((path) => contains(entity, path, search, 't')),
        sql` or `,
      )})`;

/** Matches the records in which one of the paths contains the text. */
export const anyPathContains = (entity: Entity, paths: readonly string[], text: string): RawBuilder<SqlBool> =>
  anyOf(entity, paths, { text });

/** A trigram index finds nothing for fewer than three characters. */
const isShort = (text: string): boolean => [...text].length < 3;

const charactersIn = (text: RawBuilder<unknown>) =>
  sql`${sql.raw(charactersSql[0])}${text}${sql.raw(charactersSql[1])}`;

/** Matches records whose own text contains another. A short one is found by the index of characters, then compared. */
export function textContains(entity: Entity, path: string, text: string, alias = 't'): RawBuilder<SqlBool> {
  const searched = ownText(entity, path, alias);
  const wanted = foldText(text);
  const whole = like(searched, wanted);
  if (!isShort(wanted)) return whole;
  return sql<SqlBool>`(${charactersIn(searched.text)} @> ${charactersIn(sql`${searched.wanted(wanted)}`)} and ${whole})`;
}

/** Matches records whose own text, or one of whose tags, is the same as another in its folded form, by the same indexes. */
export function textEquals(entity: Entity, path: string, text: string): RawBuilder<SqlBool> {
  const { text: own, each } = ownText(entity, path, 't');
  const equals = (one: RawBuilder<string>) => sql<SqlBool>`${one} = ${foldText(text)}`;
  return sql<SqlBool>`(${textContains(entity, path, text)} and ${each ? each(equals) : equals(own)})`;
}

/**
 * The number of records `s` whose column contains the text and that match the condition, and their ids; null where
 * there are too many.
 */
const idsIn = (entity: Entity, path: string, text: string, those: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`(select count(*)::int, case when count(*) <= ${sql.lit(maxListedIds)} then coalesce(array_agg(id), '{}')::text end
    from (select s.id from ${sql.table(entity.table)} as s
      where ${those} and ${textContains(entity, path, text, 's')} limit ${sql.lit(maxListedIds + 1)}) as s)`;

/** The column that a path ends at: in the entity itself or in a referenced one. */
function columnAt(entity: Entity, path: string): [entity: Entity, path: string] {
  if (isOwnText(entity, path)) return [entity, path];
  const [, field, rest] = referenceOf(entity, path);
  return columnAt(entity.contract.entity(field.to ?? ''), rest);
}

/** Finds the records that contain the text, by path; of the entity itself only those that the caller sees. */
async function findByPath(context: Context, entity: Entity, paths: readonly string[], text: string): Promise<FoundIds> {
  const mine = sql<SqlBool>`s.deleted_at is null and ${scopePredicate(entity, callerOf(context), 's')}`;
  const each = paths.map((path, at) => {
    const those = isOwnText(entity, path) ? mine : sql<SqlBool>`true`;
    return sql`${idsIn(...columnAt(entity, path), text, those)} as ${sql.raw(`f${at} (count_${at}, ids_${at})`)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.join(each)}`.execute(context.trx);
  const found = paths.flatMap((path, at): [string, Found][] => {
    const [count, ids] = [Number(rows[0]?.[`count_${at}`]), rows[0]?.[`ids_${at}`]];
    return typeof ids === 'string' ? [[path, { ids, count }]] : [];
  });
  return new Map(found);
}

/**
 * The condition for a text in these paths. Matching ids are looked up first, so that PostgreSQL plans the list for the
 * actual number of records: with an unknown number it would read the whole table in one order.
 */
export async function searchCondition(
  context: Context,
  entity: Entity,
  paths: readonly string[],
  text: string,
): Promise<SearchCondition> {
  const found = await findByPath(context, entity, paths, text);
  const matching = paths.filter((path) => found.get(path)?.count !== 0);
  const condition = anyOf(entity, matching, { text, found });
  if (matching.some((path) => !found.has(path) && isOwnText(entity, path))) return { condition };
  const by = [...new Set(matching.map((path) => (isOwnText(entity, path) ? 'id' : referenceOf(entity, path)[0])))];
  const pointedTo = matching.reduce((sum, path) => sum + (found.get(path)?.count ?? maxListedIds), 0);
  const parts = by.length === 1 && by[0] !== 'id' && pointedTo <= fewParts ? by[0] : undefined;
  return { condition, unseen: anyOf(entity, matching, { text, found, numbers: unseen }), by, parts };
}
