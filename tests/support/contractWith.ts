import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import type { Contract, DeclaredEntity, Entity } from '../../contract/schema/entity.ts';

/** The contract of the product with more entities, by their names, as their lines in contract/index.ts would have it. */
export const contractWith = (more: Readonly<Record<string, unknown>>): Contract =>
  createContract({ ...registry, ...(more as Readonly<Record<string, DeclaredEntity>>) });

/** A declared entity beside those of the product, in place of one that has its name. */
export const inContract = (declared: unknown): Entity => {
  const { name } = declared as DeclaredEntity;
  return contractWith({ [name]: declared }).entity(name);
};
