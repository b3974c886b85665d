import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';

/** Marks the document while requests are under way, so that a script that drives the page can wait for them. */
export function BusyMark() {
  const busy = useIsFetching() + useIsMutating() > 0;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-busy', busy);
    return () => document.documentElement.removeAttribute('data-busy');
  }, [busy]);
  return null;
}
