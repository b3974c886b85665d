import { useCreate, useUpdate } from 'react-admin';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text } from '../../i18n/text.ts';
import type { ListView } from '../../resources/list/views/listView.ts';
import { useDefaultView, useOpenView } from '../../resources/list/views/openView.ts';
import { parseSavedView } from './useCurrentView.ts';

/** The values of a view to save; absent ones stay unchanged. */
export interface ViewValues {
  readonly name?: string;
  readonly is_shared?: boolean;
  readonly look?: ListView;
}

const resource = 'saved_view';

/**
 * Saves a view of a list, as a new or an existing one, and opens it. Resolves once the success is shown; rejects as the
 * data provider does.
 */
export function useSaveView(place: string) {
  const [create] = useCreate<RecordData>();
  const [update] = useUpdate<RecordData>();
  const [, setView] = useOpenView(place);
  const [first, setFirst] = useDefaultView(place);
  const notice = useNotice();
  return async (before: RecordData | undefined, { look, ...values }: ViewValues, idempotencyKey?: string) => {
    const data = { ...values, ...(look && { query: JSON.stringify(look) }) };
    const saved = (
      before
        ? await update(
            resource,
            { id: before.id, data: { ...before, ...data }, previousData: before },
            { returnPromise: true, mutationMode: 'pessimistic' },
          )
        : await create(
            resource,
            { data: { ...data, screen: place }, meta: { idempotencyKey } },
            { returnPromise: true },
          )
    ) as RecordData;
    const view = parseSavedView(saved);
    setView(view);
    if (view && first?.id === view.id) setFirst(view);
    notice.success(text().views.saved);
  };
}
