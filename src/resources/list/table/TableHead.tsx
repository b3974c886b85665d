import { TableSortLabel } from '@mui/material';
import type { KeyboardEvent, ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { parseSort } from '../../../../contract/lists/listSort.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { isSortable } from '../../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import type { Sizing } from '../../slotTypes.ts';
import { labelOf } from '../../values/Cell.tsx';
import { columnClass, isNumberColumn } from './columnClass.ts';
import { ResizeHandle } from './ResizeHandle.tsx';
import { keyStep, sizedCellStyle } from './resizing.ts';

interface Props {
  entity: Entity;
  columns: readonly string[];
  hasActions: boolean;
  /** Undefined if the columns cannot be resized. */
  sizing: Sizing | undefined;
  children: ReactNode;
}

/** Shift with an arrow key moves the focus from a heading to its edge, and resizes the column by it. */
function pressHeading(event: KeyboardEvent<HTMLElement>): void {
  if (!event.shiftKey || keyStep(event) === undefined) return;
  const handle = event.currentTarget.parentElement?.querySelector<HTMLElement>('.resize');
  if (!handle) return;
  event.preventDefault();
  handle.focus();
  handle.dispatchEvent(new window.KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
}

/** The headings of a list's table, which sort it and resize its columns. */
export function TableHead({ entity, columns, hasActions, sizing, children }: Props) {
  const { sort, setSort } = useListContext();
  // An order by several fields is shown at the heading of the first.
  const [first] = parseSort(sort.field);
  const isAscending = sort.order === 'ASC' && !first?.isDescending;
  return (
    <thead>
      <tr>
        {children}
        {columns.map((name, index) => {
          const active = first?.name === name;
          const isNumber = isNumberColumn(entity, name) && index > 0;
          const canSort = isSortable(entity, name);
          const direction = isAscending ? 'asc' : 'desc';
          const sorted = direction === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={name}
              className={columnClass(entity, name, index) || undefined}
              aria-sort={active ? sorted : undefined}
              // Without the name of its edge.
              aria-label={sizing && labelOf(entity, name)}
              style={sizing && name in sizing.widths ? sizedCellStyle(index, true) : undefined}
            >
              {canSort ? (
                <TableSortLabel
                  active={active}
                  direction={active ? direction : 'asc'}
                  // In a number column the arrow comes before the heading, so that the heading aligns with the numbers.
                  sx={isNumber ? { flexDirection: 'row-reverse' } : undefined}
                  onKeyDown={sizing && pressHeading}
                  onClick={() => setSort({ field: name, order: active && direction === 'asc' ? 'DESC' : 'ASC' })}
                >
                  {labelOf(entity, name)}
                </TableSortLabel>
              ) : (
                <span className="label">{labelOf(entity, name)}</span>
              )}
              {sizing && (
                <ResizeHandle
                  name={name}
                  label={labelOf(entity, name)}
                  index={index}
                  sizing={sizing}
                  isReached={canSort}
                />
              )}
            </th>
          );
        })}
        {hasActions && (
          <th className="actions">
            <span className="label">{text().list.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Selects all rows of the page, or none. */
export function TickAll({ data = [] }: { data: readonly RecordData[] | undefined }) {
  const { selectedIds = [], onSelect } = useListContext<RecordData>();
  const ids = data.map(({ id }) => id);
  const elsewhere = selectedIds.filter((id) => !ids.includes(id));
  return (
    <input
      type="checkbox"
      checked={ids.length > 0 && ids.every((id) => selectedIds.includes(id))}
      aria-label={text().views.selectAll}
      onChange={({ target }) => onSelect(target.checked ? [...elsewhere, ...ids] : elsewhere)}
    />
  );
}
