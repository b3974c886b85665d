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

/** True if the column contains numbers, which are aligned by their last digit. */
export const isNumberColumn = (entity: Entity, name: string): boolean => columnLook(entity, name)?.figure !== undefined;

/** Text of at most this length, such as a code, is always shown whole. */
const maxShortText = 40;

/** True if the column shrinks if there is little room. */
const isFlexible = (entity: Entity, name: string): boolean => {
  const givesWay = columnLook(entity, name)?.givesWay ?? 'never';
  if (givesWay !== 'whenLong') return givesWay === 'always';
  return (fieldOf(entity, name)?.max ?? Number.POSITIVE_INFINITY) > maxShortText;
};

/** The props of a row and of a card. */
export interface RowProps {
  entity: Entity;
  columns: readonly string[];
  record: RecordData;
  /** The address of the record, for opening it in a new tab. */
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  options: RowOptions;
  /** Undefined if rows cannot be selected. */
  ticked: boolean | undefined;
  onTick: (id: number) => void;
  /** True if its record is open. */
  isOpen: boolean;
  /** True if the list has a column of actions. */
  hasActions: boolean;
  /** True if there is little room for the actions, most of which are then in a menu. */
  folded?: boolean;
}

/** The class of a column's heading and cells. */
export function columnClass(entity: Entity, name: string, index: number): string {
  const field = fieldOf(entity, name);
  if (index === 0) return isFlexible(entity, name) ? 'first name' : 'first';
  if (isNumberColumn(entity, name)) return 'right';
  if (isFlexible(entity, name)) return 'flexible';
  return field && isTime(field) ? 'dateTime' : '';
}

/**
 * A row of a list in plain HTML elements, styled by the table, so that a hundred rows render quickly. Its first cell is
 * a link, which opens the record here or in a new tab.
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
