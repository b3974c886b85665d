import { useEffect, useState } from 'react';
import { useStoreContext } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { onPopState } from '../../ui/onPopState.ts';

/**
 * Shows the list without filters wherever Back or Forward leads to its address without parameters. An address has none
 * only if the list was so: otherwise react-admin would show the latest filters there again, and the filter would stay.
 * @param storeKey the key of the list's state in the store
 */
export function usePlainAddress(storeKey: string): void {
  const store = useStoreContext();
  const { pathname, search } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useState(() => {
    if (isReturn && search === '') store.removeItem(storeKey);
  });
  useEffect(
    () =>
      onPopState(() => {
        const { location } = window;
        if (location.pathname === pathname && location.search === '') store.removeItem(storeKey);
      }),
    [store, pathname, storeKey],
  );
}
