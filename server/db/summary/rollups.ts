import {
  type ParentRollups,
  type RollupField,
  rollupMark,
  rollupsOfChild,
  rollupTriggerName,
} from '../../../contract/relations/rollups.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { arithmeticSql } from '../schema/arithmetic.ts';
import { quoted } from '../schema/columns.ts';

/**
 * SQL of the triggers that maintain the counts and sums of children in the rows of their parents, for every write. Each
 * statement adds what it changes to the rows of the parents, in the order of their ids. The row lock of a parent makes
 * writers of its children wait for each other, so that none is lost.
 *
 * Names of its own begin with an underscore, as no table and no field does.
 *
 * The triggers are part of the children's table: a parent's table exists before theirs, which refers to it.
 */

/** True for a trigger of the counts and sums of the entity's records, also one of a former declaration. */
export const isRollupTrigger = ({ table }: Pick<Entity, 'table'>, name: string): boolean =>
  name.startsWith(`${table}${rollupMark}`);

const events = ['insert', 'update', 'delete', 'truncate'] as const;
type Event = (typeof events)[number];

/** The function of the triggers; each trigger has the name of its event after it. */
const functionName = (child: Entity, rollups: ParentRollups): string =>
  rollupTriggerName(child, rollups, '').slice(0, -1);

/** What a record adds to a field, as SQL over the columns of the record. */
function partSql(child: Entity, { rollup: { sum } }: RollupField): string {
  if (sum === undefined) return '1';
  return `coalesce(${arithmeticSql(sum, fieldOf(child, sum))}, 0)`;
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
        `create trigger ${quoted(rollupTriggerName(child, rollups, event))} after ${event} on ${quoted(child.table)} ${referencing[event]}for each statement execute function ${name}();`,
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
  ...dropRollupsSql(child, lost),
  ...rollupsSql(child),
  ...rollupsOfChild(child).map((rollups) => fillSql(child, rollups)),
];
