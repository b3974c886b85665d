import DragIndicator from '@mui/icons-material/DragIndicator';
import { Box, Divider, ListItemText, Menu, MenuItem, Typography } from '@mui/material';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { joinSentences } from '../../../i18n/joinSentences.ts';
import { text } from '../../../i18n/text.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import type { Columns } from '../../slotTypes.ts';
import { labelOf } from '../../values/Cell.tsx';
import type { Density } from '../views/listView.ts';
import { densities, useDensity } from '../views/useDensity.ts';
import { MenuMark } from './MenuMark.tsx';

const entryOf = (name: string) => document.querySelector<HTMLElement>(`[data-column="${name}"]`);

/** The column whose menu entry is at a position of the screen. */
const columnAt = ({ clientX, clientY }: PointerEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-column]')?.dataset.column;

/** Moves columns, announces their new position, and keeps the focus on the moved one. */
function useColumnMoves({ all, move }: Columns, entity: Entity) {
  const [moved, setMoved] = useState<{ name: string; to: number }>();
  const isByKey = useRef(false);
  useLayoutEffect(() => {
    if (moved && isByKey.current) entryOf(moved.name)?.focus();
  }, [moved]);
  const moveTo = (name: string, to: number, byKey: boolean) => {
    if (to < 1 || to >= all.length || all.indexOf(name) === to) return;
    isByKey.current = byKey;
    move(name, to);
    setMoved({ name, to });
  };
  const announcement = moved ? text().views.position(labelOf(entity, moved.name), moved.to, all.length - 1) : '';
  return { moveTo, announcement };
}

interface DragHandleProps {
  onOver: (event: PointerEvent) => void;
}

/** The handle for dragging an entry to another position. */
function DragHandle({ onOver }: DragHandleProps) {
  const [isDragged, setDragged] = useState(false);
  return (
    <Box
      component="span"
      aria-hidden
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={(event) => isDragged && onOver(event)}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      sx={{ display: 'inline-flex', ml: 2, p: 0.5, touchAction: 'none', cursor: isDragged ? 'grabbing' : 'grab' }}
    >
      <DragIndicator fontSize="small" color="disabled" />
    </Box>
  );
}

function DensityEntries() {
  const [density, setDensity] = useDensity();
  const labels: Record<Density, string> = {
    compact: text().views.compact,
    comfortable: text().views.comfortable,
  };
  return densities.map((one) => (
    <MenuItem key={one} dense role="menuitemradio" aria-checked={density === one} onClick={() => setDensity(one)}>
      <MenuMark kind="radio" isOn={density === one} />
      <ListItemText>{labels[one]}</ListItemText>
    </MenuItem>
  ));
}

/** Aligned with the names above, which come after a checkbox. */
const indentStyle = { ml: 3.5 } as const;

interface Props {
  anchor: HTMLElement;
  entity: Entity;
  columns: Columns;
  onClose: () => void;
}

const arrowSteps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The menu for the columns of a list, their order (by dragging, or with Alt and the arrow keys) and its density. */
export function ColumnsMenu({ anchor, entity, columns, onClose }: Props) {
  const { all, shown, toggle, reset, resetWidths } = columns;
  const { moveTo, announcement } = useColumnMoves(columns, entity);
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const press = (name: string) => (event: KeyboardEvent) => {
    const step = event.altKey ? arrowSteps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(name, all.indexOf(name) + step, true);
  };
  const dragOver = (name: string) => (event: PointerEvent) => {
    const target = columnAt(event);
    if (target && target !== name) moveTo(name, all.indexOf(target), false);
  };
  return (
    <>
      <Menu anchorEl={anchor} open onClose={onClose} slotProps={{ root: { ref: setRoot } }}>
        {all.slice(1).map((name) => (
          <MenuItem
            key={name}
            dense
            role="menuitemcheckbox"
            data-column={name}
            aria-checked={shown.includes(name)}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            onClick={() => toggle(name)}
            onKeyDown={press(name)}
          >
            <MenuMark kind="check" isOn={shown.includes(name)} />
            <ListItemText>{labelOf(entity, name)}</ListItemText>
            <DragHandle onOver={dragOver(name)} />
          </MenuItem>
        ))}
        <MenuItem dense onClick={resetWidths}>
          <ListItemText sx={indentStyle}>{text().views.resetWidths}</ListItemText>
        </MenuItem>
        <MenuItem dense onClick={reset}>
          <ListItemText sx={indentStyle}>{text().views.asDeclared}</ListItemText>
        </MenuItem>
        <Typography
          component="li"
          role="presentation"
          variant="caption"
          color="text.secondary"
          sx={{ display: 'block', ml: 3.5, pl: 2, pr: 2, pt: 0.5, pb: 1, maxWidth: 260 }}
        >
          {joinSentences(text().views.orderHint, text().views.widthHint)}
        </Typography>
        <Divider component="li" />
        <DensityEntries />
      </Menu>
      {/* Outside the menu, which may contain only entries. */}
      {root && createPortal(<Box component="span" role="status" sx={visuallyHidden} children={announcement} />, root)}
    </>
  );
}
