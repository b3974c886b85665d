import { createHash } from 'node:crypto';
import { type ParentRollups, type RollupField, rollupsOfChild } from '../../../contract/relations/rollups.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fieldSql } from '../schema/arithmetic.ts';
import { quoted } from '../schema/columns.ts';
import { rowConditionSql } from '../schema/conditionSql.ts';

/**
 * SQL of the triggers that maintain the counts and sums of children in the rows of their parents, for every write. Each
 * statement adds what it changes to the rows of the parents, in the order of their ids. The row lock of a parent makes
 * writers of its children wait for each other, so that none is lost.
 *
 * Names of its own begin with an underscore, as no table and no field does.
 *
 * The triggers are part of the children's table: a parent's table exists before theirs, which refers to it.
 */

/** Part of the names of the functions and triggers that maintain counts and sums in the database. */
export const rollupMark = '_rollup__';

const events = ['insert', 'update', 'delete', 'truncate'] as const;
type Event = (typeof events)[number];

/** The maximum length of an identifier in PostgreSQL. Longer ones are cut, which can make two names equal. */
const maxIdentifierLength = 63;
const longestEvent = Math.max(...events.map((event) => `_${event}`.length));
const hashLength = 8;

const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, hashLength);

/** A name of at most this many letters: what is cut off is replaced by a hash of the whole name. */
const shortened = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - hashLength - 1)}_${hashOf(name)}`;

const mostOfFunction = maxIdentifierLength - longestEvent;

/** What shortened names begin with: enough of it that a hash fits after it. */
const shortPrefix = (table: string): string =>
  `${shortened(table, mostOfFunction - rollupMark.length - hashLength)}${rollupMark}`;

/** True for a trigger of the counts and sums of the entity's records, also one of a former declaration. */
export const isRollupTrigger = ({ table }: Pick<Entity, 'table'>, name: string): boolean =>
  name.startsWith(`${table}${rollupMark}`) || name.startsWith(shortPrefix(table));

/** The function of the triggers; each trigger has the name of its event after it. */
function functionName({ table }: Entity, { parent, by }: ParentRollups): string {
  const reference = `${parent.name}__${by}`;
  const whole = `${table}${rollupMark}${reference}`;
  if (whole.length <= mostOfFunction) return whole;
  const prefix = shortPrefix(table);
  const room = mostOfFunction - prefix.length;
  return prefix + (room > hashLength ? shortened(reference, room) : hashOf(reference));
}

const triggerName = (child: Entity, rollups: ParentRollups, event: Event): string =>
  `${functionName(child, rollups)}_${event}`;

/** What a record adds to a field, as SQL over the columns of the record. */
function partSql(child: Entity, { rollup: { sum, when } }: RollupField): string {
  const value = sum === undefined ? '1' : `coalesce(${fieldSql(child, sum)}, 0)`;
  return when ? `case when ${rowConditionSql(child, when)} then ${value} else 0 end` : value;
}

/** The live children of some rows, with their parents and what they add or take away. */
const partsSql = (child: Entity, { by, fields }: ParentRollups, from: string, sign: '' | '-'): string =>
  `select ${quoted(by)} as _parent, ${fields.map((one) => `${sign}${partSql(child, one)} as ${quoted(one.name)}`).join(', ')}
      from ${from} where deleted_at is null and ${quoted(by)} is not null`;

/** The rows before and after the statement of an event. */
const rowsOfEvent: Readonly<Record<Exclude<Event, 'truncate'>, readonly (readonly [string, '' | '-'])[]>> = {
  insert: [['after_it', '']],
  update: [
    ['after_it', ''],
    ['before_it', '-'],
  ],
  delete: [['before_it', '-']],
};

/** Adds the change of a statement to the parents. Nothing is updated where nothing changes: a tree would never end. */
function changeSql(child: Entity, rollups: ParentRollups, event: Exclude<Event, 'truncate'>): string {
  const { parent, fields } = rollups;
  const names = fields.map(({ name }) => quoted(name));
  const parts = rowsOfEvent[event].map(([from, sign]) => partsSql(child, rollups, from, sign));
  return `for _change in
      select _parent, ${names.map((name) => `sum(${name}) as ${name}`).join(', ')} from (
      ${parts.join('\n      union all ')}) parts
      group by _parent having ${names.map((name) => `sum(${name}) <> 0`).join(' or ')} order by _parent
    loop
      update ${quoted(parent.table)} set ${names.map((name) => `${name} = ${quoted(parent.table)}.${name} + _change.${name}`).join(', ')} where id = _change._parent;
    end loop;`;
}

function emptySql({ parent, fields }: ParentRollups): string {
  const names = fields.map(({ name }) => quoted(name));
  return `update ${quoted(parent.table)} set ${names.map((name) => `${name} = 0`).join(', ')} where ${names.map((name) => `${name} <> 0`).join(' or ')};`;
}

const referencing: Readonly<Record<Event, string>> = {
  insert: 'referencing new table as after_it ',
  update: 'referencing old table as before_it new table as after_it ',
  delete: 'referencing old table as before_it ',
  truncate: '',
};

function triggersSql(child: Entity, rollups: ParentRollups): string[] {
  const name = quoted(functionName(child, rollups));
  const work = (event: Event) => (event === 'truncate' ? emptySql(rollups) : changeSql(child, rollups, event));
  const cases = events.map((event) => `tg_op = '${event.toUpperCase()}' then\n    ${work(event)}`);
  return [
    `create function ${name}() returns trigger language plpgsql as $$ declare
  _change record;
begin
  if ${cases.join('\n  elsif ')}
  end if;
  return null;
end $$;`,
    ...events.map(
      (event) =>
        `create trigger ${quoted(triggerName(child, rollups, event))} after ${event} on ${quoted(child.table)} ${referencing[event]}for each statement execute function ${name}();`,
    ),
  ];
}

/** The triggers of the counts and sums that the records of an entity are part of, to be created after every table. */
export const rollupsSql = (child: Entity): string[] =>
  rollupsOfChild(child).flatMap((rollups) => triggersSql(child, rollups));

/**
 * Drops the triggers of counts and sums.
 * @param triggers names of triggers, of which only those of the entity's counts and sums are dropped
 */
export function dropRollupsSql(child: Pick<Entity, 'table'>, triggers: readonly string[]): string[] {
  const ofEvent = new RegExp(`_(?:${events.join('|')})$`);
  const names = triggers.filter((name) => isRollupTrigger(child, name)).map((name) => name.replace(ofEvent, ''));
  return [...new Set(names)].map((name) => `drop function if exists ${quoted(name)}() cascade;`);
}

/** The names of all triggers of the counts and sums that the records of an entity are part of. */
const triggerNames = (child: Entity): string[] =>
  rollupsOfChild(child).flatMap((rollups) => events.map((event) => triggerName(child, rollups, event)));

/** A query for the counts and sums of the existing records, by parent. */
export function countedSql(child: Entity, rollups: ParentRollups): string {
  const names = rollups.fields.map(({ name }) => quoted(name));
  return `select _parent, ${names.map((name) => `sum(${name}) as ${name}`).join(', ')} from (
      ${partsSql(child, rollups, quoted(child.table), '')}) parts group by _parent`;
}

/** Writes the counts and sums of the existing records. */
function fillSql(child: Entity, rollups: ParentRollups): string {
  const { parent, fields } = rollups;
  const names = fields.map(({ name }) => quoted(name));
  const table = quoted(parent.table);
  const fresh = names.map((name) => `coalesce(_found.${name}, 0)`);
  return `update ${table} set ${names.map((name, at) => `${name} = ${fresh[at]}`).join(', ')}
    from ${table} as _own left join (
      ${countedSql(child, rollups)}) _found on _found._parent = _own.id
    where ${table}.id = _own.id and (${names.map((name, at) => `_own.${name} <> ${fresh[at]}`).join(' or ')});`;
}

/**
 * Recreates the triggers and computes the counts and sums again. Writers of the children wait until this transaction
 * ends, so that none is missed; readers do not.
 * @param lost the triggers that the database has
 */
export const rebuildRollupsSql = (child: Entity, lost: readonly string[]): string[] => [
  // A trigger of another reference is created again, too, though it may not differ.
  ...dropRollupsSql(child, [...lost, ...triggerNames(child)]),
  ...rollupsSql(child),
  ...rollupsOfChild(child).map((rollups) => fillSql(child, rollups)),
];
