import { contractOf } from '../createContract.ts';
import type { Outline } from '../outlines/outline.ts';
import { createOutlinedContract, outlinedParts } from '../outlines/outlinedContract.ts';
import type { Contract, DeclaredEntity } from '../schema/entity.ts';
import { narrowEntity } from './narrowEntity.ts';
import type { RightsNarrowing } from './withheld.ts';

/** How many narrowed contracts a process stores; the one that was used longest ago goes first. */
const mostStored = 200;

const known = new WeakMap<Contract, Map<string, Contract>>();

/** A contract without what a narrowing withholds, made anew. */
export const makeNarrowed = (contract: Contract, narrowing: RightsNarrowing): Contract =>
  contractOf(
    (itself) =>
      Object.entries(contract.registered).map(([key, entity]) => [
        key,
        { ...narrowEntity(entity, narrowing), contract: itself },
      ]),
    narrowing,
  );

/**
 * The contract as a person with narrowed rights has it. Everything that is compiled from it is compiled once for each
 * combination of a role and what is withheld from it, since a change of a variant makes another combination.
 * @param contract the contract of the product
 * @param narrowing the role of the person, and what is withheld from it
 */
export function narrowContract(contract: Contract, narrowing: RightsNarrowing): Contract {
  const made = known.get(contract) ?? new Map<string, Contract>();
  known.set(contract, made);
  const key = `${narrowing.role} ${[...narrowing.withheld].sort().join(' ')}`;
  const found = made.get(key) ?? makeNarrowed(contract, narrowing);
  made.delete(key);
  made.set(key, found);
  const [oldest] = made.keys();
  if (made.size > mostStored && oldest !== undefined) made.delete(oldest);
  return found;
}

/**
 * The same for the console, which loads each declaration when it is needed.
 * @param contract outlined, or with all declarations
 */
export function narrowOutlined(contract: Contract, narrowing: RightsNarrowing): Contract {
  const parts = outlinedParts(contract);
  if (!parts) return makeNarrowed(contract, narrowing);
  // An outline has the words of the declaration that it is narrowed by.
  const outlines = parts.outlines.map((outline) => narrowEntity(outline as Outline & DeclaredEntity, narrowing));
  return createOutlinedContract(outlines, async (name) => narrowEntity(await parts.load(name), narrowing), narrowing);
}
