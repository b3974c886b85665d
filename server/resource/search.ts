import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import { entityNamed } from '../../contract/index.ts';
import { isOwnText } from '../../contract/searchPath.ts';
import type { Context } from '../domain/context.ts';
import { prove, proving } from './proof.ts';

/** Of each path through a reference the records that hold the text; those of which there are many are left out. */
export type FoundIds = ReadonlyMap<string, readonly number[]>;

/** The most records that are told to the planner one by one. */
const many = 1000;

const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

/** The reference that a path begins with. */
function referenceOf(entity: Entity, path: string): [name: string, field: Field, rest: string] {
  const [head = '', ...rest] = path.split('.');
  const [name, field] = Object.entries(entity.fields).find(([, one]) => one.as === head) ?? [];
  if (!name || !field) throw new Error(`contract: ${entity.name} cannot be searched by "${path}"`);
  return [name, field, rest.join('.')];
}

/** The records behind a reference that hold the text. */
function holding(field: Field, rest: string, text: string, alias: string): RawBuilder<unknown> {
  const target = entityNamed(field.to ?? '');
  return sql`select ${sql.ref(`${alias}.id`)} from ${sql.table(target.table)} as ${sql.ref(alias)}
    where ${contains(target, rest, text, alias)}`;
}

/** A text of the record itself; one within an object as its index has it. */
function ownText(path: string, alias: string): RawBuilder<string> {
  const [column = '', inner] = path.split('.');
  const ref = sql.ref<string>(`${alias}.${column}`);
  return inner === undefined ? sql`${ref}` : sql`(${ref} ->> ${sql.lit(inner)})`;
}

/** The search text in one declared column; a column of another record is looked up there, without a join. */
function contains(entity: Entity, path: string, text: string, alias: string, found?: FoundIds): RawBuilder<SqlBool> {
  const isOwn = isOwnText(entity, path);
  const ids = found?.get(path);
  if (isOwn && ids) return sql<SqlBool>`${sql.ref(`${alias}.id`)} = any (${[...ids]}::int[])`;
  if (isOwn) return sql<SqlBool>`${ownText(path, alias)} ilike ${likeText(text)}`;
  const [name, field, rest] = referenceOf(entity, path);
  const column = sql.ref(`${alias}.${name}`);
  if (ids) return sql<SqlBool>`${column} = any (${[...ids]}::int[])`;
  return sql<SqlBool>`${column} in (${holding(field, rest, text, `${alias}s`)})`;
}

/** The records in which one of the paths holds the text. */
export const search = (entity: Entity, paths: readonly string[], text: string, found?: FoundIds): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    paths.map((path) => contains(entity, path, text, 't', found)),
    sql` or `,
  )})`;

/** An index of parts of three signs finds nothing shorter. */
const isShort = (text: string): boolean => [...text].length < 3;

/** Does a record's own text hold another? What is short is found by its signs, then looked at. */
export function holds(path: string, text: string, alias = 't'): RawBuilder<SqlBool> {
  const column = ownText(path, alias);
  const whole = sql<SqlBool>`${column} ilike ${likeText(text)}`;
  if (!isShort(text)) return whole;
  return sql<SqlBool>`(string_to_array(lower(${column}), null) @> string_to_array(lower(${text}), null) and ${whole})`;
}

/** The ids of the records whose column holds the text. */
const idsIn = (entity: Entity, path: string, text: string): RawBuilder<unknown> =>
  sql`array(select s.id from ${sql.table(entity.table)} as s where ${holds(path, text, 's')} limit ${sql.lit(many + 1)})`;

/** Where the text of a path stands: in a record of the entity itself, or of the one that the path leads to. */
function columnAt(entity: Entity, path: string): [entity: Entity, path: string] {
  if (isOwnText(entity, path)) return [entity, path];
  const [, field, rest] = referenceOf(entity, path);
  return columnAt(entityNamed(field.to ?? ''), rest);
}

/**
 * Looks the text up in the entities that the paths lead to, so that the list itself is planned for as many records as
 * there are: a plan for an unknown number would read the whole table to find one order. A short text is looked up in the
 * list's own columns too, since no index of theirs finds it within the list's statement. It proves who asks besides.
 */
export async function lookUp(
  { trx, proof }: Pick<Context, 'trx' | 'proof'>,
  entity: Entity,
  paths: readonly string[],
  text: string,
) {
  const led = paths.filter((path) => !isOwnText(entity, path) || isShort(text));
  if (led.length === 0) return undefined;
  const columns = led.map((path, at) => sql`${idsIn(...columnAt(entity, path), text)} as ${sql.id(String(at))}`);
  const { rows } = await sql<Record<string, number[]>>`select ${sql.join(columns)}${proving(proof)}`.execute(trx);
  prove(proof, rows);
  const found = led.map((path, at): [string, number[]] => [path, rows[0]?.[at] ?? []]);
  return new Map(found.filter(([, ids]) => ids.length <= many));
}
