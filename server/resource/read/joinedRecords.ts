import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entityNamed } from '../../../contract/index.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import { type Entity, joinedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import type { Caller, Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';

type Joined = readonly [name: string, field: Field];

/** The entity that a joined field points to. */
const targetOf = ({ items }: Field): Entity => entityNamed(items?.to ?? '');

/** What of the other records is for the caller; without one all of them are, whatever has become of them. */
const visibleTarget = (target: Entity, caller: Caller | undefined): RawBuilder<SqlBool> =>
  caller ? sql<SqlBool>`t.deleted_at is null and ${scopePredicate(target, caller)}` : sql<SqlBool>`true`;

interface Other {
  readonly owner: number;
  readonly id: number;
  readonly of: Readonly<Record<string, unknown>>;
}

/** The records that some are joined with, by the order of their ids, in one statement. */
async function othersOf(
  context: Context,
  entity: Entity,
  [name, field]: Joined,
  ids: readonly number[],
  caller: Caller | undefined,
): Promise<Other[]> {
  const target = targetOf(field);
  const columns = [...new Set([titleColumn(target), ...(field.embed ?? [])])];
  const of = sql.join(columns.map((column) => sql`${sql.lit(column)}::text, ${sql.ref(`t.${column}`)}`));
  const { rows } = await sql<Other>`select m.owner_id as owner, t.id, jsonb_build_object(${of}) as of
    from ${sql.table(joinTableName(entity, name))} as m join ${sql.table(target.table)} as t on t.id = m.other_id
    where m.owner_id = any (${ids}::int[]) and ${visibleTarget(target, caller)} order by m.owner_id, t.id`.execute(
    context.trx,
  );
  return rows;
}

/** Where the titles of joined records stand in a row, for who writes them as a text. */
export const joinedTitlesKey = (name: string): string => `${name} titles`;

/**
 * Completes rows that were read by what they are joined with: one statement for each joined field, however many rows.
 * In: the fields that are answered, and the caller, who is shown no record that they may not see.
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
    const title = titleColumn(targetOf(field));
    for (const row of rows) {
      const mine = others.get(row.id) ?? [];
      row[name] = mine.map(({ id }) => id);
      row[joinedTitlesKey(name)] = mine.map(({ of }) => String(of[title] ?? ''));
      if (field.as)
        row[field.as] = mine.map(({ of }) => Object.fromEntries((field.embed ?? []).map((one) => [one, of[one]])));
    }
  }
}

/**
 * What an edit makes of joined fields: the records that the caller may not see stay joined, since no body of theirs has
 * them. Out: the values to store, and of the joined fields what is to be looked at as references: all but what the caller sees
 * joined already.
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
 * What `filter_{name}` (any of them) and `filter_{name}_all` (all of them) of a joined field mean. A record that the
 * caller may not see is joined with nothing.
 */
export function joinedFilter(
  entity: Entity,
  name: string,
  field: Field,
  ids: readonly number[],
  caller: Caller,
  all: boolean,
): RawBuilder<SqlBool> {
  const target = targetOf(field);
  const wanted = [...new Set(ids)];
  const found = sql`select m.other_id from ${sql.table(joinTableName(entity, name))} as m
    where m.owner_id = t.id and m.other_id = any (${wanted}::int[]) and exists (
      select 1 from ${sql.table(target.table)} as n
      where n.id = m.other_id and n.deleted_at is null and ${scopePredicate(target, caller, 'n')})`;
  return all
    ? sql<SqlBool>`(select count(*) from (${found}) as f) = ${wanted.length}`
    : sql<SqlBool>`exists (${found})`;
}
