import { useListFilterContext } from 'react-admin';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import type { FilterValues } from './activeFilters.ts';

/** What the browser's history keeps with the address of a list whose filter was changed. */
interface FilterStep {
  /** The names of the values of the filter that was changed last. */
  readonly changed?: readonly string[];
  /** True if the address before has no value of this filter. */
  readonly isNew?: boolean;
}

const isFilled = ([, value]: readonly [string, unknown]): boolean =>
  value !== undefined && value !== null && value !== '';

const filledOnly = (values: FilterValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(isFilled));

/** The parameters of the address with these filters, on the first page. */
function parametersWith(search: string, filter: FilterValues, added: FilterValues): string {
  const parameters = new URLSearchParams(search);
  parameters.set('filter', JSON.stringify(filter));
  parameters.set('displayedFilters', JSON.stringify(added));
  parameters.set('page', '1');
  return `?${parameters}`;
}

/** A change of the filters of a list: the values before and after, and the changed ones. */
interface FilterChange {
  readonly before: FilterValues;
  readonly after: FilterValues;
  readonly more: FilterValues;
}

/**
 * Navigates to the list with other filters. Changes of one filter in a row, such as the letters of a search, are one
 * entry of the history, so that the first Back takes the filter off (issue 33). A search that is emptied again goes back
 * itself. A filter that is only offered has no value yet, and is no entry either.
 */
function goTo(
  navigate: NavigateFunction,
  address: string,
  { changed = [], isNew = false }: FilterStep,
  { before, after, more }: FilterChange,
): void {
  const names = Object.keys(more).filter((name) => before[name] !== after[name]);
  const isEmptied = names.length > 0 && names.every((name) => after[name] === undefined);
  const continues = names.length === 0 || names.some((name) => changed.includes(name));
  if (continues && isEmptied && isNew && names.join() === 'search') return void navigate(-1);
  const state: FilterStep = continues
    ? { changed: [...new Set([...changed, ...names])], isNew }
    : { changed: names, isNew: names.every((name) => before[name] === undefined) };
  void navigate({ search: address }, { replace: continues && !isEmptied, state });
}

/** Changes some filter values, and the added filters without a value. */
export function useChangeFilters(): (more: FilterValues, added?: FilterValues) => void {
  const { filterValues: before, displayedFilters } = useListFilterContext();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return (more, added = displayedFilters ?? {}) => {
    const after = filledOnly({ ...before, ...more });
    goTo(navigate, parametersWith(search, after, added), (state as FilterStep | null) ?? {}, { before, after, more });
  };
}
