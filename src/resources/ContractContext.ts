import { createContext, useContext } from 'react';
import { useResourceContext } from 'react-admin';
import { demandDeclarations } from '../../contract/outlines/outlinedContract.ts';
import { referencedEntities } from '../../contract/outlines/pageDeclarations.ts';
import type { Contract, Entity } from '../../contract/schema/entity.ts';
import type { Fields } from '../../contract/schema/field/field.ts';

const ContractContext = createContext<Contract | undefined>(undefined);

/** Provides the entities of the product to all components. */
export const ContractProvider = ContractContext.Provider;

/**
 * The entities of the product, as `App` was given them.
 * @throws Error outside a `ContractProvider`.
 */
export function useContract(): Contract {
  const contract = useContext(ContractContext);
  if (!contract) throw new Error('There is no ContractProvider around this component');
  return contract;
}

/**
 * For a form: waits, before it is drawn, for the declarations that its inputs pick records by, so that no input has to
 * wait once somebody writes.
 */
export function useReferencedDeclarations(fields: Fields): void {
  const contract = useContext(ContractContext);
  if (contract) demandDeclarations(contract, referencedEntities(fields));
}

/** An entity by its name; undefined if there is none, or no `ContractProvider`. */
export const useEntity = (name: string | undefined): Entity | undefined =>
  useContext(ContractContext)?.byName.get(name ?? '');

/**
 * The entity of react-admin's current resource.
 * @throws Error if there is no resource, or no such entity
 */
export const useCurrentEntity = (): Entity => useContract().entity(useResourceContext() ?? '');

/** The entity of react-admin's current resource; undefined if there is no resource, or no such entity. */
export function useResourceEntity(): Entity | undefined {
  const resource = useResourceContext();
  return useContract().byName.get(resource ?? '');
}
