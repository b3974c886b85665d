import { type SqlBool, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import { fileItem } from '../../../contract/kinds/fileField.ts';
import { once } from '../../../contract/lib/memoize.ts';
import { type FilterParameter, filterParameters, mayNarrow } from '../../../contract/lists/filters.ts';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { may, rights, roles } from '../../../contract/schema/access.ts';
import { baseFields, type Entity, fieldOf, isListed, mayRead } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import type { Rules } from '../../core/rules.ts';
import { rulesOf } from '../../domain/index.ts';
import { itemShape, listShape, type Shape, wholeShape, withUse } from './projection.ts';
import { type Keeper, keepersOf, keptBy } from './referrers.ts';

/** What a `filter_` parameter narrows by: a field's column, or what the domain says that it means. */
export interface Filter {
  readonly field: Field;
  readonly meaning: NonNullable<Rules['narrow']>[string] | undefined;
  /** How it narrows, and by which column or join table, unless its meaning says so. */
  readonly by?: Pick<FilterParameter, 'way' | 'column' | 'filter'>;
}

/** What an entity is to one role, worked out of the declaration once. */
export interface RoleView {
  /** Each row of a list, and one record: with whether it is in use, where the role might delete it. */
  readonly list: Shape;
  readonly item: Shape;
  /** The same without, for an export, and where the whole row is at hand. */
  readonly plain: Readonly<Record<'list' | 'item', Shape>>;
  /** By the name of the parameter without its `filter_`. */
  readonly filters: ReadonlyMap<string, Filter>;
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
  readonly whole: Shape;
  readonly views: ReadonlyMap<Role, RoleView>;
  /** What points at its records so that they cannot go while the pointing ones live (C20). */
  readonly keepers: readonly Keeper[];
}

const unsorted: ReadonlySet<string> = new Set(['object', 'list', 'tags', 'json', 'file']);

/** The stored fields that a role may sort an entity's list by. */
function sortsOf(entity: Entity, role: Role): Set<string> {
  const named = [...entity.list.columns, ...(entity.list.sorts ?? []), 'id', 'created_at'];
  return new Set(
    named.filter((name) => {
      // What stands inside an object has no column of its own.
      const field = name.includes('.') ? undefined : fieldOf(entity, name);
      return isListed(field) && !unsorted.has(field.kind) && mayRead(field, role);
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
function filtersOf(entity: Entity, role: Role): Map<string, Filter> {
  const { narrow = {} } = rulesOf(entity.name);
  const meant = Object.entries(entity.list.narrow ?? {}).map(([name, field]): [string, Filter] => [
    name,
    { field, meaning: narrow[name] },
  ]);
  const own = filterParameters(entity)
    .filter(({ filter }) => mayNarrow(entity, role, filter))
    .map(({ name, field, ...by }): [string, Filter] => {
      const column = fieldOf(entity, by.column);
      if (column && fileItem(column)) return [name, { field, meaning: hasFile(by.column) }];
      return [name, { field, meaning: undefined, by }];
    });
  const id: Filter = { field: baseFields.id, meaning: undefined, by: { way: 'is', column: 'id', filter: 'id' } };
  return new Map([['id', id], ...own, ...meant]);
}

const searchOf = (entity: Entity, role: Role): string[] =>
  (entity.list.search ?? []).filter((path) => {
    const head = path.split('.')[0] ?? '';
    const field = entity.fields[head] ?? Object.values(entity.fields).find((one) => one.as === head);
    return field !== undefined && mayRead(field, role);
  });

/** May the role delete records of the entity, of which some are kept by others? */
const meetsUse = (entity: Entity, role: Role, kept: readonly unknown[]): boolean =>
  kept.length > 0 && may(entity.access, 'remove', role) && !entity.without?.includes('remove');

const fieldsOf = (entity: Entity, role: Role) => ({
  filters: filtersOf(entity, role),
  sorts: sortsOf(entity, role),
  search: searchOf(entity, role),
  create: bodyFields(entity, role, 'create'),
  edit: bodyFields(entity, role, 'edit'),
});

const viewOf = (entity: Entity, role: Role, kept: ReturnType<typeof keptBy>): RoleView => {
  const plain = { list: listShape(entity, role), item: itemShape(entity, role) };
  const isMet = meetsUse(entity, role, kept);
  return {
    plain,
    list: isMet ? withUse(plain.list, kept) : plain.list,
    item: isMet ? withUse(plain.item, kept) : plain.item,
    ...fieldsOf(entity, role),
  };
};

/** Works a declaration out into what serves it. Throws where a path of it leads nowhere. */
export function compile(entity: Entity): Resource {
  const admitted = roles.filter((role) => rights.some((right) => may(entity.access, right, role)));
  const kept = keptBy(entity);
  return {
    entity,
    whole: wholeShape(entity),
    views: new Map(admitted.map((role) => [role, viewOf(entity, role, kept)])),
    keepers: keepersOf(entity),
  };
}

/** The compiled form of an entity; `compileAll` makes those of the product at its start. */
export const resourceOf: (entity: Entity) => Resource = once(compile);

/** What an entity is to a role that it lets in. */
export function viewFor(entity: Entity, role: Role): RoleView {
  const view = resourceOf(entity).views.get(role);
  if (!view) throw new Error(`contract: ${entity.name} is nothing to ${role}`);
  return view;
}

/** Compiles every declaration, before anything is served. */
export const compileAll = (): void => {
  for (const entity of entities) resourceOf(entity);
};
