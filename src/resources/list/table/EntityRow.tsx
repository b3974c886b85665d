import { memo } from 'react';
import { RecordContextProvider } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { showsCodes } from '../../../../contract/values/code.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { ActionMenu } from '../../actions/ActionMenu.tsx';
import type { RowOptions } from '../../actions/RowActions.tsx';
import { RowActions } from '../../actions/RowActions.tsx';
import { Cell, nameOf } from '../../values/Cell.tsx';
import type { ColumnWidths } from '../views/listView.ts';
import { columnClass, fitsByItself, isFlexible } from './columnClass.ts';
import { RowLink } from './RowLink.tsx';
import { sizedCellStyle } from './resizing.ts';

const noWidths: ColumnWidths = {};
const noColumns: readonly string[] = [];

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
  /** The columns that were resized. */
  widths?: ColumnWidths | undefined;
  /** Columns that are shown below the first one. */
  below?: readonly string[] | undefined;
}

/** The value of a column that may be too long for it, on one line with its end cut off. */
const FittingCell = ({ entity, name, record }: Pick<RowProps, 'entity' | 'record'> & { name: string }) =>
  isFlexible(entity, name) && !fitsByItself(entity, name) ? (
    <span className="fit">
      <span className="text">
        <Cell entity={entity} name={name} record={record} />
      </span>
    </span>
  ) : (
    <Cell entity={entity} name={name} record={record} />
  );

/** Values below the name of a row that tell it from others, in the list next to an open record. */
const AlsoIdentifies = ({
  entity,
  names,
  record,
}: Pick<RowProps, 'entity' | 'record'> & { names: readonly string[] }) =>
  names.map((name) => (
    <div key={name} className={`also ${columnClass(entity, name, 1)}`}>
      <FittingCell entity={entity} name={name} record={record} />
    </div>
  ));

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
  widths = noWidths,
  below = noColumns,
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
          <td
            key={name}
            className={columnClass(entity, name, index) || undefined}
            style={name in widths ? sizedCellStyle(index, showsCodes(entity, name)) : undefined}
          >
            {index === 0 ? (
              <>
                <RowLink id={record.id} addressOf={addressOf} onOpen={onOpen}>
                  <FittingCell entity={entity} name={name} record={record} />
                </RowLink>
                <AlsoIdentifies entity={entity} names={below} record={record} />
              </>
            ) : (
              <FittingCell entity={entity} name={name} record={record} />
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
