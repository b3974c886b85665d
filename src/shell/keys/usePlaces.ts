import { useMemo } from 'react';
import { useSession } from '../../authProvider/useSession.ts';
import { type PlaceToGo, placesOf } from './places.ts';

/** The pages of whoever is signed in. */
export function usePlaces(): readonly PlaceToGo[] {
  const session = useSession();
  return useMemo(() => (session ? placesOf(session.role, { ...session.user }) : []), [session]);
}
