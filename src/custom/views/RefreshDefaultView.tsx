import { useEffect } from 'react';
import { useEvent, useGetList, useListContext } from 'react-admin';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { isSameListView } from '../../resources/list/views/listView.ts';
import { type OpenView, useDefaultView } from '../../resources/list/views/openView.ts';
import { parseSavedView, useApplyView, useResetList } from './useCurrentView.ts';

interface Props {
  place: string;
  first: OpenView;
}

const paging = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;

/**
 * Checks once whether the view that the list opened with is still the same: another user may have changed it, deleted
 * it or stopped sharing it.
 */
export function RefreshDefaultView({ place, first }: Props) {
  const { filterValues, sort } = useListContext();
  const [, setFirst] = useDefaultView(place);
  const open = useApplyView();
  const resetList = useResetList();
  const notice = useNotice();
  const params = { ...paging, filter: { id: first.id }, meta: { quiet: true } };
  // Cached data may be older than a change, so the answer of a fresh request is awaited.
  const { data, isFetching } = useGetList<RecordData>('saved_view', params);
  const refreshView = useEvent((found: readonly RecordData[]) => {
    const now = parseSavedView(found[0]);
    if (now && now.name === first.name && isSameListView(now.saved, first.saved)) return;
    const { columns: _columns, density: _density, display: _display, ...savedLook } = first.saved;
    const isUntouched = isSameListView(savedLook, { filter: filterValues, sort });
    setFirst(now);
    if (now && isUntouched) open(now);
    if (now) return;
    notice.warning(text().views.defaultViewGone(first.name));
    if (isUntouched) resetList();
  });
  useEffect(() => {
    if (data && !isFetching) refreshView(data);
  }, [data, isFetching, refreshView]);
  return null;
}
