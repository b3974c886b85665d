import { createHash } from 'node:crypto';
import { type EndpointName, endpoints } from '../../contract/endpoints/index.ts';
import { mayCall } from '../../contract/narrowing/mayCall.ts';
import { narrowContract } from '../../contract/narrowing/narrowContract.ts';
import { endpointTaken } from '../../contract/narrowing/taken.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import type { Caller } from './context.ts';

/** The contract as the caller has it: that of the product, or less of it for a person with narrowed rights. */
export const contractFor = (contract: Contract, { role, taken }: Pick<Caller, 'role' | 'taken'>): Contract =>
  taken ? narrowContract(contract, { role, taken: new Set(taken) }) : contract;

/** A short text that differs whenever what is taken from the caller does; empty for the whole role. */
export const rightsMark = ({ role, taken }: Pick<Caller, 'role' | 'taken'>): string =>
  taken
    ? createHash('sha256')
        .update([role, ...taken].join(' '))
        .digest('base64url')
        .slice(0, 16)
    : '';

/** What a console is answered about a caller with narrowed rights; nothing for the whole role. */
export interface NarrowedRights {
  /** What is taken away, and the endpoints that the caller may not call because of it. */
  readonly taken?: readonly string[];
  readonly rights?: string;
}

/** @param contract as the caller has it */
export function narrowedRights(contract: Contract, caller: Pick<Caller, 'role' | 'taken'>): NarrowedRights {
  if (!caller.taken) return {};
  const ofRole = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
    (endpoints[name].roles as readonly string[]).includes(caller.role),
  );
  const refused = ofRole.filter((name) => !mayCall(contract, name, caller.role));
  return { taken: [...caller.taken, ...refused.map(endpointTaken)], rights: rightsMark(caller) };
}
