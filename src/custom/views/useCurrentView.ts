import { useListContext } from 'react-admin';
import { useRole } from '../../authProvider/useSession.ts';
import { defaultSort } from '../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { applicableView } from '../../resources/list/filters/applicableView.ts';
import { type ListView, parseListView } from '../../resources/list/views/listView.ts';
import { type OpenView, toOpenView, useOpenView } from '../../resources/list/views/openView.ts';
import { useDensity } from '../../resources/list/views/useDensity.ts';
import { useDisplay, useGoToListState } from '../../resources/list/views/useDisplay.ts';
import type { Columns } from '../../resources/slotTypes.ts';

/** The list view in a saved record; undefined if the record was not saved by a list. */
export function parseSavedView(record: RecordData | undefined): OpenView | undefined {
  const look = parseListView(record?.query);
  return record && look && toOpenView(record.id, String(record.name), look);
}

/** The current state of the list, in the form of a saved view. */
export function useCurrentView({ chosen }: Columns): ListView {
  const { resource, filterValues, sort } = useListContext();
  const [density] = useDensity();
  const [display] = useDisplay(useContract().entity(resource));
  return { filter: filterValues, sort, columns: chosen, density, ...(display !== 'table' && { display }) };
}

/** Resets the list to its declared state, without filters. */
export function useResetList(): () => void {
  const { resource } = useListContext();
  const entity = useContract().entity(resource);
  const goTo = useGoToListState();
  return () => goTo({ filter: {}, sort: defaultSort(entity), display: 'table' });
}

/** Opens a view in the list. Parts that the list cannot apply for this role are left out, with a warning. */
export function useApplyView(): (view: OpenView) => void {
  const { resource } = useListContext();
  const entity = useContract().entity(resource);
  const [, setView] = useOpenView();
  const goTo = useGoToListState();
  const role = useRole();
  const notice = useNotice();
  return (view) => {
    const { look, isWhole } = applicableView(entity, role, view.saved);
    setView(view);
    goTo({ filter: look.filter, sort: look.sort, display: look.display ?? 'table' });
    if (!isWhole) notice.warning(text().views.partlyApplied(view.name));
  };
}
