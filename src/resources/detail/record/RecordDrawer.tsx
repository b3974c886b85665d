import { Drawer, Paper, Slide, useMediaQuery } from '@mui/material';
import { type ReactNode, type RefObject, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { narrowQuery, sideBySideQuery } from '../../../ui/breakpoints.ts';
import { LeaveQuestion } from '../../../ui/dialog/AppDialog.tsx';
import { DialogFrameProvider, useDiscards } from '../../../ui/dialog/DialogFrameContext.ts';
import { DialogHost } from '../../../ui/dialog/DialogHost.tsx';
import { useDirtyParts } from '../../../ui/dialog/useDirtyParts.ts';
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx';
import type { RecordDrawerProps } from '../../dialogSlots.ts';
import { RecordSkeleton } from '../RecordSkeleton.tsx';
import { RecordDrawerProvider, type RecordDrawerState } from './RecordDrawerContext.ts';
import { RecordFrame } from './RecordFrame.tsx';
import { useNeighbours } from './useNeighbours.ts';
import { useRecordGuard } from './useRecordGuard.ts';
import { useRecordKeys } from './useRecordKeys.ts';

/** The width of the order detail in pixels, from SPEC 9 (R-ODLG-01). */
const width = 900;

const overListStyle = {
  width: `min(${width}px, 100vw)`,
  display: 'flex',
  flexDirection: 'column',
  [`@media ${narrowQuery}`]: { width: '100vw' },
} as const;

const besideListStyle = {
  ...overListStyle,
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
  /** True if nothing under the drawer can scroll. */
  isAlone: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The link of a record in the list. */
const rowLinkOf = (id: number): HTMLElement | null => document.querySelector(`[data-row="${id}"] a[href]`);

/** The record that is shown, for what happens when the drawer closes. */
function useShown(id: number): RefObject<number> {
  const shown = useRef(id);
  useEffect(() => {
    shown.current = id;
  }, [id]);
  return shown;
}

/**
 * Focuses the drawer when it opens. When it closes, focuses the row of its record, or the element that had the focus
 * before.
 */
function useDrawerFocus(paper: RefObject<HTMLElement | null>, id: number): void {
  const shown = useShown(id);
  useEffect(() => {
    const before = document.activeElement;
    paper.current?.focus({ preventScroll: true });
    return () => {
      const target = shown.current === id ? before : (rowLinkOf(shown.current) ?? before);
      if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
    };
  }, [paper]);
}

/** How many frames the focus waits for rows that are drawn only when a record closes. */
const framesToWait = 60;

/** Focuses the row of a record once it is drawn, as long as nothing else has the focus. */
function focusRow(id: number, frames = framesToWait): void {
  if (document.activeElement !== document.body || frames === 0) return;
  const link = rowLinkOf(id);
  if (link) link.focus({ preventScroll: true });
  else requestAnimationFrame(() => focusRow(id, frames - 1));
}

/** When a record closes whose address was opened, no element had the focus before: it goes to the row of the record. */
function useFocusRowAfterwards(id: number): void {
  const shown = useShown(id);
  useEffect(() => () => void requestAnimationFrame(() => focusRow(shown.current)), []);
}

/** Scrolls to the row of the record, if it is on the current page. */
function useScrollToRow(id: number): void {
  useEffect(() => {
    // Wait until the list has made room for the record.
    const frame = requestAnimationFrame(() => rowLinkOf(id)?.closest('tr')?.scrollIntoView?.({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [id]);
}

/** The drawer next to the list, which can still be used; for wide windows. */
function BesideList({ id, titleId, paper, children }: FrameProps) {
  useDrawerFocus(paper, id);
  useScrollToRow(id);
  return (
    <Slide direction="left" in appear>
      <Paper ref={paper} role="dialog" aria-labelledby={titleId} tabIndex={-1} className="record" sx={besideListStyle}>
        {children}
      </Paper>
    </Slide>
  );
}

/**
 * The drawer and its shade over the list appear without a transition: measuring for it would lay the whole record out in
 * the task that draws it (issue 33).
 */
const atOnce = { appear: false } as const;
const shade = { slotProps: { transition: atOnce } } as const;

/**
 * The drawer over the list; on a phone it fills the window. React draws it into the body, since a portal of Material UI
 * draws what is in it in one task. What is under it is locked only where it can scroll, because the browser lays out the
 * whole page anew for the lock (issue 33).
 */
function OverList({ id, titleId, paper, isAlone, onClose, children }: FrameProps) {
  useFocusRowAfterwards(id);
  const attributes = { ref: paper, role: 'dialog', 'aria-labelledby': titleId, tabIndex: -1, className: 'record' };
  return createPortal(
    <Drawer
      open
      disablePortal
      disableScrollLock={isAlone}
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { ...attributes, sx: overListStyle } as object, transition: atOnce, backdrop: shade }}
    >
      {children}
    </Drawer>,
    document.body,
  );
}

/**
 * The frame that fits the window. It does not change while the user has entered something, since that would be lost.
 */
function useDrawerFrame(isLocked: boolean) {
  const isWide = useMediaQuery(sideBySideQuery);
  const shownWide = useRef(isWide);
  if (!isLocked) shownWide.current = isWide;
  return shownWide.current ? BesideList : OverList;
}

/**
 * Clicks the button of the step that advances the record, for the keyboard shortcut.
 * @returns True if there is such a button.
 */
function clickNextStep(paper: HTMLElement | null): boolean {
  const step = paper?.querySelector<HTMLElement>('[data-primary]:not(:disabled)');
  step?.click();
  return Boolean(step);
}

/**
 * True if the running step opens the next record afterwards, as it does with the keyboard shortcut; a click in the
 * drawer resets it.
 */
function useOpensNext(paper: RefObject<HTMLElement | null>): RefObject<boolean> {
  const opensNext = useRef(false);
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && paper.current?.contains(target)) opensNext.current = false;
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [paper]);
  return opensNext;
}

/** The drawer of a record that is open next to its list (D1), with the record as its children. */
export function RecordDrawer({ entity, id, options, isAlone, onOpen, onClose, children }: RecordDrawerProps) {
  const titleId = useId();
  const paper = useRef<HTMLDivElement>(null);
  const opensNext = useOpensNext(paper);
  const [busy, setBusy] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [dirty, setDirty] = useDirtyParts();
  const Frame = useDrawerFrame(isDialogOpen || dirty);
  const { onDiscard, discard } = useDiscards();
  const { asking, stay, leave, leaving, close } = useRecordGuard(dirty, onClose, discard);
  const { previous, next, position, toWaiting } = useNeighbours(entity, id, onOpen);
  const frame = useMemo(() => ({ close, setDirty, setBusy, onDiscard }), [close, setDirty, onDiscard]);
  const unlessBusy = (open: (() => void) | undefined) => !busy && open?.();
  const closeAtOnce = () => {
    leaving.current = true;
    onClose();
  };
  const openNextWaiting = async () => {
    leaving.current = true;
    const isNextWanted = opensNext.current;
    opensNext.current = false;
    if (!(isNextWanted && (await toWaiting()))) onClose();
  };
  useRecordKeys(paper, {
    previous: () => unlessBusy(previous),
    next: () => unlessBusy(next),
    close: () => !busy && close(),
    act: () => {
      opensNext.current = true;
      opensNext.current = clickNextStep(paper.current);
    },
  });
  useEffect(() => {
    // The focused element disappeared with the previous record.
    if (id && document.activeElement === document.body) paper.current?.focus({ preventScroll: true });
  }, [id]);
  const drawer: RecordDrawerState = {
    titleId,
    previous,
    next,
    position,
    options,
    opensNext,
    closeAtOnce,
    openNextWaiting: () => void openNextWaiting(),
  };
  // The drawer is drawn before what is in it, so that a slow machine has two shorter tasks (issue 33).
  const loading = (
    <RecordFrame title={undefined} chip={null} onClose={closeAtOnce}>
      <RecordSkeleton />
    </RecordFrame>
  );
  return (
    <>
      <Frame id={id} titleId={titleId} paper={paper} isAlone={isAlone} onClose={() => !busy && close()}>
        <DialogFrameProvider value={frame}>
          <DialogHost onOpen={setDialogOpen}>
            <RecordDrawerProvider value={drawer}>
              <ErrorBoundary key={id}>
                <Suspense fallback={loading}>{children}</Suspense>
              </ErrorBoundary>
            </RecordDrawerProvider>
          </DialogHost>
        </DialogFrameProvider>
      </Frame>
      {asking && <LeaveQuestion onStay={stay} onLeave={leave} />}
    </>
  );
}
