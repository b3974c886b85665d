import type { EndpointName } from '../../../contract/endpoints/index.ts';
import { mayCall } from '../../../contract/narrowing/mayCall.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useContract } from '../ContractContext.ts';

/** True if the current user may call this endpoint, as its declaration says and a variant of the role leaves it. */
export const useMayCall = (name: EndpointName): boolean => mayCall(useContract(), name, useRole());
