import { Box, Button, Skeleton, TableSortLabel, Typography } from '@mui/material';
import { type ReactNode, startTransition, useDeferredValue, useEffect, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { type Entity, fieldOf } from '../../../contract/entity.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text } from '../../i18n/text.ts';
import { labelOf } from '../cells.tsx';
import { Row, rightKinds } from './Row.tsx';
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

const sortableKinds = new Set(['text', 'integer', 'money', 'dateTime', 'choice', 'boolean', 'mail', 'phone']);

function Head({ entity, columns, children }: { entity: Entity; columns: readonly string[]; children: ReactNode }) {
  const { sort, setSort } = useListContext();
  return (
    <thead>
      <tr>
        {children}
        {columns.map((name) => {
          const field = fieldOf(entity, name);
          const sortable = field && !name.includes('.') && !field.computed && sortableKinds.has(field.kind);
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

/** The rows of a list, with what stands in their place while they load, when there are none, and when that failed. */
export function Rows({ entity, columns, options, addressOf, onOpen, empty, selectable }: Props) {
  const { data, error, refetch, selectedIds = [], onToggleItem } = useListContext<RecordData>();
  // What came is drawn between tasks: in one with the rest of the page it would keep that busy.
  const rows = useDeferredValue(data);
  const width = columns.length + (selectable ? 2 : 1);
  const drawn = useDrawn(rows);
  const open = useEvent(onOpen);
  const tick = useEvent((id: number) => onToggleItem(id));
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box component="table" sx={tableStyle}>
        <Head entity={entity} columns={columns}>
          {selectable && <TickAll data={rows} />}
        </Head>
        <tbody>
          {!rows && !error && <Waiting columns={width} />}
          {error && !rows && (
            <Message columns={width}>
              <Typography>{text().errors.load}</Typography>
              <Button variant="outlined" onClick={() => refetch()}>
                {text().list.retry}
              </Button>
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
