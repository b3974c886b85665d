import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';

/** Says on the document that calls are under way, so that whoever drives the page can wait for their end. */
export function BusyMark() {
  const busy = useIsFetching() + useIsMutating() > 0;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-busy', busy);
    return () => document.documentElement.removeAttribute('data-busy');
  }, [busy]);
  return null;
}
