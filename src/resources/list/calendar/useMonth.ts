import { useQueries } from '@tanstack/react-query';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useRef } from 'react';
import { type GetListResult, useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { displayParameter } from '../../../../contract/lists/displayParameter.ts';
import { displayCondition } from '../../../../contract/lists/displays.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import type { FilterValues } from '../filters/activeFilters.ts';
import { listQuery } from '../listQuery.ts';
import { type Day, daysOfMonth, filtersOfDays, recordsByDay } from './days.ts';

/** The most records that one request returns (B1). */
const mostShown = 100;

const monthFormat = 'YYYY-MM';

/** A month in the address, as `2026-11`. */
const parseMonth = (text: string | null): Dayjs | undefined =>
  text && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? dayjs(`${text}-01`) : undefined;

/** The month that is shown: that of the address, else the current one. */
export function useShownMonth(): readonly [Dayjs, (month: Dayjs) => void] {
  const [parameters, setParameters] = useSearchParams();
  const show = (month: Dayjs) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('month', month.format(monthFormat));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [parseMonth(parameters.get('month')) ?? dayjs().startOf('month'), show];
}

/** The records of a month, by day. */
export interface MonthRecords {
  readonly days: readonly Day[];
  /** Undefined until they have loaded. */
  readonly byDay: ReadonlyMap<Day, readonly RecordData[]> | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** The number of records that were read, and of those that there are. */
  readonly shown: number;
  readonly total: number;
}

/**
 * The records of the weeks of a month: one request of the list with its search and filters, and a second one where
 * records last for several days.
 */
export function useMonth(entity: Entity, month: Dayjs): MonthRecords {
  const { filter: own, filterValues } = useListContext<RecordData>();
  const data = useConsoleDataProvider();
  const key = month.format(monthFormat);
  const days = useMemo(() => daysOfMonth(dayjs(`${key}-01`)), [key]);
  const shown = displayCondition(entity, 'calendar') && { [displayParameter]: 'calendar' };
  const filter: FilterValues = { ...filterValues, ...(own as object), ...shown };
  const [first = '', last = first] = [days[0], days.at(-1)];
  const sort = { field: entity.list.calendar?.from ?? 'id', order: 'ASC' as const };
  const found = useQueries({
    queries: filtersOfDays(entity, filter, first, last).map((wanted) =>
      listQuery(data, entity, {
        pagination: { page: 1, perPage: mostShown },
        sort,
        filter: wanted,
        meta: { quiet: true },
      }),
    ),
  });
  // While another month loads, the grid stays, with what was read last.
  const lastRead = useRef<readonly GetListResult<RecordData>[]>(undefined);
  const loaded = found.flatMap(({ data: answer }) => answer ?? []);
  if (loaded.length === found.length) lastRead.current = loaded;
  const answers = lastRead.current ?? [];
  const records = answers.flatMap((one) => one.data);
  return {
    days,
    byDay: lastRead.current && recordsByDay(entity, records, days),
    isLoading: found.some((one) => one.isPending),
    error: found.find((one) => one.error)?.error ?? null,
    retry: () => {
      for (const one of found) void one.refetch();
    },
    shown: records.length,
    total: answers.reduce((sum, one) => sum + (one.total ?? 0), 0),
  };
}
