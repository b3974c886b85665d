import { may, type Role } from './access.ts';
import type { ChildrenDeclaration } from './children.ts';
import type { Entity } from './entity.ts';
import { entities, entityNamed } from './index.ts';

/** An entity that stands within another: listed in each detail by a reference, or without one beside the list. */
export interface Inner {
  readonly entity: Entity;
  readonly by: string | undefined;
}

/** What a role finds within an entity, in the order of the registry. */
export const innerOf = (name: string, role: Role): Inner[] =>
  entities.flatMap((entity) =>
    (entity.within ?? [])
      .filter((one) => one.entity === name && one.roles.includes(role))
      .map(({ by }) => ({ entity, by })),
  );

/** A section of children, with the entity that they are. */
export interface ChildSection {
  readonly name: string;
  readonly section: ChildrenDeclaration;
  readonly entity: Entity;
}

/** The sections of children in the detail of an entity that a role may look at. */
export const childSections = ({ children = {} }: Pick<Entity, 'children'>, role: Role): ChildSection[] =>
  Object.entries(children)
    .map(([name, section]) => ({ name, section, entity: entityNamed(section.entity) }))
    .filter(({ entity }) => may(entity.access, 'list', role) && !entity.without?.includes('list'));
