import { type SqlBool, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import { fileItem } from '../../../contract/kinds/fileField.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { type FilterParameter, filterParameters, mayFilterBy } from '../../../contract/lists/filters.ts';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { hasRight, rights, roles } from '../../../contract/schema/access.ts';
import { baseFields, type Entity, fieldOf, isQueryable, mayRead } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import type { Rules } from '../../core/rules.ts';
import { rulesOf } from '../../domain/index.ts';
import { itemProjection, listProjection, type Projection, wholeProjection, withInUse } from './projection.ts';
import { type Referrer, removalBlockers, restrictingReferrers } from './referrers.ts';

/** What a `filter_` parameter narrows by: a field's column, or what the domain says that it means. */
export interface CompiledFilter {
  readonly field: Field;
  readonly meaning: NonNullable<Rules['parameters']>[string] | undefined;
  /** How it narrows, and by which column or join table, unless its meaning says so. */
  readonly by?: Pick<FilterParameter, 'operator' | 'column' | 'filter'>;
}

/** What an entity is to one role, worked out of the declaration once. */
export interface RoleView {
  /** Each row of a list, and one record: with whether it is in use, where the role might delete it. */
  readonly list: Projection;
  readonly item: Projection;
  /** The same without, for an export, and where the whole row is at hand. */
  readonly plain: Readonly<Record<'list' | 'item', Projection>>;
  /** By the name of the parameter without its `filter_`. */
  readonly filters: ReadonlyMap<string, CompiledFilter>;
  /** Stored fields that a list may be sorted by. */
  readonly sorts: ReadonlySet<string>;
  /** Paths that a search text is looked for in. */
  readonly search: readonly string[];
  /** Fields that a body may name. */
  readonly create: Fields;
  readonly edit: Fields;
}

/** A declaration in the form that serves it. */
export interface Resource {
  readonly entity: Entity;
  /** All that is stored: what rules and steps work with, and what the document describes. */
  readonly whole: Projection;
  readonly views: ReadonlyMap<Role, RoleView>;
  /** What points at its records so that they cannot go while the pointing ones live (C20). */
  readonly referrers: readonly Referrer[];
}

const unsorted: ReadonlySet<string> = new Set(['object', 'list', 'tags', 'json', 'file']);

/** The stored fields that a role may sort an entity's list by. */
function sortsOf(entity: Entity, role: Role): Set<string> {
  const named = [...entity.list.columns, ...(entity.list.sortable ?? []), 'id', 'created_at'];
  return new Set(
    named.filter((name) => {
      // What stands inside an object has no column of its own.
      const field = name.includes('.') ? undefined : fieldOf(entity, name);
      return isQueryable(field) && !unsorted.has(field.kind) && mayRead(field, role);
    }),
  );
}

/** Whether a record has a file in the field: the column is empty, or an empty list, where it has none. */
const hasFile = (name: string) => (wanted: unknown) => {
  const column = sql.ref(`t.${name}`);
  const has = sql`(${column} is not null and ${column} <> '[]')`;
  return wanted === 'true' ? sql<SqlBool>`${has}` : sql<SqlBool>`not ${has}`;
};

/** What is narrowed by has to be the role's to read. */
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
      if (column && fileItem(column)) return [name, { field, meaning: hasFile(by.column) }];
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

/** May the role delete records of the entity, of which some are kept by others? */
const showsInUse = (entity: Entity, role: Role, kept: readonly unknown[]): boolean =>
  kept.length > 0 && hasRight(entity.access, 'remove', role) && !entity.without?.includes('remove');

const fieldsOf = (entity: Entity, role: Role) => ({
  filters: filtersOf(entity, role),
  sorts: sortsOf(entity, role),
  search: searchOf(entity, role),
  create: bodyFields(entity, role, 'create'),
  edit: bodyFields(entity, role, 'edit'),
});

const viewOf = (entity: Entity, role: Role, kept: ReturnType<typeof removalBlockers>): RoleView => {
  const plain = { list: listProjection(entity, role), item: itemProjection(entity, role) };
  const isMet = showsInUse(entity, role, kept);
  return {
    plain,
    list: isMet ? withInUse(plain.list, kept) : plain.list,
    item: isMet ? withInUse(plain.item, kept) : plain.item,
    ...fieldsOf(entity, role),
  };
};

/** Works a declaration out into what serves it. Throws where a path of it leads nowhere. */
export function compileEntity(entity: Entity): Resource {
  const admitted = roles.filter((role) => rights.some((right) => hasRight(entity.access, right, role)));
  const kept = removalBlockers(entity);
  return {
    entity,
    whole: wholeProjection(entity),
    views: new Map(admitted.map((role) => [role, viewOf(entity, role, kept)])),
    referrers: restrictingReferrers(entity),
  };
}

/** The compiled form of an entity; `compileAll` makes those of the product at its start. */
export const resourceOf: (entity: Entity) => Resource = memoize(compileEntity);

/** What an entity is to a role that it lets in. */
export function viewFor(entity: Entity, role: Role): RoleView {
  const view = resourceOf(entity).views.get(role);
  if (!view) throw new Error(`contract: ${entity.name} is nothing to ${role}`);
  return view;
}

/** Compiles every declaration, before anything is served. */
export const compileEntities = (): void => {
  for (const entity of entities) resourceOf(entity);
};
