import { useEffect } from 'react';
import { type SortPayload, useStore } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { displaysFor, type ListDisplay } from '../../../../contract/lists/displays.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { FilterValues } from '../filters/activeFilters.ts';
import { useListPlace, useOpenView } from './openView.ts';

/** The parameter of the address that names the display; react-admin leaves it there when it writes the filters. */
const parameter = 'display';

/** The parameters with another display; the table needs none. */
function withDisplay(before: URLSearchParams, display: ListDisplay): URLSearchParams {
  const after = new URLSearchParams(before);
  if (display === 'table') after.delete(parameter);
  else after.set(parameter, display);
  return after;
}

/** The display that the reader chose for a list, as long as the page is open. */
function useChosenDisplay(key?: string) {
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
  const inAddress = known(parameters.get(parameter));
  // The display of an address stays when the reader returns to the list without one.
  useEffect(() => {
    if (inAddress) setChosen(inAddress);
  }, [inAddress, setChosen]);
  const choose = (next: ListDisplay) => {
    setChosen(next);
    setParameters((before) => withDisplay(before, next), { replace: true });
  };
  return [inAddress ?? known(chosen) ?? known(view?.saved.display) ?? 'table', choose];
}

/** A state of a list to go to. */
interface ListState {
  readonly filter: FilterValues;
  /** The order of the records; unless it is given, they stay in the present one. */
  readonly sort?: SortPayload;
  readonly display: ListDisplay;
}

/** Returns a function that shows the list in another state, by one entry of the history. */
export function useGoToListState(): (state: ListState) => void {
  const navigate = useNavigate();
  const [, setChosen] = useChosenDisplay();
  const [parameters] = useSearchParams();
  return ({ filter, sort, display }) => {
    if (display === 'table') setChosen(display);
    const after = withDisplay(parameters, display);
    const state = { filter: JSON.stringify(filter), displayedFilters: '{}', page: '1' };
    for (const [name, value] of Object.entries(state)) after.set(name, value);
    if (sort) {
      after.set('sort', sort.field);
      after.set('order', sort.order);
    }
    void navigate({ search: `?${after}` });
  };
}
