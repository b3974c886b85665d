import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import type { Contract, DeclaredEntity, Entity } from '../../contract/schema/entity.ts';

/** The contract of the product with additional entities, as if they were registered in contract/index.ts. */
export const contractWith = (more: Readonly<Record<string, unknown>>): Contract =>
  createContract({ ...registry, ...(more as Readonly<Record<string, DeclaredEntity>>) });

/** The entity of a declaration in the contract of the product, where it replaces an entity with the same name. */
export const inContract = (declared: unknown): Entity => {
  const { name } = declared as DeclaredEntity;
  return contractWith({ [name]: declared }).entity(name);
};
