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

/** Looks once whether the view that the list opened with is still as it was: another may have changed it, or taken it away. */
export function RefreshDefaultView({ place, first }: Props) {
  const { filterValues, sort } = useListContext();
  const [, setFirst] = useDefaultView(place);
  const open = useApplyView();
  const standAsDeclared = useResetList();
  const notice = useNotice();
  const asked = { ...paging, filter: { id: first.id }, meta: { quiet: true } };
  // What was read before may be of a time when the view was deleted; it counts once it is asked for again.
  const { data, isFetching } = useGetList<RecordData>('saved_view', asked);
  const follow = useEvent((found: readonly RecordData[]) => {
    const now = parseSavedView(found[0]);
    if (now && now.name === first.name && isSameListView(now.saved, first.saved)) return;
    const { columns: _columns, density: _density, ...stood } = first.saved;
    const isUntouched = isSameListView(stood, { filter: filterValues, sort });
    setFirst(now);
    if (now && isUntouched) open(now);
    if (now) return;
    notice.warning(text().views.defaultViewGone(first.name));
    if (isUntouched) standAsDeclared();
  });
  useEffect(() => {
    if (data && !isFetching) follow(data);
  }, [data, isFetching, follow]);
  return null;
}
