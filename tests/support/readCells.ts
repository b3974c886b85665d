import { contract } from '../../contract/index.ts';
import { currencyParameter } from '../../contract/lists/filters.ts';
import { titleColumn } from '../../contract/relations/title.ts';
import { hasRight, type Role, roles } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { type RecordOperation, recordEndpoints } from '../../server/http/paths.ts';
import { type CompiledFilter, viewFor } from '../../server/resource/compile/resource.ts';

/** The value of a parameter: as given, or read at a path of a record that the caller sees. */
export type Wanted = string | { readonly path: string };
type Parameters = Readonly<Record<string, Wanted>>;

/** One way to read records of an entity: an operation with its parameters, for a role. */
export interface ReadCell {
  readonly entity: Entity;
  readonly role: Role;
  readonly operation: RecordOperation;
  readonly path: string;
  readonly parameters: Parameters;
}

/** A page deep enough that skipping the rows before it needs an index; a customer has fewer rows. */
const pageOf = (role: Role): string => (role === 'Enterprise' || role === 'Subordinate' ? '20' : '400');

function valuesOf({ kind, choices }: Field, path: string): readonly Wanted[] {
  if (kind === 'boolean') return ['true', 'false'];
  if (kind === 'dateTime') return ['2026-01-01T00:00:00Z'];
  return choices?.map(({ id }) => String(id)) ?? [{ path }];
}

/** The currency parameter that a limit of an amount requires. */
const withCurrency = ({ currency }: Field, by: CompiledFilter['by']): Parameters =>
  currency !== undefined && (by?.operator === 'least' || by?.operator === 'most')
    ? { [`filter_${currencyParameter(by.filter)}`]: { path: currency } }
    : {};

const filters = (entity: Entity, role: Role): Parameters[] =>
  [...viewFor(entity, role).filters].flatMap(([name, { field, by }]) =>
    valuesOf(field, by?.column ?? name).map((value) => ({ [`filter_${name}`]: value, ...withCurrency(field, by) })),
  );
const searches = (entity: Entity, role: Role): Parameters[] => [
  ...viewFor(entity, role).search.map((path) => ({ search: { path } })),
  ...(viewFor(entity, role).search.length > 0 ? [{ search: '企业' }] : []),
];
const sortable = (entity: Entity, role: Role): Parameters[] =>
  [...viewFor(entity, role).sortable].flatMap((name) => [{ sort: name }, { sort: `-${name}` }]);
const range = ({ list }: Entity): Parameters[] =>
  list.range ? [{ start_at: '2026-01-01', end_at: '2026-01-02' }] : [];

/** The parameters with which each read operation is tested, besides none. */
const filterWays: { readonly [operation in RecordOperation]?: (entity: Entity, role: Role) => Parameters[] } = {
  list: (entity, role): Parameters[] => [
    { page: pageOf(role) },
    ...sortable(entity, role),
    ...filters(entity, role),
    ...searches(entity, role),
    ...range(entity),
  ],
  export: searches,
  totals: (entity, role) => [...filters(entity, role), ...searches(entity, role), ...range(entity)],
  lookup: (entity, role): Parameters[] => [
    { page: pageOf(role) },
    { search: { path: titleColumn(entity) } },
    { filter_id: { path: 'id' } },
  ],
  get: () => [],
};

const mayAsk = ({ access }: Entity, role: Role, operation: RecordOperation): boolean =>
  hasRight(access, operation === 'lookup' || operation === 'get' ? operation : 'list', role);

/** True if the role reads the same rows as an earlier role, with the same statements. */
const isTwin = ({ access }: Entity, role: Role): boolean =>
  role === 'GeneralAdmin' && access.rows.SuperAdmin === 'everything' && access.rows.GeneralAdmin === 'everything';

/** Every way to read records that the declarations offer, for each role that may use it. */
export const readCells: readonly ReadCell[] = contract.entities.flatMap((entity) =>
  recordEndpoints(entity).flatMap(({ operation, path }) =>
    roles
      .filter((role) => filterWays[operation] && mayAsk(entity, role, operation) && !isTwin(entity, role))
      .flatMap((role) =>
        [{}, ...(filterWays[operation]?.(entity, role) ?? [])].map((parameters) => ({
          entity,
          role,
          operation,
          path,
          parameters,
        })),
      ),
  ),
);
