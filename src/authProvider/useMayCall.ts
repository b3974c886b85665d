import { type CallName, callNamed } from '../../contract/calls.ts';
import { useRole } from './useSession.ts';

/** May the present role call this endpoint? As its declaration says. */
export function useMayCall(name: CallName): boolean {
  const role = useRole();
  const { roles } = callNamed(name);
  if (roles === 'anybody') return true;
  return roles !== 'licence' && role !== undefined && roles.includes(role);
}
