import { type EndpointName, endpointNamed } from '../../../contract/endpoints/index.ts';
import { endpointWithheld } from '../../../contract/narrowing/withheld.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useContract } from '../ContractContext.ts';

/**
 * True if the current user may call this endpoint, as its declaration says and a variant of the role leaves it; also if
 * none is named.
 */
export function useMayCall(name: EndpointName | undefined): boolean {
  const role = useRole();
  const { narrowing } = useContract();
  if (name === undefined) return true;
  const { roles } = endpointNamed(name);
  if (roles === 'anybody') return true;
  return roles !== 'licence' && roles.includes(role) && !narrowing?.withheld.has(endpointWithheld(name));
}
