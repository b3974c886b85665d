import { Box, Button, LinearProgress, Skeleton, TableSortLabel } from '@mui/material';
import { type ReactNode, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { type Entity, fieldOf } from '../../../contract/entity.ts';
import type { KindName } from '../../../contract/field.ts';
import { displayName, isActing, useSession } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text } from '../../i18n/text.ts';
import { labelOf } from '../cells.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { OverflowTip } from './OverflowTip.tsx';
import { classOf, Row } from './Row.tsx';
import type { RowOptions } from './RowActions.tsx';
import { tableStyle } from './tableStyle.ts';

interface Props {
  entity: Entity;
  columns: readonly string[];
  options: RowOptions;
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  empty: ReactNode;
  /** Whether rows can be ticked. */
  selectable: boolean;
}

const sortableKinds: ReadonlySet<string> = new Set<KindName>([
  ...(['text', 'integer', 'decimal', 'money', 'dateTime', 'date', 'choice', 'boolean', 'mail', 'phone'] as const),
]);

function Head({ entity, columns, children }: { entity: Entity; columns: readonly string[]; children: ReactNode }) {
  const { sort, setSort } = useListContext();
  return (
    <thead>
      <tr>
        {children}
        {columns.map((name, index) => {
          const field = fieldOf(entity, name);
          const sortable = field && !name.includes('.') && !field.computed && sortableKinds.has(field.kind);
          const active = sort.field === name;
          const isFigure = classOf(entity, name, index) === 'right';
          const way = sort.order === 'ASC' ? 'asc' : 'desc';
          const sorted = way === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={name}
              className={classOf(entity, name, index) || undefined}
              aria-sort={active ? sorted : undefined}
            >
              {sortable ? (
                <TableSortLabel
                  active={active}
                  direction={active ? way : 'asc'}
                  // The arrow of a figure stands before its heading, so that the heading ends above the figures.
                  sx={isFigure ? { flexDirection: 'row-reverse' } : undefined}
                  onClick={() => setSort({ field: name, order: active && way === 'asc' ? 'DESC' : 'ASC' })}
                >
                  {labelOf(entity, name)}
                </TableSortLabel>
              ) : (
                labelOf(entity, name)
              )}
            </th>
          );
        })}
        <th className="actions">{text().list.actions}</th>
      </tr>
    </thead>
  );
}

function Waiting({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton height={22} />
      </td>
    </tr>
  ));
}

function Message({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="plain">
        {children}
      </td>
    </tr>
  );
}

const loading = { position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 4 } as const;

const batch = 10;

/** As many of the rows as have been drawn: a batch at a time, so that the page answers meanwhile. */
function useDrawn(rows: readonly RecordData[] | undefined): readonly RecordData[] {
  const { page, sort, filterValues } = useListContext();
  const view = JSON.stringify([page, sort, filterValues]);
  const [drawn, setDrawn] = useState({ view, count: batch });
  const count = drawn.view === view ? drawn.count : batch;
  const all = rows?.length ?? 0;
  useEffect(() => {
    if (count >= all) return;
    const timer = setTimeout(() => startTransition(() => setDrawn({ view, count: count + batch })));
    return () => clearTimeout(timer);
  }, [count, all, view]);
  return rows?.slice(0, count) ?? [];
}

/** Ticks all rows of the page, or none of them. */
function TickAll({ data = [] }: { data: readonly RecordData[] | undefined }) {
  const { selectedIds = [], onSelect } = useListContext<RecordData>();
  const ids = data.map(({ id }) => id);
  const elsewhere = selectedIds.filter((id) => !ids.includes(id));
  return (
    <th className="tick">
      <input
        type="checkbox"
        checked={ids.length > 0 && ids.every((id) => selectedIds.includes(id))}
        aria-label={text().views.selectAll}
        onChange={({ target }) => onSelect(target.checked ? [...elsewhere, ...ids] : elsewhere)}
      />
    </th>
  );
}

/** Why there are no rows: while somebody acts, what the user may not see is no failure (A6). */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const session = useSession();
  if ((error as { status?: number }).status === 403 && isActing(session))
    return (
      <EmptyState
        kind="closed"
        title={text().errors.refused(displayName(session?.user))}
        hint={text().errors.refusedHint}
      />
    );
  return (
    <EmptyState kind="search" title={text().errors.load}>
      <Button variant="outlined" onClick={onRetry}>
        {text().list.retry}
      </Button>
    </EmptyState>
  );
}

/** Are the rows on the screen those of another order, page or filter than was asked for? */
function useStale(): boolean {
  const { isFetching, page, sort, filterValues } = useListContext();
  const view = JSON.stringify([page, sort, filterValues]);
  const [shown, setShown] = useState(view);
  useEffect(() => {
    if (!isFetching) setShown(view);
  }, [isFetching, view]);
  return isFetching === true && shown !== view;
}

/**
 * Lets the page scroll, so that the headings stay below its header; where the table is wider than its place, that scrolls
 * by itself.
 */
function useScroll() {
  const [isWide, setWide] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, table] = [place.current, place.current?.querySelector('table')];
    if (!box || !table || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWide(table.scrollWidth > box.clientWidth + 1));
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  const wide = { overflow: 'auto', maxHeight: 'max(calc(100dvh - 220px), 360px)' } as const;
  const narrow = { '--table-top': 'var(--header-height, 60px)' } as const;
  return { place, sx: isWide ? wide : narrow };
}

/** The rows of a list, with what stands in their place while they load, when there are none, and when that failed. */
export function Rows({ entity, columns, options, addressOf, onOpen, empty, selectable }: Props) {
  const { data, error, refetch, selectedIds = [], onToggleItem } = useListContext<RecordData>();
  // What came is drawn between tasks: in one with the rest of the page it would keep that busy.
  const rows = useDeferredValue(data);
  const width = columns.length + (selectable ? 2 : 1);
  const drawn = useDrawn(rows);
  const isStale = useStale();
  const { place, sx } = useScroll();
  const open = useEvent(onOpen);
  const tick = useEvent((id: number) => onToggleItem(id));
  return (
    <Box ref={place} sx={{ position: 'relative', ...sx }}>
      {isStale && <LinearProgress color="secondary" aria-label={text().range.loading} sx={loading} />}
      <OverflowTip within={place} />
      <Box component="table" sx={tableStyle} aria-busy={isStale}>
        <Head entity={entity} columns={columns}>
          {selectable && <TickAll data={rows} />}
        </Head>
        <tbody>
          {!rows && !error && <Waiting columns={width} />}
          {error && !rows && (
            <Message columns={width}>
              <Failure error={error} onRetry={() => refetch()} />
            </Message>
          )}
          {rows?.length === 0 && <Message columns={width}>{empty}</Message>}
          {drawn.map((record) => (
            <Row
              key={record.id}
              entity={entity}
              columns={columns}
              record={record}
              addressOf={addressOf}
              onOpen={open}
              options={options}
              ticked={selectable ? selectedIds.includes(record.id) : undefined}
              onTick={tick}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
