import { createContext, useContext, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { isObject, type ListView, parseListView } from './listView.ts';

/** The open view of a list: as it was saved, and the current columns and density. */
export interface OpenView extends Pick<ListView, 'columns' | 'density'> {
  readonly id: number;
  readonly name: string;
  readonly saved: ListView;
}

export const toOpenView = (id: number, name: string, saved: ListView): OpenView => ({
  id,
  name,
  saved,
  ...(saved.columns && { columns: saved.columns }),
  ...(saved.density && { density: saved.density }),
});

/** The store key of the open view. */
const viewKey = (listKey: string): string => `view ${listKey}`;
/** The store key of the default view of a list, which the user chose; it is saved per user. */
const defaultViewKey = (listKey: string): string => `opens ${listKey}`;

/** The list that a component belongs to, by screen and entity; undefined for a list inside a record. */
const ListPlaceContext = createContext<string | undefined>(undefined);
export const ListPlaceProvider = ListPlaceContext.Provider;
export const useListPlace = (): string | undefined => useContext(ListPlaceContext);

/** The default view of a list for this user, as it was when last seen. */
export function useDefaultView(listKey = ''): readonly [OpenView | undefined, (view: OpenView | undefined) => void] {
  const [stored, save] = useStore<unknown>(defaultViewKey(listKey));
  const view = useMemo(() => {
    const parsed = isObject(stored) ? parseListView(stored.saved) : undefined;
    return parsed && isObject(stored) ? toOpenView(Number(stored.id), String(stored.name), parsed) : undefined;
  }, [stored]);
  return [view, (next) => save(next ? { id: next.id, name: next.name, saved: next.saved } : null)];
}

/**
 * The view that a list started with, as long as the page is open: it remains when that view is deleted or is no longer
 * the default.
 */
export function useInitialView(listKey: string): OpenView | undefined {
  const [defaultView] = useDefaultView(listKey);
  const [initial, setInitial] = useState({ listKey, defaultView });
  const isOther = initial.listKey !== listKey || (defaultView !== undefined && defaultView !== initial.defaultView);
  if (isOther) setInitial({ listKey, defaultView });
  return isOther ? defaultView : initial.defaultView;
}

/**
 * The open view of a list: the default one, until the user chooses another or none.
 * @param key The list, for components outside of it, such as dialogs.
 */
export function useOpenView(key?: string): readonly [OpenView | undefined, (view: OpenView | undefined) => void] {
  const current = useListPlace();
  const listKey = key ?? current;
  const [defaultView] = useDefaultView(listKey);
  const [open, setOpen] = useStore<OpenView | null | undefined>(viewKey(listKey ?? ''));
  const view = listKey === undefined ? undefined : open === undefined ? defaultView : (open ?? undefined);
  return [view, (next) => setOpen(next ?? null)];
}
