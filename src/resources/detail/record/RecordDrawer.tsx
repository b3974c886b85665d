import { Drawer, Paper, Slide, useMediaQuery } from '@mui/material';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { narrow, sideBySide } from '../../../ui/breakpoints.ts';
import { LeaveQuestion } from '../../../ui/dialog/AppDialog.tsx';
import { DialogFrameProvider } from '../../../ui/dialog/DialogContext.ts';
import { DialogHost } from '../../../ui/dialog/DialogHost.tsx';
import { useDirtyParts } from '../../../ui/dialog/useDirtyParts.ts';
import { PartBoundary } from '../../../ui/ErrorBoundary.tsx';
import type { RecordDrawerProps } from '../../dialogSlots.ts';
import { type RecordPlace, RecordPlaceProvider } from './RecordContext.ts';
import { useNeighbours } from './useNeighbours.ts';
import { useRecordGuard } from './useRecordGuard.ts';
import { useRecordKeys } from './useRecordKeys.ts';

/** As wide as SPEC 9 has the detail of an order (R-ODLG-01), in pixels. */
const width = 900;

const look = {
  width: `min(${width}px, 100vw)`,
  display: 'flex',
  flexDirection: 'column',
  [`@media ${narrow}`]: { width: '100vw' },
} as const;

const beside = {
  ...look,
  position: 'fixed',
  right: 0,
  top: 'var(--header-height, 60px)',
  bottom: 0,
  zIndex: 'drawer',
  borderLeft: 1,
  borderColor: 'divider',
  boxShadow: '-8px 0 24px rgb(0 0 0 / 0.12)',
  outline: 0,
} as const;

interface FrameProps {
  id: number;
  titleId: string;
  paper: RefObject<HTMLDivElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** What names a record in the list below. */
const rowOf = (id: number): HTMLElement | null => document.querySelector(`[data-row="${id}"] a[href]`);

/** Takes the focus when it opens, and gives it to the row of its record when it closes, or back to what had it. */
function useFocus(paper: RefObject<HTMLElement | null>, id: number): void {
  const shown = useRef(id);
  useEffect(() => {
    shown.current = id;
  }, [id]);
  useEffect(() => {
    const before = document.activeElement;
    paper.current?.focus({ preventScroll: true });
    return () => {
      const place = shown.current === id ? before : (rowOf(shown.current) ?? before);
      if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true });
    };
  }, [paper]);
}

/** Brings the row of the record into sight, where it is one of those of the page. */
function useRowInSight(id: number): void {
  useEffect(() => {
    // Once the list has made room for the record.
    const frame = requestAnimationFrame(() => rowOf(id)?.closest('tr')?.scrollIntoView?.({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [id]);
}

/** Beside the list, which stays in use: where there is room for both. */
function Beside({ id, titleId, paper, children }: Omit<FrameProps, 'onClose'>) {
  useFocus(paper, id);
  useRowInSight(id);
  return (
    <Slide direction="left" in appear>
      <Paper ref={paper} role="dialog" aria-labelledby={titleId} tabIndex={-1} className="record" sx={beside}>
        {children}
      </Paper>
    </Slide>
  );
}

/** Over the list; on a phone a page of its own. */
function Over({ titleId, paper, onClose, children }: Omit<FrameProps, 'id'>) {
  const attributes = { ref: paper, role: 'dialog', 'aria-labelledby': titleId, tabIndex: -1, className: 'record' };
  return (
    <Drawer open anchor="right" onClose={onClose} slotProps={{ paper: { ...attributes, sx: look } as object }}>
      {children}
    </Drawer>
  );
}

/** The place there is room for. It stays as it is while something is being typed, which would be lost when a window is turned. */
function useFrame(isHeld: boolean) {
  const isWide = useMediaQuery(sideBySide);
  const kept = useRef(isWide);
  if (!isHeld) kept.current = isWide;
  return kept.current ? Beside : Over;
}

/** Clicks what moves the record on, as its key does. Out: whether there is such a thing. */
function takeStep(paper: HTMLElement | null): boolean {
  const step = paper?.querySelector<HTMLElement>('[data-primary]:not(:disabled)');
  step?.click();
  return Boolean(step);
}

/** Whether the step under way leads on to the next record, as by its key; whoever presses something here means that alone. */
function useGoesOn(paper: RefObject<HTMLElement | null>): RefObject<boolean> {
  const goesOn = useRef(false);
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && paper.current?.contains(target)) goesOn.current = false;
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [paper]);
  return goesOn;
}

/** The place of a record that is open beside its list (D1), by whatever draws the record. */
export function RecordDrawer({ entity, id, options, onOpen, onClose, children }: RecordDrawerProps) {
  const titleId = useId();
  const paper = useRef<HTMLDivElement>(null);
  const goesOn = useGoesOn(paper);
  const [busy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const [dirty, setDirty] = useDirtyParts();
  const Frame = useFrame(isOver || dirty);
  const { asking, stay, leave, leaving, close } = useRecordGuard(dirty, onClose);
  const { previous, next, position, toWaiting } = useNeighbours(entity, id, onOpen);
  const frame = useMemo(() => ({ close, setDirty, setBusy }), [close, setDirty]);
  const go = (way: (() => void) | undefined) => !busy && way?.();
  const gone = () => {
    leaving.current = true;
    onClose();
  };
  const goOn = async () => {
    leaving.current = true;
    const goes = goesOn.current;
    goesOn.current = false;
    if (!(goes && (await toWaiting()))) onClose();
  };
  useRecordKeys(paper, {
    previous: () => go(previous),
    next: () => go(next),
    close: () => !busy && close(),
    act: () => {
      goesOn.current = true;
      goesOn.current = takeStep(paper.current);
    },
  });
  useEffect(() => {
    // The record before took the focus with it.
    if (id && document.activeElement === document.body) paper.current?.focus({ preventScroll: true });
  }, [id]);
  const place: RecordPlace = {
    titleId,
    previous,
    next,
    position,
    options,
    goesOn,
    leave: gone,
    goOn: () => void goOn(),
  };
  return (
    <>
      <Frame id={id} titleId={titleId} paper={paper} onClose={() => !busy && close()}>
        <DialogFrameProvider value={frame}>
          <DialogHost onOpen={setOver}>
            <RecordPlaceProvider value={place}>
              <PartBoundary key={id}>{children}</PartBoundary>
            </RecordPlaceProvider>
          </DialogHost>
        </DialogFrameProvider>
      </Frame>
      {asking && <LeaveQuestion onStay={stay} onLeave={leave} />}
    </>
  );
}
