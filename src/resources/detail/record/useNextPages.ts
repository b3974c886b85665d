import { useRef } from 'react';
import { useListContext } from 'react-admin';
import { pendingChangesOf } from '../../../dataProvider/live/pendingChanges.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import { useNotice } from '../../../dataProvider/useNotice.ts';
import { text } from '../../../i18n/text.ts';
import type { OpenRecord } from '../../list/useOpenRecord.ts';

/** A record, and the page of the list that it is on now. */
interface FoundRecord {
  readonly record: RecordData;
  readonly page: number;
}

/** The number of pages that are searched for the next waiting record. */
const maxPages = 5;

const lastPage = (total: number, perPage: number): number => Math.max(1, Math.ceil(total / perPage));

/** Fetches the rows of the given pages; they may differ from those shown, since the list may have changed. */
function useFetchPages() {
  const { resource, perPage, sort, filterValues, filter } = useListContext<RecordData>();
  const data = useConsoleDataProvider();
  return async (pages: readonly number[]): Promise<FoundRecord[]> => {
    const params = { sort, filter: { ...filterValues, ...filter } };
    const answers = await Promise.all(
      pages.map((page) => data.getList<RecordData>(resource, { ...params, pagination: { page, perPage } })),
    );
    return answers.flatMap(({ data: rows }, at) => rows.map((record) => ({ record, page: pages[at] ?? 1 })));
  };
}

/** Opens a record. On another page, the list goes to that page; on the same page, the list is refreshed. */
function useOpenFound(open: OpenRecord) {
  const { data, page, perPage, sort, filterValues, displayedFilters, refetch } = useListContext<RecordData>();
  return ({ record, page: at }: FoundRecord) => {
    if (at !== page) return open(record.id, { page: at, perPage, sort, filter: filterValues, displayedFilters });
    const pending = pendingChangesOf(data);
    if (pending) pending.load();
    else void refetch();
    open(record.id);
  };
}

/**
 * Opens records beyond the current page (D1).
 * @param open Opens a record.
 * @returns Functions that open the record after the page, the one before it, and the next one that matches a condition.
 * `toWanted` resolves to true if there was one.
 */
export function useNextPages(open: OpenRecord) {
  const { data = [], page, perPage, total = 0 } = useListContext<RecordData>();
  const notice = useNotice();
  const pagesOf = useFetchPages();
  const openFound = useOpenFound(open);
  const busy = useRef(false);
  const isKnown = ({ record }: FoundRecord) => data.some(({ id }) => id === record.id);
  const last = lastPage(total, perPage);
  const go = async (find: () => Promise<FoundRecord | undefined>): Promise<boolean> => {
    if (busy.current) return true;
    busy.current = true;
    try {
      const found = await find();
      if (found) openFound(found);
      return found !== undefined;
    } catch {
      notice.error(text().errors.notLoaded);
      return true;
    } finally {
      busy.current = false;
    }
  };
  const after = async () => {
    // When rows have left the list, rows of the next page have moved up to this one.
    const rows = await pagesOf([page, page + 1]);
    return rows.slice(rows.findLastIndex(isKnown) + 1)[0];
  };
  const before = async () => {
    const rows = await pagesOf([page - 1, page]);
    const first = rows.findIndex(isKnown);
    return rows[(first < 0 ? rows.length : first) - 1];
  };
  const findWanted = async (isWanted: (record: RecordData) => boolean) => {
    for (let at = page; at <= Math.min(last, page + maxPages); at += 1) {
      const found = (await pagesOf([at])).find((one) => !isKnown(one) && isWanted(one.record));
      if (found) return found;
    }
    return undefined;
  };
  return {
    after: page < last ? () => void go(after) : undefined,
    before: page > 1 ? () => void go(before) : undefined,
    toWanted: (isWanted: (record: RecordData) => boolean) => go(() => findWanted(isWanted)),
  };
}
