import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entityNamed } from '../../../contract/index.ts';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { isOwnText } from '../../../contract/lists/searchPath.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { charactersSql } from '../../db/schema/indexes.ts';
import { scopePredicate } from '../compile/scope.ts';

/** Records that hold a text: their ids as the database writes an array of them, which goes back to it as it is. */
interface Found {
  readonly ids: string;
  readonly count: number;
}

/** Of each path the records that it leads to and that hold the text; a path is left out where there are many. */
type FoundIds = ReadonlyMap<string, Found>;

/** What a search text means. */
export interface SearchCondition {
  /** The records that hold the text. */
  readonly condition: RawBuilder<SqlBool>;
  /** The same for a plan that serves any text: the planner does not see how many numbers there are, and takes them for few. */
  readonly unseen?: RawBuilder<SqlBool>;
  /**
   * The columns whose values alone tell which records hold the text: `id`, and references to those that do. None where
   * nothing does; left out where a text of the record itself has to be looked at.
   */
  readonly by?: readonly string[] | undefined;
  /** The one reference that tells which records hold the text, where it points to few. */
  readonly parts?: string | undefined;
}

/** The most records that are told to the planner one by one. */
const maxListedIds = 1000;
/** The most that a page is put together from, by the first rows of each. */
const fewParts = 50;

const literally = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);
const likeText = (text: string): string => `%${literally(text)}%`;

/** The reference that a path begins with. */
function referenceOf(entity: Entity, path: string): [name: string, field: Field, rest: string] {
  const [head = '', ...rest] = path.split('.');
  const [name, field] = Object.entries(entity.fields).find(([, one]) => one.as === head) ?? [];
  if (!name || !field) throw new Error(`contract: ${entity.name} cannot be searched by "${path}"`);
  return [name, field, rest.join('.')];
}

/** The records behind a reference that hold the text. */
function referencedRecords(field: Field, rest: string, text: string, alias: string): RawBuilder<unknown> {
  const target = entityNamed(field.to ?? '');
  return sql`select ${sql.ref(`${alias}.id`)} from ${sql.table(target.table)} as ${sql.ref(alias)}
    where ${contains(target, rest, { text }, alias)}`;
}

/** What of a record is looked in, as its index has it, and what holds a text there. */
interface SearchedText {
  readonly text: RawBuilder<string>;
  /** The text as it stands there. */
  readonly wanted: (text: string) => string;
  /** What the index tells too much of is looked at once more. */
  readonly again?: (text: string) => RawBuilder<SqlBool>;
}

const same = (text: string): string => text;

/** Tags stand in quotes, one behind the other (`tagsText`); a text stands within one of them. */
const inTags = (ref: RawBuilder<unknown>): SearchedText => ({
  text: sql`(array_to_tsvector(${ref})::text)`,
  wanted: (text) => text.replace(/['\\]/g, '$&$&'),
  again: (text) => sql`exists (select 1 from unnest(${ref}) as tag where tag ilike ${likeText(text)})`,
});

/** A text of the record itself, its tags, or a text within an object. */
function ownText(entity: Entity, path: string, alias: string): SearchedText {
  const [column = '', inner] = path.split('.');
  const ref = sql.ref<string>(`${alias}.${column}`);
  if (inner !== undefined) return { text: sql`(${ref} ->> ${sql.lit(inner)})`, wanted: same };
  const field = entity.fields[column];
  return field && columnOf(field) === 'text[]' ? inTags(ref) : { text: sql`${ref}`, wanted: same };
}

type Numbers = (found: Found) => RawBuilder<unknown>;
const seen: Numbers = ({ ids }) => sql`${ids}::int[]`;
const unseen: Numbers = ({ ids }) => sql`(select ${ids}::int[])::int[]`;

interface TextSearch {
  readonly text: string;
  readonly found?: FoundIds | undefined;
  readonly numbers?: Numbers;
}

/** Does it hold the text? */
const like = ({ text, wanted, again }: SearchedText, part: string): RawBuilder<SqlBool> => {
  const found = sql<SqlBool>`${text} ilike ${likeText(wanted(part))}`;
  return again ? sql<SqlBool>`(${found} and ${again(part)})` : found;
};

/** The search text in one declared column; a column of another record is looked up there, without a join. */
function contains(
  entity: Entity,
  path: string,
  { text, found, numbers = seen }: TextSearch,
  alias: string,
): RawBuilder<SqlBool> {
  const isOwn = isOwnText(entity, path);
  const ids = found?.get(path);
  if (isOwn && ids) return sql<SqlBool>`${sql.ref(`${alias}.id`)} = any (${numbers(ids)})`;
  if (isOwn) return like(ownText(entity, path, alias), text);
  const [name, field, rest] = referenceOf(entity, path);
  const column = sql.ref(`${alias}.${name}`);
  if (ids) return sql<SqlBool>`${column} = any (${numbers(ids)})`;
  return sql<SqlBool>`${column} in (${referencedRecords(field, rest, text, `${alias}s`)})`;
}

const anyOf = (entity: Entity, paths: readonly string[], look: TextSearch): RawBuilder<SqlBool> =>
  paths.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        paths.map((path) => contains(entity, path, look, 't')),
        sql` or `,
      )})`;

/** The records in which one of the paths holds the text. */
export const anyPathContains = (entity: Entity, paths: readonly string[], text: string): RawBuilder<SqlBool> =>
  anyOf(entity, paths, { text });

/** An index of parts of three signs finds nothing shorter. */
const isShort = (text: string): boolean => [...text].length < 3;

const charactersIn = (text: RawBuilder<unknown>) =>
  sql`${sql.raw(charactersSql[0])}${text}${sql.raw(charactersSql[1])}`;

/** Does a record's own text hold another? What is short is found by its signs, then looked at. */
export function textContains(entity: Entity, path: string, text: string, alias = 't'): RawBuilder<SqlBool> {
  const looked = ownText(entity, path, alias);
  const whole = like(looked, text);
  if (!isShort(text)) return whole;
  return sql<SqlBool>`(${charactersIn(looked.text)} @> ${charactersIn(sql`${text}`)} and ${whole})`;
}

/** Is a record's own text another, in any case? By the same indexes. */
export const textEquals = (entity: Entity, path: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${textContains(entity, path, text)} and ${ownText(entity, path, 't').text} ilike ${literally(text)})`;

/** How many records `s` there are whose column holds the text, of those that matter, and their ids; null where there are many. */
const idsIn = (entity: Entity, path: string, text: string, those: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`(select count(*)::int, case when count(*) <= ${sql.lit(maxListedIds)} then coalesce(array_agg(id), '{}')::text end
    from (select s.id from ${sql.table(entity.table)} as s
      where ${those} and ${textContains(entity, path, text, 's')} limit ${sql.lit(maxListedIds + 1)}) as s)`;

/** Where the text of a path stands: in a record of the entity itself, or of the one that the path leads to. */
function columnAt(entity: Entity, path: string): [entity: Entity, path: string] {
  if (isOwnText(entity, path)) return [entity, path];
  const [, field, rest] = referenceOf(entity, path);
  return columnAt(entityNamed(field.to ?? ''), rest);
}

/** Where the paths lead to, the records that hold the text; of the list's own those that the caller sees. */
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
 * What a text means in these paths. It is looked up first, so that the list itself is planned for as many records as there
 * are: a plan for an unknown number would read the whole table to find one order.
 */
export async function searchCondition(
  context: Context,
  entity: Entity,
  paths: readonly string[],
  text: string,
): Promise<SearchCondition> {
  const found = await findByPath(context, entity, paths, text);
  const held = paths.filter((path) => found.get(path)?.count !== 0);
  const condition = anyOf(entity, held, { text, found });
  if (held.some((path) => !found.has(path) && isOwnText(entity, path))) return { condition };
  const by = [...new Set(held.map((path) => (isOwnText(entity, path) ? 'id' : referenceOf(entity, path)[0])))];
  const pointedTo = held.reduce((sum, path) => sum + (found.get(path)?.count ?? maxListedIds), 0);
  const parts = by.length === 1 && by[0] !== 'id' && pointedTo <= fewParts ? by[0] : undefined;
  return { condition, unseen: anyOf(entity, held, { text, found, numbers: unseen }), by, parts };
}
