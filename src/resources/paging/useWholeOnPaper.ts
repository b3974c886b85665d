import { type QueryKey, useQuery } from '@tanstack/react-query';
import { usePrinting } from '../../ui/print/printing.ts';

/** The most rows of one list that are printed; above it the sheet says how many there are. */
export const mostOnPaper = 1000;

/** Some rows of a list, and the number of all of its rows. */
export interface ListPart<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Reads a page of a list, the first of which is 1. */
export type ReadPage<T> = (page: number, signal: AbortSignal) => Promise<ListPart<T>>;

interface Row {
  readonly id: number;
}

/** Reads a list page by page, at most `mostOnPaper` rows of it. A row that moved to a later page is in it once. */
async function readWhole<T extends Row>(readPage: ReadPage<T>, signal: AbortSignal): Promise<ListPart<T>> {
  const found = new Map<number, T>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await readPage(page, signal);
    for (const row of rows) found.set(row.id, row);
    if (rows.length === 0 || found.size >= Math.min(total, mostOnPaper))
      return { rows: [...found.values()].slice(0, mostOnPaper), total };
  }
}

/** The rows of a list as they are drawn. */
export interface DrawnRows<T> extends ListPart<T> {
  /** True while the rows of the other pages are on their way to the paper. */
  readonly isComing: boolean;
}

/**
 * The rows of a list: those of the page that is shown, and while the page is printed those of all its pages.
 * @param key what the list is, for the cache
 * @param shown the rows of the page that is shown
 * @param readPage reads a page of the same list
 */
export function useWholeOnPaper<T extends Row>(key: QueryKey, shown: ListPart<T>, readPage: ReadPage<T>): DrawnRows<T> {
  const isWanted = usePrinting() && shown.rows.length < shown.total;
  const whole = useQuery({
    queryKey: ['onPaper', ...key],
    queryFn: ({ signal }) => readWhole(readPage, signal),
    enabled: isWanted,
    // What is printed is read anew, and is not used again.
    staleTime: 0,
    gcTime: 0,
  });
  const rows = (isWanted && whole.data) || shown;
  return { rows: rows.rows, total: rows.total, isComing: isWanted && whole.isFetching };
}
