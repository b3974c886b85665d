import { createHash } from 'node:crypto';
import { narrowContract } from '../../contract/narrowing/narrowContract.ts';
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
