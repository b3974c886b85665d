import type { Label } from './messages/label.ts';
import type { Contract, DeclaredEntity, Entity } from './schema/entity.ts';
import type { Field } from './schema/field/field.ts';

/**
 * A contract of entities that find each other through it.
 * @param entitiesOf makes the entities, each with the name that it is registered under
 */
export function contractOf(entitiesOf: (contract: Contract) => readonly (readonly [string, Entity])[]): Contract {
  const registered: Record<string, Entity> = {};
  const byName = new Map<string, Entity>();
  const entities: Entity[] = [];
  const contract: Contract = {
    entities,
    byName,
    registered,
    entity(name) {
      const found = byName.get(name);
      if (!found) throw new Error(`contract: there is no entity "${name}"`);
      return found;
    },
  };
  for (const [key, entity] of entitiesOf(contract)) {
    entities.push(entity);
    registered[key] = entity;
    byName.set(entity.name, entity);
  }
  return contract;
}

/**
 * Puts declared entities together, so that each finds the others through its `contract`.
 * @param declared the entities by name, in the order in which menus, searches and documents list them
 * @returns the contract that `compose` and `App` are given; `findMistakes` finds its mistakes
 */
export const createContract = (declared: Readonly<Record<string, DeclaredEntity>>): Contract =>
  contractOf((contract) => Object.entries(declared).map(([key, one]) => [key, { ...one, contract }]));

/** The label of the records that a field refers to, itself or by its items; undefined if it refers to none. */
export const referencedLabel = (contract: Contract, field: Pick<Field, 'to' | 'items'>): Label | undefined =>
  contract.byName.get(field.to ?? field.items?.to ?? '')?.label;
