import { memo } from 'react';
import { RecordContextProvider } from 'react-admin';
import { isTime } from '../../../../contract/lists/filters.ts';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { ActionMenu } from '../../actions/ActionMenu.tsx';
import type { RowOptions } from '../../actions/RowActions.tsx';
import { RowActions } from '../../actions/RowActions.tsx';
import { kindViews } from '../../kinds/index.ts';
import type { ColumnLook } from '../../kinds/view.ts';
import { Cell, nameOf } from '../../values/Cell.tsx';
import { RowLink } from './RowLink.tsx';

const columnLook = (entity: Entity, name: string): ColumnLook | undefined => {
  const field = fieldOf(entity, name);
  return field && kindViews[field.kind].column;
};

/** Does the column hold figures, which stand below each other by their last digit? */
export const isNumberColumn = (entity: Entity, name: string): boolean => columnLook(entity, name)?.figure !== undefined;

/** Text that is at most this long, as codes are, is read whole. */
const maxShortText = 40;

/** Does the column give way where there is little room? */
const isFlexible = (entity: Entity, name: string): boolean => {
  const givesWay = columnLook(entity, name)?.givesWay ?? 'never';
  if (givesWay !== 'whenLong') return givesWay === 'always';
  return (fieldOf(entity, name)?.max ?? Number.POSITIVE_INFINITY) > maxShortText;
};

/** What a row and a card of a list are given. */
export interface RowProps {
  entity: Entity;
  columns: readonly string[];
  record: RecordData;
  /** The address that shows the record, for a tab of its own. */
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  options: RowOptions;
  /** Whether the row is ticked; without it, it cannot be. */
  ticked: boolean | undefined;
  onTick: (id: number) => void;
  /** Whether it is the record that is open. */
  isOpen: boolean;
  /** Whether there is a column of what can be done. */
  hasActions: boolean;
  /** Is there little room for what can be done? Then most of it is behind a button. */
  folded?: boolean;
}

/** How a column looks, its heading and its cells. */
export function columnClass(entity: Entity, name: string, index: number): string {
  const field = fieldOf(entity, name);
  if (index === 0) return isFlexible(entity, name) ? 'first name' : 'first';
  if (isNumberColumn(entity, name)) return 'right';
  if (isFlexible(entity, name)) return 'flexible';
  return field && isTime(field) ? 'dateTime' : '';
}

/**
 * A row of a list, in plain elements: its look comes from the table, so that a hundred of them are drawn quickly.
 * Its first cell is a link, which opens the record here, or in a tab of its own.
 */
export const EntityRow = memo(function Row({
  entity,
  columns,
  record,
  addressOf,
  onOpen,
  options,
  ticked,
  onTick,
  isOpen,
  hasActions,
  folded = false,
}: RowProps) {
  return (
    <RecordContextProvider value={record}>
      <tr data-row={record.id} className={ticked ? 'ticked' : undefined} aria-current={isOpen || undefined}>
        {ticked !== undefined && (
          <td className="tick">
            <input
              type="checkbox"
              checked={ticked}
              aria-label={text().views.select(nameOf(entity, record))}
              onChange={() => onTick(record.id)}
            />
          </td>
        )}
        {columns.map((name, index) => (
          <td key={name} className={columnClass(entity, name, index) || undefined}>
            {index === 0 ? (
              <RowLink id={record.id} addressOf={addressOf} onOpen={onOpen}>
                <Cell entity={entity} name={name} record={record} />
              </RowLink>
            ) : (
              <Cell entity={entity} name={name} record={record} />
            )}
          </td>
        ))}
        {hasActions && (
          <td className="actions">
            <RowActions entity={entity} record={record} options={options} />
            {folded && (
              <ActionMenu name={nameOf(entity, record)}>
                <RowActions entity={entity} record={record} options={options} />
              </ActionMenu>
            )}
          </td>
        )}
      </tr>
    </RecordContextProvider>
  );
});
