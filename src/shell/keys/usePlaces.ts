import { useMemo } from 'react';
import { useSession } from '../../authProvider/useSession.ts';
import { type PlaceToGo, placesOf } from './places.ts';

/** The pages of the signed-in user. */
export function usePlaces(): readonly PlaceToGo[] {
  const session = useSession();
  return useMemo(() => (session ? placesOf(session.role, { ...session.user }) : []), [session]);
}
