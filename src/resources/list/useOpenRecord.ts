import { useCallback, useEffect, useState } from 'react';
import type { SortPayload } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { parseAddress } from '../../../contract/screens/address.ts';
import { useContract } from '../ContractContext.ts';
import type { ReturnState } from './returnState.ts';

/** The page, sort order and filter of a list, as react-admin writes them to the address. */
interface ListPosition {
  readonly page: number;
  readonly perPage: number;
  readonly sort: SortPayload;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly displayedFilters: Readonly<Record<string, unknown>> | undefined;
}

/** Opens a record, on another page of the list if a position is given. */
export type OpenRecord = (id: number, list?: ListPosition) => void;

/** The address with the given list position. */
function addressWithList(
  address: string,
  { page, perPage, sort, filter, displayedFilters = {} }: ListPosition,
): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  const state = { page, perPage, sort: sort.field, order: sort.order };
  for (const [name, value] of Object.entries(state)) parameters.set(name, String(value));
  parameters.set('filter', JSON.stringify(filter));
  parameters.set('displayedFilters', JSON.stringify(displayedFilters));
  return `${path}?${parameters}`;
}

/** The parameters of the address apart from the record: the list's filters and its page. */
function parametersWithoutRecord(search: string): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const name of ['id', 'tab']) parameters.delete(name);
  return parameters;
}

/**
 * The record that is open next to the list, and its address (D1): below the path of the screen
 * (`/authorization/order/12`), or as `?id=12` (B9), also for a list inside another page. Opening a record adds a
 * history entry, so that the back button closes it; going to another record replaces the entry.
 */
export function useOpenRecord() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const place = parseAddress(useContract(), pathname);
  const base = place?.screen.entity || place?.screen.shows ? place.screen.path : undefined;
  const opened = place?.id ?? (Number(new URLSearchParams(search).get('id')) || undefined);
  const returns = (state as ReturnState | null)?.returns === true;
  const isOpen = opened !== undefined;
  const addressOf = useCallback(
    (id: number): string => {
      const parameters = parametersWithoutRecord(search);
      if (base === undefined) parameters.set('id', String(id));
      return `${base === undefined ? pathname : `${base}/${id}`}${parameters.size > 0 ? `?${parameters}` : ''}`;
    },
    [base, pathname, search],
  );
  const open = useCallback<OpenRecord>(
    (id, list) => {
      const address = list ? addressWithList(addressOf(id), list) : addressOf(id);
      // Going back would lead to another page of the list than the record's.
      const state: ReturnState = { returns: !list && (!isOpen || returns) };
      void navigate(address, { replace: isOpen, state });
    },
    [navigate, addressOf, isOpen, returns],
  );
  const [closing, setClosing] = useState(false);
  // Wait until the layers over the record are closed, since they would handle the navigation as their own.
  useEffect(() => {
    if (!closing) return;
    setClosing(false);
    if (!isOpen) return;
    if (returns) return void navigate(-1);
    const parameters = parametersWithoutRecord(search);
    void navigate(`${base ?? pathname}${parameters.size > 0 ? `?${parameters}` : ''}`, { replace: true });
  }, [closing, isOpen, returns, navigate, base, pathname, search]);
  const close = useCallback(() => setClosing(true), []);
  return { opened, open, close, addressOf };
}
