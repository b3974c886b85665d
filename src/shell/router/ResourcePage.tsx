import { Navigate, useLocation } from 'react-router';
import { useRole } from '../../authProvider/useSession.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { MissingPage } from '../pages/ErrorPage.tsx';
import { screenAddress } from './paths.ts';

/**
 * Redirects the addresses that react-admin makes from a resource to the screen of the entity (SPEC 2 fixes its path). An entity
 * without a screen for the role has no page.
 */
export function ResourcePage() {
  const role = useRole();
  const { pathname } = useLocation();
  const contract = useContract();
  const to = screenAddress(contract, pathname, role);
  return to ? <Navigate to={to} replace /> : <MissingPage />;
}
