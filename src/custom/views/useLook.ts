import { useListContext } from 'react-admin';
import { entityNamed } from '../../../contract/index.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { sortOf } from '../../dataProvider/lists/sort.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { takenOf } from '../../resources/list/filters/applicableView.ts';
import { type Look, lookOf } from '../../resources/list/views/listView.ts';
import { type OpenView, opened, useOpenView } from '../../resources/list/views/openView.ts';
import { useDensity } from '../../resources/list/views/useDensity.ts';
import type { Columns } from '../../resources/slotTypes.ts';

/** A saved view, as a list opens with it; nothing where it was not saved by a list. */
export function viewIn(record: RecordData | undefined): OpenView | undefined {
  const look = lookOf(record?.query);
  return record && look && opened(record.id, String(record.name), look);
}

/** How the list stands now, as a view keeps it. */
export function useLook({ chosen }: Columns): Look {
  const { filterValues, sort } = useListContext();
  const [density] = useDensity();
  return { filter: filterValues, sort, columns: chosen, density };
}

/** Lets the list stand as it is declared, without what narrows it. */
export function useAsDeclared(): () => void {
  const { resource, setFilters, setSort } = useListContext();
  return () => {
    setFilters({}, []);
    setSort(sortOf(entityNamed(resource)));
  };
}

/** Opens a view in the list; what the list does not take from this role is left out, and that is said. */
export function useOpen(): (view: OpenView) => void {
  const { resource, setFilters, setSort } = useListContext();
  const [, setView] = useOpenView();
  const role = useRole() ?? 'Subordinate';
  const notice = useNotice();
  return (view) => {
    const { look, isWhole } = takenOf(entityNamed(resource), role, view.saved);
    setView(view);
    setFilters(look.filter, []);
    setSort(look.sort);
    if (!isWhole) notice.warning(text().views.inPart(view.name));
  };
}
