import { Box, Button, Skeleton, TableSortLabel, Typography } from '@mui/material';
import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { type Entity, fieldOf, mayRead } from '../../contract/entity.ts';
import type { RecordData } from '../custom/registry.tsx';
import { text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { labelOf } from './cells.tsx';
import { saysNothing } from './ownFields.ts';
import { Row, rightKinds } from './Row.tsx';
import { tableStyle } from './tableStyle.ts';
import { toggled } from './toggled.ts';

interface Props {
  entity: Entity;
  columns: readonly string[];
  onOpen: (id: number) => void;
  actions: (record: RecordData) => ReactNode;
  empty: ReactNode;
  /** The rows that are ticked; without it rows cannot be. */
  selected?: ReadonlySet<number> | undefined;
  onSelect: (ids: ReadonlySet<number>) => void;
}

/** The columns that the present role may read. */
export function useReadable(entity: Entity, columns: readonly string[]): string[] {
  const role = useRole() ?? 'Subordinate';
  return columns.filter((name) => {
    const field = fieldOf(entity, name);
    return field && mayRead(field, role) && !saysNothing(name, role);
  });
}

const sortableKinds = new Set(['text', 'integer', 'money', 'dateTime', 'choice', 'boolean', 'mail', 'phone']);

function Head({ entity, columns, children }: { entity: Entity; columns: readonly string[]; children: ReactNode }) {
  const { sort, setSort } = useListContext();
  return (
    <thead>
      <tr>
        {children}
        {columns.map((name) => {
          const field = fieldOf(entity, name);
          const sortable = field && !field.computed && sortableKinds.has(field.kind);
          const active = sort.field === name;
          const way = sort.order === 'ASC' ? 'asc' : 'desc';
          const sorted = way === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={name}
              className={rightKinds.has(field?.kind ?? '') ? 'right' : undefined}
              aria-sort={active ? sorted : undefined}
            >
              {sortable ? (
                <TableSortLabel
                  active={active}
                  direction={active ? way : 'asc'}
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
        <Box sx={{ py: 6, display: 'grid', justifyItems: 'center', gap: 2 }}>{children}</Box>
      </td>
    </tr>
  );
}

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

/** A function that stays the same while what it does may change. */
function useSteady<Input extends unknown[], Output>(now: (...input: Input) => Output): (...input: Input) => Output {
  const latest = useRef(now);
  latest.current = now;
  return useCallback((...input: Input) => latest.current(...input), []);
}

/** The rows of a list, with what stands in their place while they load, when there are none, and when that failed. */
export function Rows({ entity, columns, onOpen, actions, empty, selected, onSelect }: Props) {
  const { data, isPending, error, refetch } = useListContext<RecordData>();
  const width = columns.length + (selected ? 2 : 1);
  const drawn = useDrawn(data);
  const open = useSteady(onOpen);
  const tick = useSteady((id: number) => selected && onSelect(toggled(selected, id)));
  const steadyActions = useSteady(actions);
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={tableStyle}>
        <Head entity={entity} columns={columns}>
          {selected && (
            <th className="tick">
              <input
                type="checkbox"
                checked={Boolean(data?.length) && (data ?? []).every((record) => selected.has(record.id))}
                aria-label={text().views.selectAll}
                onChange={({ target }) => onSelect(new Set(target.checked ? data?.map((record) => record.id) : []))}
              />
            </th>
          )}
        </Head>
        <tbody>
          {isPending && !error && <Waiting columns={width} />}
          {error && !data && (
            <Message columns={width}>
              <Typography>{text().errors.load}</Typography>
              <Button variant="outlined" onClick={() => refetch()}>
                {text().list.retry}
              </Button>
            </Message>
          )}
          {data?.length === 0 && <Message columns={width}>{empty}</Message>}
          {drawn.map((record) => (
            <Row
              key={record.id}
              entity={entity}
              columns={columns}
              record={record}
              onOpen={open}
              actions={steadyActions}
              ticked={selected?.has(record.id)}
              onTick={tick}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
