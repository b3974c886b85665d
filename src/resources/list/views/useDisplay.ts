import { useCallback, useEffect } from 'react';
import { useStore } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { displaysFor, type ListDisplay } from '../../../../contract/lists/displays.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { FilterValues } from '../filters/activeFilters.ts';
import { useListPlace, useOpenView } from './openView.ts';

/** The parameter of the address that names the display. */
const parameter = 'display';

/** The display that the reader chose for a list, as long as the page is open. */
export function useChosenDisplay(key?: string) {
  const current = useListPlace();
  return useStore<ListDisplay | undefined>(`display ${key ?? current ?? ''}`);
}

/**
 * How a list shows its records: as the address says, else as the reader chose, else as the open view does.
 * @param key the list, for components outside of it
 */
export function useDisplay(entity: Entity, key?: string): readonly [ListDisplay, (display: ListDisplay) => void] {
  const [view] = useOpenView(key);
  const [chosen, setChosen] = useChosenDisplay(key);
  const [parameters, setParameters] = useSearchParams();
  const allowed = displaysFor(entity, useRole());
  const known = (name: unknown) => allowed.find((one) => one === name);
  const display = known(parameters.get(parameter)) ?? known(chosen) ?? known(view?.saved.display) ?? 'table';
  const choose = (next: ListDisplay) => {
    setChosen(next);
    setParameters((before) => withDisplay(before, next), { replace: true });
  };
  return [display, choose];
}

/** The parameters with another display; the table needs none. */
function withDisplay(before: URLSearchParams, display: ListDisplay): URLSearchParams {
  const after = new URLSearchParams(before);
  if (display === 'table') after.delete(parameter);
  else after.set(parameter, display);
  return after;
}

/**
 * Remembers the display of the address, and puts it back where a change of the list's filters has dropped it: a copied
 * address must show the same.
 */
export function useDisplayInAddress(entity: Entity, key: string): ListDisplay {
  const [display] = useDisplay(entity, key);
  const [, setChosen] = useChosenDisplay(key);
  const [parameters, setParameters] = useSearchParams();
  const inAddress = displaysFor(entity, useRole()).find((one) => one === parameters.get(parameter));
  useEffect(() => {
    if (inAddress) setChosen(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (inAddress || display === 'table') return;
    setParameters((before) => withDisplay(before, display), { replace: true, preventScrollReset: true });
  }, [inAddress, display, setParameters]);
  return display;
}

/** Returns a function that shows the records of a filter in the table; Back returns to the display before. */
export function useShowInTable(): (filter: FilterValues) => void {
  const navigate = useNavigate();
  const [, setChosen] = useChosenDisplay();
  return useCallback(
    (filter) => {
      setChosen('table');
      const state = { filter: JSON.stringify(filter), displayedFilters: '{}', page: '1' };
      void navigate({ search: `?${new URLSearchParams(state)}` });
    },
    [navigate, setChosen],
  );
}
