import { embeddedLists } from '../relations/embeddedLists.ts';
import type { Role } from '../schema/access.ts';
import { type Contract, type Entity, fieldOf } from '../schema/entity.ts';
import type { Fields } from '../schema/field/field.ts';
import { parseAddress } from '../screens/address.ts';
import { redirects } from '../screens/menu.ts';
import { loadDeclarations, whenDeclared } from './outlinedContract.ts';

/** The entity of the caller; conditions in menus and forms compare with its fields. */
const callerEntity = 'user';

const dashboardWords = ['queue', 'metrics', 'charts'] as const satisfies readonly (keyof Entity)[];

/** The names of the entities with queues, metrics or charts on the dashboard. */
export const dashboardEntities = ({ entities }: Contract): readonly string[] =>
  entities.filter((entity) => dashboardWords.some((word) => word in entity)).map(({ name }) => name);

/** The names of the entities that fields refer to, also inside objects and lists. */
export const referencedEntities = (fields: Fields): readonly string[] =>
  Object.values(fields).flatMap(({ to, fields: inner = {}, items }) => [
    ...(to === undefined ? [] : [to]),
    ...referencedEntities(items ? { ...inner, items } : inner),
  ]);

/** The names of the entities whose records the timeline of a record shows besides its own events. */
export const timelineEntities = ({ timeline, contract }: Entity, depth = 2): readonly string[] =>
  depth === 0
    ? []
    : Object.values(timeline?.parts ?? {}).flatMap(({ entity }) => [
        entity,
        ...timelineEntities(contract.entity(entity), depth - 1),
      ]);

/** The names of the entities whose lists are shown with the records of an entity, whatever the role. */
export const embeddingEntities = ({ name, contract }: Entity): readonly string[] =>
  contract.entities
    .filter(({ embeddedIn = [] }) => embeddedIn.some((one) => one.entity === name))
    .map((one) => one.name);

/** The names of the entities that the page of one record shows besides its own: children, related lists, timeline. */
export const recordEntities = (entity: Entity, role: Role): readonly string[] => [
  ...Object.values(entity.children ?? {}).map((one) => one.entity),
  ...embeddedLists(entity, role).map((one) => one.entity.name),
  ...timelineEntities(entity),
];

/** True if the list is filtered by actions: those of all entities. */
const filtersByAction = (entity: Entity): boolean =>
  (entity.list.filters ?? []).some((name) => fieldOf(entity, name)?.names === 'action');

/** The names of the entities that a page shows, without a record that is open on it. */
function pageEntities(contract: Contract, path: string): readonly string[] {
  const { screen } = parseAddress(contract, path) ?? {};
  const page = screen as { readonly page?: string; readonly tabs?: Readonly<Record<string, number>> } | undefined;
  return [
    callerEntity,
    ...[screen?.entity ?? screen?.shows ?? []].flat(),
    ...Object.keys(page?.tabs ?? {}),
    ...(page?.page === 'dashboard' ? dashboardEntities(contract) : []),
  ];
}

/**
 * Loads the declarations that a page is drawn from, also those of the record in its address.
 * @throws what a declaration fails to load with
 */
export async function loadPageDeclarations(contract: Contract, address: string, role: Role | undefined): Promise<void> {
  const path = redirects[address] ?? address;
  await loadDeclarations(contract, pageEntities(contract, path));
  const { screen, id } = parseAddress(contract, path) ?? {};
  const name = screen?.entity ?? screen?.shows;
  if (name !== undefined && filtersByAction(contract.entity(name)))
    await loadDeclarations(contract, [...contract.byName.keys()]);
  if (id === undefined || name === undefined || role === undefined) return;
  await loadDeclarations(contract, await whenDeclared(() => recordEntities(contract.entity(name), role)));
}

/**
 * Loads the declarations of a page and of the records that may be opened on it.
 * @throws what a declaration fails to load with
 */
export const preloadPageDeclarations = (contract: Contract, path: string, role: Role): Promise<void> =>
  loadPageDeclarations(contract, `${path}/1`, role);
