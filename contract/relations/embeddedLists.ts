import type { Label } from '../messages/label.ts';
import { type Condition, hasRight, type Role } from '../schema/access.ts';
import type { ChildrenDeclaration } from '../schema/children.ts';
import type { Entity } from '../schema/entity.ts';
import type { ScreenDeclaration } from '../schema/screen.ts';

/**
 * A list shown with another entity: in each record's details if a reference `by` is given, otherwise beside the list.
 */
export interface EmbeddedList {
  readonly entity: Entity;
  readonly by: string | undefined;
  /** A condition on the record that the list is shown in. The list is always shown unless it is given. */
  readonly when: Condition | undefined;
  readonly label: Label;
}

/** The role's screen with all records of an entity, in contrast to those with some of them (`only`). */
export const wholeListScreen = (entity: Entity, role: Role): ScreenDeclaration | undefined =>
  entity.screens?.find(({ roles, only }) => roles.includes(role) && only === undefined);

/** The path where a role finds the list of an entity: its own screen, otherwise a tab beside another entity's list. */
export function listPath(entity: Entity, role: Role): string | undefined {
  const own = wholeListScreen(entity, role);
  if (own) return own.path;
  const beside = entity.embeddedIn?.find(({ by, roles }) => by === undefined && roles.includes(role));
  const holder = entity.contract.byName.get(beside?.entity ?? '');
  const path = holder && listPath(holder, role);
  if (!holder || !path) return undefined;
  const tabs = embeddedLists(holder, role).filter(({ by }) => by === undefined);
  return `${path}?active=${tabs.findIndex((one) => one.entity.name === entity.name) + 2}`;
}

/** The address of the list of an entity with a filter; undefined if the role has no such list. */
export function listAddress(entity: Entity, role: Role, filter: Readonly<Record<string, unknown>>): string | undefined {
  const place = listPath(entity, role);
  if (place === undefined) return undefined;
  const [path = '', query] = place.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('filter', JSON.stringify(filter));
  return `${path}?${parameters}`;
}

/** The lists that a role sees within an entity, in the order of the registry. */
export const embeddedLists = ({ name, contract }: Entity, role: Role): EmbeddedList[] =>
  contract.entities.flatMap((entity) =>
    (entity.embeddedIn ?? [])
      .filter((one) => one.entity === name && one.roles.includes(role))
      .map(({ by, when, label }) => ({ entity, by, when, label: label ?? entity.labels })),
  );

/** A section of children, with the children's entity. */
export interface ChildSection {
  readonly name: string;
  readonly section: ChildrenDeclaration;
  readonly entity: Entity;
}

/** The sections of children that a role may see in the details of an entity. */
export const childSections = (
  { children = {}, contract }: Pick<Entity, 'children' | 'contract'>,
  role: Role,
): ChildSection[] =>
  Object.entries(children)
    .map(([name, section]) => ({ name, section, entity: contract.entity(section.entity) }))
    .filter(({ entity }) => hasRight(entity.access, 'list', role) && !entity.without?.includes('list'));
