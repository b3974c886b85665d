import { createContext, useContext, useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { isObject, type ListView, parseListView } from './listView.ts';

/** The view that a list is open with: as it was saved, and the columns and the density that stand meanwhile. */
export interface OpenView extends Pick<ListView, 'columns' | 'density'> {
  readonly id: number;
  readonly name: string;
  readonly saved: ListView;
}

/** A view as a list opens with it. */
export const toOpenView = (id: number, name: string, saved: ListView): OpenView => ({
  id,
  name,
  saved,
  ...(saved.columns && { columns: saved.columns }),
  ...(saved.density && { density: saved.density }),
});

/** Where the store keeps the view that is open; it goes with the page. */
const viewKey = (place: string): string => `view ${place}`;
/** Where the store keeps the view that the list opens with: a choice, which follows its user. */
const defaultViewKey = (place: string): string => `opens ${place}`;

/** The list that what stands here belongs to, by its screen and its records; none where a list is a part of a record. */
const ListPlaceContext = createContext<string | undefined>(undefined);
export const ListPlaceProvider = ListPlaceContext.Provider;
export const useListPlace = (): string | undefined => useContext(ListPlaceContext);

/** The view that a list opens with for this user, as it was when last seen. */
export function useDefaultView(place = ''): readonly [OpenView | undefined, (view: OpenView | undefined) => void] {
  const [kept, setKept] = useStore<unknown>(defaultViewKey(place));
  const view = useMemo(() => {
    const said = isObject(kept) ? parseListView(kept.saved) : undefined;
    return said && isObject(kept) ? toOpenView(Number(kept.id), String(kept.name), said) : undefined;
  }, [kept]);
  return [view, (next) => setKept(next ? { id: next.id, name: next.name, saved: next.saved } : null)];
}

/**
 * The view that a list began with, as long as it is on the page: it stays as it stands when that view is deleted, or no
 * longer what it opens with.
 */
export function useInitialView(place: string): OpenView | undefined {
  const [opens] = useDefaultView(place);
  const [began, setBegan] = useState({ place, opens });
  const isOther = began.place !== place || (opens !== undefined && opens !== began.opens);
  if (isOther) setBegan({ place, opens });
  return isOther ? opens : began.opens;
}

/**
 * The view that is open in a list: the one it opens with, until another or none is wanted. In: the list, where this is
 * asked outside of it, as in a dialog.
 */
export function useOpenView(at?: string): readonly [OpenView | undefined, (view: OpenView | undefined) => void] {
  const around = useListPlace();
  const place = at ?? around;
  const [opens] = useDefaultView(place);
  const [open, setOpen] = useStore<OpenView | null | undefined>(viewKey(place ?? ''));
  const view = place === undefined ? undefined : open === undefined ? opens : (open ?? undefined);
  return [view, (next) => setOpen(next ?? null)];
}
