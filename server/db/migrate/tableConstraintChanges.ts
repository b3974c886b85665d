import { type FieldCheck, fieldChecks } from '../../../contract/conditions/fieldChecks.ts';
import { type ParentRollups, rollupsOfChild } from '../../../contract/relations/rollups.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import {
  checkSql,
  constraintExtensions,
  isTableConstraint,
  type TableConstraint,
  tableConstraints,
} from '../schema/tableConstraints.ts';
import { countedSql } from '../summary/rollups.ts';
import type { ConstraintDifference, Difference } from './drift.ts';

/** The changes of constraints over several columns, of a table that may have rows. */

const mostNamed = 20;

/** Aborts the migration with a sentence that names the records which break the constraint, if there are any. */
const stopSql = (place: string, { unfit }: Pick<TableConstraint, 'unfit'>): string =>
  [
    '-- Stops, with the records that have to be changed first, if there are any.',
    'do $$ declare unfit text; begin',
    `  select string_agg(record, ', ') into unfit from (${unfit} limit ${mostNamed}) few;`,
    `  if unfit is not null then raise exception '${place} is broken by these records (the first ${mostNamed}, deleted ones too): %. Change them and start again', unfit; end if;`,
    'end $$;',
  ].join('\n');

const alter = (table: string, change: string): string => `alter table "${table}" ${change};`;

/** A check applies to new rows at once and is validated online; an exclusion locks the table while it builds its index. */
function addedSql(entity: Entity, constraint: TableConstraint): string[] {
  const { name, definition } = constraint;
  const isCheck = definition.startsWith('check');
  const stop = stopSql(`${entity.name}.${isCheck ? 'check' : 'noOverlap'}`, constraint);
  const add = alter(entity.table, `add constraint "${name}" ${definition}${isCheck ? ' not valid' : ''}`);
  return isCheck
    ? [stop, add, alter(entity.table, `validate constraint "${name}"`)]
    : [...constraintExtensions(entity), stop, add];
}

/** True for a difference of a constraint that `check` or `noOverlap` makes, or made. */
export const isOfTableConstraint = (one: Difference): one is ConstraintDifference =>
  one.what === 'constraint' && isTableConstraint(one.table, one.name);

/** The statements before the columns change: what is no longer declared is dropped. */
export const droppedConstraints = (entity: Entity, differences: readonly Difference[]): string[] =>
  differences
    .filter(isOfTableConstraint)
    .flatMap(({ name, live }) => (live ? [alter(entity.table, `drop constraint "${name}"`)] : []));

/** The statements after the columns have changed. */
export function addedConstraints(entity: Entity, differences: readonly Difference[]): string[] {
  const missing = new Set(differences.filter(isOfTableConstraint).map(({ name }) => name));
  return tableConstraints(entity)
    .filter(({ name }) => missing.has(name))
    .flatMap((constraint) => addedSql(entity, constraint));
}

/** A query for the parents that would break a check once their existing children are counted and summed. */
function overLimitSql(child: Entity, rollups: ParentRollups, check: FieldCheck): string {
  const { parent, fields } = rollups;
  const columns = check.names.map((name) => {
    const isCounted = fields.some((field) => field.name === name);
    return isCounted ? `coalesce(found."${name}", 0) as "${name}"` : `own."${name}"`;
  });
  return `select id::text as record from (select own.id, ${columns.join(', ')} from "${parent.table}" own left join (
      ${countedSql(child, rollups)}) found on found._parent = own.id) counted
    where not ${checkSql(parent, check)} order by id`;
}

/** Aborts a migration that counts existing children for the first time, if a check of their parents refuses them. */
export const childLimitStops = (child: Entity): string[] =>
  rollupsOfChild(child).flatMap((rollups) =>
    fieldChecks(rollups.parent)
      .filter(({ names }) => rollups.fields.some(({ name }) => names.includes(name)))
      .map((check) => stopSql(`${rollups.parent.name}.check`, { unfit: overLimitSql(child, rollups, check) })),
  );
