import { useEffect } from 'react';
import { useEvent } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';

/**
 * Opens the create dialog once if the navigation to this list asked for it (`navigate(path, { state: { create: true }
 * })`).
 */
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
