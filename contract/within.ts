import type { Role } from './access.ts';
import type { Entity } from './entity.ts';
import { entities } from './index.ts';

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
