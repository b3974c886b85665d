import { useQueries } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { type GetListResult, useListContext } from 'react-admin';
import { boardColumns } from '../../../../contract/lists/displays.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { Choice } from '../../../../contract/schema/field/options.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../../dataProvider/useEndpoint.ts';
import { listQuery } from '../listQuery.ts';
import { boardField, type ColumnId, columnOf } from './moves.ts';

/** The number of cards of a column at first, and the most that one request returns (B1). */
const firstShown = 20;
const mostShown = 100;

/** A column of a board. */
export interface BoardColumn {
  readonly choice: Choice;
  /** Undefined until they have loaded. */
  readonly records: readonly RecordData[] | undefined;
  readonly total: number;
  readonly error: Error | null;
  /** How many further cards can be shown here; the others are in the table. */
  readonly rest: number;
  readonly showMore: () => void;
  readonly retry: () => void;
}

/** A card that is in another column until the server has answered. */
export type MovingCard = { readonly id: number; readonly to: ColumnId } | undefined;

/** Puts each record into the column that it is in now: a step may have moved it since its column was read. */
function sortIntoColumns(
  entity: Entity,
  columns: readonly Choice[],
  answers: readonly (GetListResult<RecordData> | undefined)[],
  moving: MovingCard,
): { records: RecordData[]; moved: number }[] {
  const placeOf = (record: RecordData) => (record.id === moving?.id ? moving.to : columnOf(entity, record));
  const all = new Map(answers.flatMap((answer) => (answer?.data ?? []).map((record) => [record.id, record] as const)));
  return columns.map(({ id }, at) => {
    const own = answers[at]?.data ?? [];
    const ownIds = new Set(own.map((record) => record.id));
    const come = [...all.values()].filter((record) => !ownIds.has(record.id) && placeOf(record) === id);
    const stay = own.filter((record) => placeOf(record) === id);
    return { records: [...come, ...stay], moved: come.length - (own.length - stay.length) };
  });
}

/**
 * The columns of a board with their records. Each is one request of the list with its search, filters and order, and with
 * the value of the column as a further filter.
 */
export function useBoard(entity: Entity, moving: MovingCard): readonly BoardColumn[] {
  const { filter, filterValues, sort } = useListContext<RecordData>();
  const [shown, setShown] = useState<Readonly<Record<string, number>>>({});
  const data = useConsoleDataProvider();
  const by = boardField(entity);
  const wanted = { ...filterValues, ...(filter as object) } as Readonly<Record<string, unknown>>;
  const filtered = JSON.stringify(wanted[by] ?? null);
  const columns = useMemo(() => boardColumns(entity, JSON.parse(filtered)), [entity, filtered]);
  const found = useQueries({
    queries: columns.map(({ id }) => {
      const pagination = { page: 1, perPage: shown[id] ?? firstShown };
      return listQuery(data, entity, { pagination, sort, filter: { ...wanted, [by]: id }, meta: { quiet: true } });
    }),
  });
  // While a column is read with another filter or for more cards, it stays as it was read last.
  const last = useRef(new Map<ColumnId, GetListResult<RecordData>>());
  const answers = columns.map(({ id }, at) => {
    const answer = found[at]?.data ?? last.current.get(id);
    if (answer) last.current.set(id, answer);
    return answer;
  });
  const sorted = sortIntoColumns(entity, columns, answers, moving);
  return columns.map((choice, at): BoardColumn => {
    const query = found[at];
    const { records = [], moved = 0 } = sorted[at] ?? {};
    const count = shown[choice.id] ?? firstShown;
    const total = (answers[at]?.total ?? 0) + moved;
    return {
      choice,
      records: answers[at] && records,
      total,
      error: query?.error ?? null,
      rest: Math.max(0, Math.min(total, mostShown) - Math.max(count, records.length)),
      showMore: () => setShown({ ...shown, [choice.id]: Math.min(count * 2, mostShown) }),
      retry: () => void query?.refetch(),
    };
  });
}
