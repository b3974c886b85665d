import type { Entity } from '../../../contract/schema/entity.ts';
import {
  constraintExtensions,
  isTableConstraint,
  type TableConstraint,
  tableConstraints,
} from '../schema/tableConstraints.ts';
import type { ConstraintDifference, Difference } from './drift.ts';

/** The changes of constraints over several columns, of a table that may have rows. */

const mostNamed = 20;

/** Aborts the migration with a sentence that names the records which break the constraint, if there are any. */
const stopSql = (place: string, { unfit }: TableConstraint): string =>
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
