import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Entity, joinedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import type { Caller, Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { shownName } from '../../db/schema/titles.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';

type Joined = readonly [name: string, field: Field];

/** The entity that a joined field points to. */
const targetOf = ({ contract }: Entity, { items }: Field): Entity => contract.entity(items?.to ?? '');

/** Matches the other records that the caller may see; all of them without a caller, including deleted ones. */
const visibleTarget = (target: Entity, caller: Caller | undefined): RawBuilder<SqlBool> =>
  caller ? sql<SqlBool>`t.deleted_at is null and ${scopePredicate(target, caller)}` : sql<SqlBool>`true`;

interface Other {
  readonly owner: number;
  readonly id: number;
  readonly title: unknown;
  readonly of: Readonly<Record<string, unknown>>;
}

/** The records that the given ones are joined with, in the order of their ids, in one statement. */
async function othersOf(
  context: Context,
  entity: Entity,
  [name, field]: Joined,
  ids: readonly number[],
  caller: Caller | undefined,
): Promise<Other[]> {
  const target = targetOf(entity, field);
  const columns = field.embed ?? [];
  const of = sql.join(columns.map((column) => sql`${sql.lit(column)}::text, ${sql.ref(`t.${column}`)}`));
  const { rows } = await sql<Other>`select m.owner_id as owner, t.id, ${shownName(target, 't')} as title,
    ${columns.length > 0 ? sql`jsonb_build_object(${of})` : sql`'{}'::jsonb`} as of
    from ${sql.table(joinTableName(entity, name))} as m join ${sql.table(target.table)} as t on t.id = m.other_id
    where m.owner_id = any (${ids}::int[]) and ${visibleTarget(target, caller)} order by m.owner_id, t.id`.execute(
    context.trx,
  );
  return rows;
}

/** The key of a row that holds the names of joined records, as lists show them, for exports as text. */
export const joinedTitlesKey = (name: string): string => `${name} titles`;

/**
 * Adds the joined records to rows: one statement per joined field, independent of the number of rows.
 * @param fields the joined fields to add
 * @param caller limits the joined records to those that the caller may see
 */
export async function readJoined(
  context: Context,
  entity: Entity,
  fields: readonly Joined[],
  rows: readonly RecordRow[],
  caller: Caller | undefined,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  for (const [name, field] of fields) {
    const others = new Map<number, Other[]>(ids.map((id) => [id, []]));
    for (const one of await othersOf(context, entity, [name, field], ids, caller)) others.get(one.owner)?.push(one);
    for (const row of rows) {
      const mine = others.get(row.id) ?? [];
      row[name] = mine.map(({ id }) => id);
      row[joinedTitlesKey(name)] = mine.map(({ title }) => title);
      if (field.as)
        row[field.as] = mine.map(({ of }) => Object.fromEntries((field.embed ?? []).map((one) => [one, of[one]])));
    }
  }
}

/**
 * Adds to the joined fields of an edit the joined records that the caller may not see: they stay joined, since no body
 * of theirs can contain them.
 * @returns the values to store, and the joined records to check as references: all but those the caller sees joined
 *   already
 */
export async function keepHiddenJoined(
  context: Context,
  entity: Entity,
  row: RecordRow,
  values: FieldValues,
): Promise<{ readonly stored: FieldValues; readonly asked: FieldValues }> {
  const given = joinedFields(entity).filter(([name]) => Array.isArray(values[name]));
  if (given.length === 0) return { stored: values, asked: {} };
  const shown: RecordRow = { id: row.id };
  await readJoined(context, entity, given, [shown], context.caller);
  const [stored, asked]: [FieldValues, FieldValues] = [{ ...values }, {}];
  for (const [name] of given) {
    const [all, visible, wanted] = [row[name], shown[name], values[name]] as [number[], number[], number[]];
    stored[name] = [...new Set([...wanted, ...all.filter((id) => !visible.includes(id))])].sort((a, b) => a - b);
    asked[name] = wanted.map((id) => (visible.includes(id) ? null : id));
  }
  return { stored, asked };
}

/**
 * The condition of `filter_{name}` (any of them) and `filter_{name}_all` (all of them) of a joined field. Records that
 * the caller may not see do not match.
 */
export function joinedFilter(
  entity: Entity,
  name: string,
  field: Field,
  ids: readonly number[],
  caller: Caller,
  all: boolean,
): RawBuilder<SqlBool> {
  const target = targetOf(entity, field);
  const wanted = [...new Set(ids)];
  const found = sql`select m.other_id from ${sql.table(joinTableName(entity, name))} as m
    where m.owner_id = t.id and m.other_id = any (${wanted}::int[]) and exists (
      select 1 from ${sql.table(target.table)} as n
      where n.id = m.other_id and n.deleted_at is null and ${scopePredicate(target, caller, 'n')})`;
  return all
    ? sql<SqlBool>`(select count(*) from (${found}) as f) = ${wanted.length}`
    : sql<SqlBool>`exists (${found})`;
}
