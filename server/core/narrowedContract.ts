import { createHash } from 'node:crypto';
import { type EndpointName, endpoints } from '../../contract/endpoints/index.ts';
import { mayCall } from '../../contract/narrowing/mayCall.ts';
import { narrowContract } from '../../contract/narrowing/narrowContract.ts';
import { endpointWithheld } from '../../contract/narrowing/withheld.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import type { Caller } from './context.ts';

/** The contract as the caller has it: that of the product, or less of it for a person with narrowed rights. */
export const contractFor = (contract: Contract, { role, withheld }: Pick<Caller, 'role' | 'withheld'>): Contract =>
  withheld ? narrowContract(contract, { role, withheld: new Set(withheld) }) : contract;

/** A short text that differs whenever what is withheld from the caller does; empty for the whole role. */
export const rightsMark = ({ role, withheld }: Pick<Caller, 'role' | 'withheld'>): string =>
  withheld
    ? createHash('sha256')
        .update([role, ...withheld].join(' '))
        .digest('base64url')
        .slice(0, 16)
    : '';

/** What a console is answered about a caller with narrowed rights; nothing for the whole role. */
export interface NarrowedRights {
  /** What is withheld, and the endpoints that the caller may not call because of it. */
  readonly withheld?: readonly string[];
  readonly rights?: string;
}

/** @param contract as the caller has it */
export function narrowedRights(contract: Contract, caller: Pick<Caller, 'role' | 'withheld'>): NarrowedRights {
  if (!caller.withheld) return {};
  const ofRole = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
    (endpoints[name].roles as readonly string[]).includes(caller.role),
  );
  const refused = ofRole.filter((name) => !mayCall(contract, name, caller.role));
  return { withheld: [...caller.withheld, ...refused.map(endpointWithheld)], rights: rightsMark(caller) };
}
