import { useCallback, useEffect, useState } from 'react';
import type { SortPayload } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { parseAddress } from '../../../contract/screens/address.ts';
import type { ReturnState } from './returnState.ts';

/** Where in its list a record stands, as react-admin's lists have it in their address. */
interface ListPosition {
  readonly page: number;
  readonly perPage: number;
  readonly sort: SortPayload;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly displayedFilters: Readonly<Record<string, unknown>> | undefined;
}

/** Opens a record; on another page of the list with that page. */
export type OpenRecord = (id: number, list?: ListPosition) => void;

/** The address with the list at that page. */
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

/** What the address says besides the record: the list's filters, its page, its tab. */
function parametersWithoutRecord(search: string): URLSearchParams {
  const kept = new URLSearchParams(search);
  for (const name of ['id', 'tab']) kept.delete(name);
  return kept;
}

/**
 * The record that is open beside the list, and its address (D1): below the path of the screen (`/authorization/order/12`), or
 * as `?id=12`, as B9 has it and where a list is part of another page. Opening it is a step of the history, so that the
 * way back closes it; going on to another record is none.
 */
export function useOpenRecord() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const place = parseAddress(pathname);
  const base = place?.screen.entity || place?.screen.shows ? place.screen.path : undefined;
  const opened = place?.id ?? (Number(new URLSearchParams(search).get('id')) || undefined);
  const returns = (state as ReturnState | null)?.returns === true;
  const isOpen = opened !== undefined;
  const addressOf = useCallback(
    (id: number): string => {
      const kept = parametersWithoutRecord(search);
      if (base === undefined) kept.set('id', String(id));
      return `${base === undefined ? pathname : `${base}/${id}`}${kept.size > 0 ? `?${kept}` : ''}`;
    },
    [base, pathname, search],
  );
  const open = useCallback<OpenRecord>(
    (id, list) => {
      const address = list ? addressWithList(addressOf(id), list) : addressOf(id);
      // The way back would lead to another page of the list than the record is on.
      const state: ReturnState = { returns: !list && (!isOpen || returns) };
      void navigate(address, { replace: isOpen, state });
    },
    [navigate, addressOf, isOpen, returns],
  );
  const [closing, setClosing] = useState(false);
  // Once what lay over the record is gone: it would take the way back for its own.
  useEffect(() => {
    if (!closing) return;
    setClosing(false);
    if (!isOpen) return;
    if (returns) return void navigate(-1);
    const kept = parametersWithoutRecord(search);
    void navigate(`${base ?? pathname}${kept.size > 0 ? `?${kept}` : ''}`, { replace: true });
  }, [closing, isOpen, returns, navigate, base, pathname, search]);
  const close = useCallback(() => setClosing(true), []);
  return { opened, open, close, addressOf };
}
