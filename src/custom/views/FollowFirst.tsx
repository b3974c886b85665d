import { useEffect } from 'react';
import { useEvent, useGetList, useListContext } from 'react-admin';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import { isSameLook } from '../../resources/list/views/listView.ts';
import { type OpenView, useOpensWith } from '../../resources/list/views/openView.ts';
import { useAsDeclared, useOpen, viewIn } from './useLook.ts';

interface Props {
  place: string;
  first: OpenView;
}

const paging = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;

/** Looks once whether the view that the list opened with is still as it was: another may have changed it, or taken it away. */
export function FollowFirst({ place, first }: Props) {
  const { filterValues, sort } = useListContext();
  const [, setFirst] = useOpensWith(place);
  const open = useOpen();
  const standAsDeclared = useAsDeclared();
  const notice = useNotice();
  const asked = { ...paging, filter: { id: first.id }, meta: { quiet: true } };
  // What was read before may be of a time when the view was deleted; it counts once it is asked for again.
  const { data, isFetching } = useGetList<RecordData>('saved_view', asked);
  const follow = useEvent((found: readonly RecordData[]) => {
    const now = viewIn(found[0]);
    if (now && now.name === first.name && isSameLook(now.saved, first.saved)) return;
    const { columns: _columns, density: _density, ...stood } = first.saved;
    const isUntouched = isSameLook(stood, { filter: filterValues, sort });
    setFirst(now);
    if (now && isUntouched) open(now);
    if (now) return;
    notice.warning(text().views.gone(first.name));
    if (isUntouched) standAsDeclared();
  });
  useEffect(() => {
    if (data && !isFetching) follow(data);
  }, [data, isFetching, follow]);
  return null;
}
