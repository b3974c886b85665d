import { type SqlBool, sql } from 'kysely';
import { fileItem } from '../../../contract/kinds/fileField.ts';
import { isSortable } from '../../../contract/kinds/index.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { type FilterParameter, filterParameters, mayFilterBy } from '../../../contract/lists/filters.ts';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { hasRight, rights, roles } from '../../../contract/schema/access.ts';
import {
  baseFields,
  type Contract,
  type Entity,
  fieldOf,
  isQueryable,
  mayRead,
} from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import type { Rules } from '../../core/rules.ts';
import { columnSql, isEmptySql } from '../../db/schema/columns.ts';
import { rulesOf } from '../../domain/index.ts';
import { itemProjection, listProjection, type Projection, wholeProjection, withInUse } from './projection.ts';
import { type Referrer, removalBlockers, restrictingReferrers } from './referrers.ts';

/** The meaning of a `filter_` parameter: a field's column, or a custom condition of the domain. */
export interface CompiledFilter {
  readonly field: Field;
  readonly meaning: NonNullable<Rules['parameters']>[string] | undefined;
  /** The operator and the column or join table, unless the domain gives it a meaning. */
  readonly by?: Pick<FilterParameter, 'operator' | 'column' | 'filter'>;
}

/** The view of an entity for one role, compiled from the declaration once. */
export interface RoleView {
  /** A row of a list, and one record; with `in_use`, where the role may delete records. */
  readonly list: Projection;
  readonly item: Projection;
  /** The same without `in_use`, for exports, and where the whole row is available. */
  readonly plain: Readonly<Record<'list' | 'item', Projection>>;
  /** By the name of the parameter without its `filter_`. */
  readonly filters: ReadonlyMap<string, CompiledFilter>;
  /** Stored fields that a list may be sorted by. */
  readonly sortable: ReadonlySet<string>;
  /** Paths that are searched. */
  readonly search: readonly string[];
  /** Fields that a body may name. */
  readonly create: Fields;
  readonly edit: Fields;
}

/** A compiled declaration. */
export interface Resource {
  readonly entity: Entity;
  /** All stored fields: for rules and steps, and for the API document. */
  readonly whole: Projection;
  readonly views: ReadonlyMap<Role, RoleView>;
  /** The references that prevent the deletion of its records as long as the referring ones live (C20). */
  readonly referrers: readonly Referrer[];
}

/** The stored fields that a role may sort an entity's list by. */
function sortableOf(entity: Entity, role: Role): Set<string> {
  const named = [...entity.list.columns, ...(entity.list.sortable ?? []), 'id', 'created_at'];
  return new Set(
    named.filter((name) => {
      // A field inside an object has no column of its own.
      const field = name.includes('.') ? undefined : fieldOf(entity, name);
      return isQueryable(field) && isSortable(field.kind) && mayRead(field, role);
    }),
  );
}

/** Matches records with a file in the field, or without one. */
const hasFile = (name: string, field: Field) => (wanted: unknown) => {
  const isEmpty = sql.raw(isEmptySql(field, columnSql(name, 't')));
  return wanted === 'true' ? sql<SqlBool>`not ${isEmpty}` : sql<SqlBool>`${isEmpty}`;
};

/** The filters by fields that the role may read. */
function filtersOf(entity: Entity, role: Role): Map<string, CompiledFilter> {
  const { parameters = {} } = rulesOf(entity.name);
  const meant = Object.entries(entity.list.parameters ?? {}).map(([name, field]): [string, CompiledFilter] => [
    name,
    { field, meaning: parameters[name] },
  ]);
  const own = filterParameters(entity)
    .filter(({ filter }) => mayFilterBy(entity, role, filter))
    .map(({ name, field, ...by }): [string, CompiledFilter] => {
      const column = fieldOf(entity, by.column);
      if (column && fileItem(column)) return [name, { field, meaning: hasFile(by.column, column) }];
      return [name, { field, meaning: undefined, by }];
    });
  const id: CompiledFilter = {
    field: baseFields.id,
    meaning: undefined,
    by: { operator: 'is', column: 'id', filter: 'id' },
  };
  return new Map([['id', id], ...own, ...meant]);
}

const searchOf = (entity: Entity, role: Role): string[] =>
  (entity.list.search ?? []).filter((path) => {
    const head = path.split('.')[0] ?? '';
    const field = entity.fields[head] ?? Object.values(entity.fields).find((one) => one.as === head);
    return field !== undefined && mayRead(field, role);
  });

/** True if the role may delete records of the entity, and other records can prevent it. */
const showsInUse = (entity: Entity, role: Role, blockers: readonly unknown[]): boolean =>
  blockers.length > 0 && hasRight(entity.access, 'remove', role) && !entity.without?.includes('remove');

const fieldsOf = (entity: Entity, role: Role) => ({
  filters: filtersOf(entity, role),
  sortable: sortableOf(entity, role),
  search: searchOf(entity, role),
  create: bodyFields(entity, role, 'create'),
  edit: bodyFields(entity, role, 'edit'),
});

const viewOf = (entity: Entity, role: Role, blockers: ReturnType<typeof removalBlockers>): RoleView => {
  const plain = { list: listProjection(entity, role), item: itemProjection(entity, role) };
  const withUse = showsInUse(entity, role, blockers);
  return {
    plain,
    list: withUse ? withInUse(plain.list, blockers) : plain.list,
    item: withUse ? withInUse(plain.item, blockers) : plain.item,
    ...fieldsOf(entity, role),
  };
};

/**
 * Compiles a declaration.
 * @throws where one of its paths leads nowhere
 */
export function compileEntity(entity: Entity): Resource {
  const admitted = roles.filter((role) => rights.some((right) => hasRight(entity.access, right, role)));
  const blockers = removalBlockers(entity);
  return {
    entity,
    whole: wholeProjection(entity),
    views: new Map(admitted.map((role) => [role, viewOf(entity, role, blockers)])),
    referrers: restrictingReferrers(entity),
  };
}

/** The compiled form of an entity; `compileContract` compiles all of them at the start. */
export const resourceOf: (entity: Entity) => Resource = memoize(compileEntity);

/** The view of an entity for a role that has rights on it. */
export function viewFor(entity: Entity, role: Role): RoleView {
  const view = resourceOf(entity).views.get(role);
  if (!view) throw new Error(`contract: ${role} has no rights on ${entity.name}`);
  return view;
}

/** Compiles every declaration of a contract, before anything is served. */
export const compileContract = ({ entities }: Contract): void => {
  for (const entity of entities) resourceOf(entity);
};
