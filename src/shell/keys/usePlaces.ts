import { useMemo } from 'react';
import { useSession } from '../../authProvider/useSession.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { type PlaceToGo, placesOf } from './places.ts';

/** The pages of the signed-in user. */
export function usePlaces(): readonly PlaceToGo[] {
  const session = useSession();
  const contract = useContract();
  return useMemo(() => (session ? placesOf(contract, session.role, { ...session.user }) : []), [contract, session]);
}
