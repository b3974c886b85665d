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
const viewKey = (place: string): string => `view ${place}`;
/** The store key of the default view of a list, which the user chose; it is saved per user. */
const defaultViewKey = (place: string): string => `opens ${place}`;

/** The list that a component belongs to, by screen and entity; undefined for a list inside a record. */
const ListPlaceContext = createContext<string | undefined>(undefined);
export const ListPlaceProvider = ListPlaceContext.Provider;
export const useListPlace = (): string | undefined => useContext(ListPlaceContext);

/** The default view of a list for this user, as it was when last seen. */
export function useDefaultView(place = ''): readonly [OpenView | undefined, (view: OpenView | undefined) => void] {
  const [kept, setKept] = useStore<unknown>(defaultViewKey(place));
  const view = useMemo(() => {
    const said = isObject(kept) ? parseListView(kept.saved) : undefined;
    return said && isObject(kept) ? toOpenView(Number(kept.id), String(kept.name), said) : undefined;
  }, [kept]);
  return [view, (next) => setKept(next ? { id: next.id, name: next.name, saved: next.saved } : null)];
}

/**
 * The view that a list started with, as long as the page is open: it remains when that view is deleted or is no longer
 * the default.
 */
export function useInitialView(place: string): OpenView | undefined {
  const [opens] = useDefaultView(place);
  const [began, setBegan] = useState({ place, opens });
  const isOther = began.place !== place || (opens !== undefined && opens !== began.opens);
  if (isOther) setBegan({ place, opens });
  return isOther ? opens : began.opens;
}

/**
 * The open view of a list: the default one, until the user chooses another or none.
 * @param at The list, for components outside of it, such as dialogs.
 */
export function useOpenView(at?: string): readonly [OpenView | undefined, (view: OpenView | undefined) => void] {
  const around = useListPlace();
  const place = at ?? around;
  const [opens] = useDefaultView(place);
  const [open, setOpen] = useStore<OpenView | null | undefined>(viewKey(place ?? ''));
  const view = place === undefined ? undefined : open === undefined ? opens : (open ?? undefined);
  return [view, (next) => setOpen(next ?? null)];
}
