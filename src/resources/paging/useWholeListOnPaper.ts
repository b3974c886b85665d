import type { SortPayload } from 'react-admin';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { type DrawnRows, type ListPart, useWholeOnPaper } from './useWholeOnPaper.ts';

/** The most rows that one request returns (B1). */
const perRequest = 100;
const noRows: readonly RecordData[] = [];

interface WantedList {
  readonly filter: object;
  readonly sort: SortPayload;
}

/**
 * The records of a list as `useWholeOnPaper` draws them.
 * @param resource the name of the entity
 * @param wanted the filter and the order of the list
 * @param shown the page that is shown; empty while it loads
 */
export function useWholeListOnPaper(
  resource: string,
  { filter, sort }: WantedList,
  shown: { readonly data: readonly RecordData[] | undefined; readonly total: number | undefined },
): DrawnRows<RecordData> {
  const provider = useConsoleDataProvider();
  const part: ListPart<RecordData> = { rows: shown.data ?? noRows, total: shown.total ?? 0 };
  return useWholeOnPaper([resource, sort, filter], part, async (page, signal) => {
    const pagination = { page, perPage: perRequest };
    const answer = await provider.getList<RecordData>(resource, { pagination, sort, filter, signal });
    return { rows: answer.data, total: answer.total ?? 0 };
  });
}
