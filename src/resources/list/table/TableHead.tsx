import { TableSortLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { isSortable } from '../../../dataProvider/lists/defaultSort.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { labelOf } from '../../values/Cell.tsx';
import { columnClass } from './EntityRow.tsx';

interface Props {
  entity: Entity;
  columns: readonly string[];
  hasActions: boolean;
  children: ReactNode;
}

/** The headings of a list's table, which sort it. */
export function TableHead({ entity, columns, hasActions, children }: Props) {
  const { sort, setSort } = useListContext();
  return (
    <thead>
      <tr>
        {children}
        {columns.map((name, index) => {
          const active = sort.field === name;
          const isNumber = columnClass(entity, name, index) === 'right';
          const direction = sort.order === 'ASC' ? 'asc' : 'desc';
          const sorted = direction === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={name}
              className={columnClass(entity, name, index) || undefined}
              aria-sort={active ? sorted : undefined}
            >
              {isSortable(entity, name) ? (
                <TableSortLabel
                  active={active}
                  direction={active ? direction : 'asc'}
                  // In a number column the arrow comes before the heading, so that the heading aligns with the numbers.
                  sx={isNumber ? { flexDirection: 'row-reverse' } : undefined}
                  onClick={() => setSort({ field: name, order: active && direction === 'asc' ? 'DESC' : 'ASC' })}
                >
                  {labelOf(entity, name)}
                </TableSortLabel>
              ) : (
                <span className="label">{labelOf(entity, name)}</span>
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
