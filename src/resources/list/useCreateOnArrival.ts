import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';

/** Makes a new record once, when that was asked for on the way to this list (`navigate(path, { state: { create: true } })`). */
export function useCreateOnArrival(onCreate: (() => void) | undefined): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const create = useEvent(() => {
    void navigate(pathname + search, { replace: true, state: null });
    onCreate?.();
  });
  const isAsked = (state as { create?: boolean } | null)?.create === true;
  useEffect(() => {
    if (isAsked) create();
  }, [isAsked, create]);
}
