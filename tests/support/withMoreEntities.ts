import type { Entity } from '../../contract/schema/entity.ts';

type Index = typeof import('../../contract/index.ts');

/** The registry of the product with more entities, by their names, as their lines in contract/index.ts would have it. */
export function withMoreEntities(index: Index, more: Readonly<Record<string, unknown>>) {
  const registry = { ...index.registry, ...more };
  const entities = Object.values(registry) as readonly Entity[];
  const entityNamed = (name: string): Entity => {
    const found = entities.find((entity) => entity.name === name);
    if (!found) throw new Error(`contract: there is no entity "${name}"`);
    return found;
  };
  return { ...index, registry, entities, entityNamed };
}
