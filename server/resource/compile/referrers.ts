import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileCondition, refersToCaller } from '../../../contract/conditions/compile.ts';
import type { ChildrenDeclaration } from '../../../contract/schema/children.ts';
import { type Entity, restrictsDelete } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { rulesOf } from '../../domain/index.ts';
import { treePredicate } from './treePredicate.ts';

type Predicate = RawBuilder<SqlBool>;

/** A reference, or a joined field, that prevents the deletion of the records it points to. */
export interface Referrer {
  readonly entity: Entity;
  readonly name: string;
  /** The table and the column by which it refers to a record that is deleted together with that record. */
  readonly via?: { readonly table: string; readonly column: string };
}

/** True if a record that refers to the entity prevents its deletion. Children prevent it, or are deleted with it. */
function restrictsRemoval(entity: Entity, other: Entity, name: string, field: Field): boolean {
  if (field.joined) return field.items?.to === entity.name && restrictsDelete(field);
  if (field.kind !== 'reference' || field.to !== entity.name) return false;
  const section = Object.values(entity.children ?? {}).find((one) => one.entity === other.name && one.by === name);
  return section?.onDelete ? section.onDelete === 'restrict' : restrictsDelete(field);
}

const referrersTo = (entity: Entity): Referrer[] =>
  entity.contract.entities.flatMap((other) =>
    Object.entries(other.fields)
      .filter(([name, field]) => restrictsRemoval(entity, other, name, field))
      .map(([name]) => ({ entity: other, name })),
  );

/** The references that prevent the deletion of the record that is deleted together with one of the entity. */
function referrersOfRemovedWith({ name, table, fields, contract }: Entity): Referrer[] {
  const column = rulesOf(name).removedWith;
  const target = column === undefined ? undefined : fields[column]?.to;
  if (column === undefined || target === undefined) return [];
  return referrersTo(contract.entity(target)).map((referrer) => ({ ...referrer, via: { table, column } }));
}

/** The references to an entity that prevent the deletion of its records as long as the referring ones live (C20). */
export const restrictingReferrers = (entity: Entity): Referrer[] => [
  ...referrersTo(entity),
  ...referrersOfRemovedWith(entity),
];

/**
 * Matches live records, under the alias, that refer to one of the ids.
 * @param ids the ids as SQL
 */
export function referrerPredicate(referrer: Referrer, alias: string, given: RawBuilder<unknown>): Predicate {
  const { entity, name, via } = referrer;
  const ids = via
    ? sql`select v.${sql.ref(via.column)} from ${sql.table(via.table)} as v where v.id in (${given})`
    : given;
  const live = sql`${sql.ref(`${alias}.deleted_at`)} is null`;
  if (!entity.fields[name]?.joined) return sql<SqlBool>`${sql.ref(`${alias}.${name}`)} in (${ids}) and ${live}`;
  const owners = sql`select m.owner_id from ${sql.table(joinTableName(entity, name))} as m where m.other_id in (${ids})`;
  return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (${owners}) and ${live}`;
}

/** The sections of children that are deleted with a record. */
export const cascadingSections = ({ children = {} }: Entity): ChildrenDeclaration[] =>
  Object.values(children).filter(({ onDelete }) => onDelete === 'cascade');

/** Children that are deleted before others, so that they prevent nothing. */
interface RemovedChildren {
  readonly entity: string;
  readonly by: string;
  /** The alias of the record that they belong to. */
  readonly of: string;
}

/** The maximum depth at which children are checked. */
const maxChildDepth = 3;

/**
 * Matches a child that nobody may delete in its state; a condition that depends on the caller is checked at the
 * deletion itself.
 */
export function irremovableChild(child: Entity, alias: string): Predicate[] {
  const { removeWhile } = child;
  if (!removeWhile || refersToCaller(removeWhile)) return [];
  return [sql<SqlBool>`(${treePredicate(compileCondition(child, removeWhile), undefined, alias)}) is not true`];
}

/** True if records refer to this one. `order by … limit 1` makes PostgreSQL use an index, row by row. */
function hasReferrers(referrer: Referrer, alias: string, gone: readonly RemovedChildren[]): Predicate {
  const { entity } = referrer;
  const k = `${alias}k`;
  const before = gone
    .filter((one) => one.entity === entity.name)
    .map(({ by, of }) => sql` and ${sql.ref(`${k}.${by}`)} is distinct from ${sql.ref(`${of}.id`)}`);
  return sql<SqlBool>`(select 1 from ${sql.table(entity.table)} as ${sql.ref(k)}
    where ${referrerPredicate(referrer, k, sql.ref(`${alias}.id`))}${sql.join(before, sql``)}
    order by ${sql.ref(`${k}.id`)} limit 1) is not null`;
}

/** True if children that would be deleted with this one may not be deleted. */
function removalBlockedByChild(
  entity: Entity,
  section: ChildrenDeclaration,
  alias: string,
  gone: readonly RemovedChildren[],
  depth: number,
): Predicate[] {
  const child = entity.contract.entity(section.entity);
  const c = `${alias}c`;
  const blockers = [...irremovableChild(child, c), ...removalBlockers(child, c, gone, depth + 1)];
  if (blockers.length === 0) return [];
  return [
    sql<SqlBool>`exists (select 1 from ${sql.table(child.table)} as ${sql.ref(c)}
      where ${sql.ref(`${c}.${section.by}`)} = ${sql.ref(`${alias}.id`)} and ${sql.ref(`${c}.deleted_at`)} is null
      and (${sql.join(blockers, sql` or `)}))`,
  ];
}

/**
 * The reasons that prevent the deletion of a record, each as a predicate over its row under the alias: records that
 * refer to it, and children that may not be deleted with it or are referred to themselves (C20). Keep it equivalent to
 * `removeWithChildren` in write.ts.
 */
export function removalBlockers(
  entity: Entity,
  alias = 't',
  gone: readonly RemovedChildren[] = [],
  depth = 0,
): Predicate[] {
  const sections = depth < maxChildDepth ? cascadingSections(entity) : [];
  const below = sections.flatMap((section, at) => {
    const before = sections.slice(0, at).map(({ entity: name, by }) => ({ entity: name, by, of: alias }));
    return removalBlockedByChild(entity, section, alias, [...gone, ...before], depth);
  });
  return [...restrictingReferrers(entity).map((referrer) => hasReferrers(referrer, alias, gone)), ...below];
}
