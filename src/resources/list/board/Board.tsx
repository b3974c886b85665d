import { Box, Menu, MenuItem, Tab, Tabs } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useEvent, useListContext } from 'react-admin';
import { type Entity, fieldOf, mayRead } from '../../../../contract/schema/entity.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { useIsPhone } from '../../../ui/breakpoints.ts';
import { moveFocus } from '../../../ui/keyboard/moveFocus.ts';
import { usePrinting } from '../../../ui/print/printing.ts';
import { markScrollEdges, scrollEdgesStyle, scrollingTabs } from '../../../ui/scrollEdges.ts';
import { useClockTick } from '../../actions/useClockTick.ts';
import type { DisplayProps } from '../../dialogSlots.ts';
import { nameOf } from '../../values/Cell.tsx';
import { numberText } from '../../values/format.ts';
import { ListFailure } from '../ListFailure.tsx';
import { useGoToListState } from '../views/useDisplay.ts';
import { BoardCard } from './BoardCard.tsx';
import { Column } from './Column.tsx';
import { boardField, type ColumnId, type Move, movesOf } from './moves.ts';
import { type BoardColumn, useBoard } from './useBoard.ts';
import { useMoveCard } from './useMoveCard.tsx';

/** The menu of a card, or of a column that several steps lead to. */
interface OpenMenu {
  readonly record: RecordData;
  readonly anchor: HTMLElement;
  readonly moves: readonly Move[];
}

/** The label of a value of the board's field. */
const columnLabel = (entity: Entity, id: ColumnId): string => {
  const found = fieldOf(entity, boardField(entity))?.choices?.find((one) => one.id === id);
  return found ? translate(found.label) : String(id);
};

/** The columns that a card may go to, each with the step that leads there. */
function MoveMenu({
  entity,
  open,
  onMove,
  onClose,
}: {
  entity: Entity;
  open: OpenMenu;
  onMove: (move: Move) => void;
  onClose: () => void;
}) {
  const words = text().display;
  return (
    <Menu
      anchorEl={open.anchor}
      open
      onClose={onClose}
      slotProps={{ list: { 'aria-label': words.moveCard(nameOf(entity, open.record)) } }}
    >
      {open.moves.map((move) => {
        const state = columnLabel(entity, move.to);
        return (
          <MenuItem dense key={`${move.to} ${move.step?.name ?? ''}`} onClick={() => onMove(move)}>
            {move.step ? words.step(translate(move.step.label), state) : state}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** While cards are dragged or a menu is open, the board stays as it is, whatever others do. */
function useStill(columns: readonly BoardColumn[], isStill: boolean): readonly BoardColumn[] {
  const shown = useRef(columns);
  if (!isStill) shown.current = columns;
  return shown.current;
}

/** Moves the focus to a card that has moved, since its button has gone with its former place. */
function useFocusOnMoved() {
  const board = useRef<HTMLDivElement>(null);
  const moved = useRef<number>(undefined);
  useEffect(() => {
    const card = board.current?.querySelector(`[data-card="${moved.current}"]`);
    const target = card?.querySelector<HTMLElement>('button') ?? card?.querySelector<HTMLElement>('a');
    if (!target) return;
    moved.current = undefined;
    moveFocus(board.current, target);
  });
  return { board, onMoved: (id: number) => (moved.current = id) };
}

const gridStyle = {
  ...scrollEdgesStyle,
  display: 'grid',
  alignItems: 'start',
  gap: 1.5,
  p: { xs: 1.5, sm: 2 },
  pt: { xs: 0, sm: 0 },
  scrollSnapType: 'x proximity',
  '& > section': { scrollSnapAlign: 'start', scrollMarginInline: 16 },
  '@media print': { ...scrollEdgesStyle['@media print'], display: 'block', p: 0 },
} as const;

/** The widths of the columns: one without records is as wide as its heading, so that the others have more room. */
const columnWidths = (columns: readonly BoardColumn[]): string =>
  columns
    .map(({ records, total }) => (records && total === 0 ? 'minmax(96px, max-content)' : 'minmax(204px, 1fr)'))
    .join(' ');

/** One column at a time, for a phone; the tabs have the numbers of records. */
function ColumnTabs({
  columns,
  draw,
}: {
  columns: readonly BoardColumn[];
  draw: (column: BoardColumn, isNamed: boolean) => ReactNode;
}) {
  const id = useId();
  const [chosen, setChosen] = useState<ColumnId>();
  const open = columns.find(({ choice }) => choice.id === chosen) ?? columns[0];
  if (!open) return null;
  return (
    <>
      <Tabs
        value={open.choice.id}
        onChange={(_event, next: ColumnId) => setChosen(next)}
        {...scrollingTabs}
        aria-label={text().display.columns}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 1 }}
      >
        {columns.map(({ choice, records, total }) => {
          const label = translate(choice.label);
          return (
            <Tab
              key={choice.id}
              value={choice.id}
              label={records ? text().display.column(label, numberText(total)) : label}
              id={`${id}-${choice.id}`}
              {...(choice.id === open.choice.id && { 'aria-controls': `${id}-panel` })}
              sx={{ px: 1.5, minWidth: 0 }}
            />
          );
        })}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open.choice.id}`} sx={{ px: 1.5, pb: 1.5 }}>
        {draw(open, true)}
      </Box>
    </>
  );
}

/** The records of a list as cards, in a column for each value of a choice. Cards move by steps of the lifecycle. */
export default function Board({ entity, addressOf, onOpen, opened, empty }: DisplayProps) {
  useClockTick(entity);
  const role = useRole();
  const { filterValues } = useListContext();
  const open = useEvent(onOpen);
  const [dragged, setDragged] = useState<RecordData>();
  const [menu, setMenu] = useState<OpenMenu>();
  const { board, onMoved } = useFocusOnMoved();
  const { move, moving } = useMoveCard(entity, open, onMoved);
  const found = useBoard(entity, moving);
  const columns = useStill(found, dragged !== undefined || menu !== undefined);
  const goTo = useGoToListState();
  const isPhone = useIsPhone() && !usePrinting();
  const openMenu = useEvent((record: RecordData, anchor: HTMLElement) =>
    setMenu({ record, anchor, moves: movesOf(entity, record) }),
  );
  const fields = (entity.list.board?.shows ?? []).filter((name) => {
    const field = fieldOf(entity, name);
    return field !== undefined && mayRead(field, role);
  });
  const [failed] = found;
  const retryAll = () => {
    for (const { retry } of found) retry();
  };
  if (failed?.error && found.every(({ error, records }) => error && !records))
    return <ListFailure entity={entity} error={failed.error} onRetry={retryAll} />;
  if (found.every(({ records, total }) => records && total === 0)) return <>{empty}</>;
  const ways = dragged ? movesOf(entity, dragged) : [];
  const dropOn = (to: ColumnId) => (anchor: HTMLElement) => {
    const moves = ways.filter((way) => way.to === to);
    setDragged(undefined);
    const [only] = moves;
    if (!dragged || !only) return;
    if (moves.length > 1) setMenu({ record: dragged, anchor, moves });
    else move(dragged, only);
  };
  const draw = (column: BoardColumn, isNamed = false) => {
    const { id } = column.choice;
    return (
      <Column
        key={id}
        column={column}
        drop={dragged && (ways.some(({ to }) => to === id) ? 'open' : 'closed')}
        onDrop={dropOn(id)}
        onShowAll={() => goTo({ filter: { ...filterValues, [boardField(entity)]: id }, display: 'table' })}
        isNamed={isNamed}
      >
        {column.records?.map((record) => (
          <BoardCard
            key={record.id}
            entity={entity}
            record={record}
            fields={fields}
            isMovable={record.id !== moving?.id && movesOf(entity, record).length > 0}
            isOpen={record.id === opened}
            isDragged={record.id === dragged?.id}
            addressOf={addressOf}
            onOpen={open}
            onDrag={setDragged}
            onMenu={openMenu}
          />
        ))}
      </Column>
    );
  };
  return (
    <Box ref={board}>
      {isPhone ? (
        <ColumnTabs columns={columns} draw={draw} />
      ) : (
        <Box ref={markScrollEdges} sx={{ ...gridStyle, gridTemplateColumns: columnWidths(columns) }}>
          {columns.map((one) => draw(one))}
        </Box>
      )}
      {menu && (
        <MoveMenu
          entity={entity}
          open={menu}
          onMove={(chosen) => {
            setMenu(undefined);
            move(menu.record, chosen);
          }}
          onClose={() => setMenu(undefined)}
        />
      )}
    </Box>
  );
}
