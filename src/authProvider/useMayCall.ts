import { type EndpointName, endpointNamed } from '../../contract/endpoints/index.ts';
import { useRole } from './useSession.ts';

/** True if the current role may call this endpoint, as its declaration says. */
export function useMayCall(name: EndpointName): boolean {
  const role = useRole();
  const { roles } = endpointNamed(name);
  if (roles === 'anybody') return true;
  return roles !== 'licence' && roles.includes(role);
}
