import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compileCondition, refersToCaller } from '../../../contract/conditions/compile.ts';
import { entities, entityNamed } from '../../../contract/index.ts';
import type { ChildrenDeclaration } from '../../../contract/schema/children.ts';
import { type Entity, restrictsDelete } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { joinTableName } from '../../db/write/joinRecords.ts';
import { treePredicate } from './scope.ts';

type Predicate = RawBuilder<SqlBool>;

/** A reference, or a set of them, that keeps what it points to. */
export interface Referrer {
  readonly entity: Entity;
  readonly name: string;
}

/** Does a record that refers to the entity keep it from being deleted? Children do so, or go with it. */
function restrictsRemoval(entity: Entity, other: Entity, name: string, field: Field): boolean {
  if (field.joined) return field.items?.to === entity.name && restrictsDelete(field);
  if (field.kind !== 'reference' || field.to !== entity.name) return false;
  const section = Object.values(entity.children ?? {}).find((one) => one.entity === other.name && one.by === name);
  return section?.onDelete ? section.onDelete === 'restrict' : restrictsDelete(field);
}

/** What points at the records of an entity so that they cannot go while the pointing ones live (C20). */
export const restrictingReferrers = (entity: Entity): Referrer[] =>
  entities.flatMap((other) =>
    Object.entries(other.fields)
      .filter(([name, field]) => restrictsRemoval(entity, other, name, field))
      .map(([name]) => ({ entity: other, name })),
  );

/** Do live records of a keeper, under the alias, point to one of these? In: their ids, as SQL has them. */
export function referrerPredicate({ entity, name }: Referrer, alias: string, ids: RawBuilder<unknown>): Predicate {
  const live = sql`${sql.ref(`${alias}.deleted_at`)} is null`;
  if (!entity.fields[name]?.joined) return sql<SqlBool>`${sql.ref(`${alias}.${name}`)} in (${ids}) and ${live}`;
  const owners = sql`select m.owner_id from ${sql.table(joinTableName(entity, name))} as m where m.other_id in (${ids})`;
  return sql<SqlBool>`${sql.ref(`${alias}.id`)} in (${owners}) and ${live}`;
}

/** The children that go with a record, section by section. */
export const cascadingSections = ({ children = {} }: Entity): ChildrenDeclaration[] =>
  Object.values(children).filter(({ onDelete }) => onDelete === 'cascade');

/** Children that are deleted before others: they keep nothing. */
interface RemovedChildren {
  readonly entity: string;
  readonly by: string;
  /** The alias of the record that they belong to. */
  readonly of: string;
}

/** How far down children are looked through. */
const maxChildDepth = 3;

/** A child that may not be deleted as it is, whoever asks: what depends on who does is seen when they do. */
export function irremovableChild(child: Entity, alias: string): Predicate[] {
  const { removeWhile } = child;
  if (!removeWhile || refersToCaller(removeWhile)) return [];
  return [sql<SqlBool>`(${treePredicate(compileCondition(child, removeWhile), undefined, alias)}) is not true`];
}

/** Are there records that keep this one? The first by its number is found by an index, row by row. */
function hasReferrers(keeper: Referrer, alias: string, gone: readonly RemovedChildren[]): Predicate {
  const { entity } = keeper;
  const k = `${alias}k`;
  const before = gone
    .filter((one) => one.entity === entity.name)
    .map(({ by, of }) => sql` and ${sql.ref(`${k}.${by}`)} is distinct from ${sql.ref(`${of}.id`)}`);
  return sql<SqlBool>`(select 1 from ${sql.table(entity.table)} as ${sql.ref(k)}
    where ${referrerPredicate(keeper, k, sql.ref(`${alias}.id`))}${sql.join(before, sql``)}
    order by ${sql.ref(`${k}.id`)} limit 1) is not null`;
}

/** Are there children that would go with this one, and may not? */
function removalBlockedByChild(
  section: ChildrenDeclaration,
  alias: string,
  gone: readonly RemovedChildren[],
  depth: number,
): Predicate[] {
  const child = entityNamed(section.entity);
  const c = `${alias}c`;
  const why = [...irremovableChild(child, c), ...removalBlockers(child, c, gone, depth + 1)];
  if (why.length === 0) return [];
  return [
    sql<SqlBool>`exists (select 1 from ${sql.table(child.table)} as ${sql.ref(c)}
      where ${sql.ref(`${c}.${section.by}`)} = ${sql.ref(`${alias}.id`)} and ${sql.ref(`${c}.deleted_at`)} is null
      and (${sql.join(why, sql` or `)}))`,
  ];
}

/**
 * What keeps a record from being deleted, each as a predicate over its row under the alias: records that need it, and
 * children that would go with it and may not, or are needed themselves (C20). The twin of `remove` in write.ts.
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
    return removalBlockedByChild(section, alias, [...gone, ...before], depth);
  });
  return [...restrictingReferrers(entity).map((keeper) => hasReferrers(keeper, alias, gone)), ...below];
}
