import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Opening } from './LazyDialog.tsx';

type Draw = (close: () => void) => ReactNode;

const OpenContext = createContext<(draw: Draw) => void>(() => undefined);

/**
 * Opens a dialog that belongs to the page, or to the dialog around, and not to what opened it: a row may leave the page,
 * or be drawn anew, and its dialog stays. `openDialog((close) => <StepDialog … onClose={close} />)`.
 */
export const useOpenDialog = () => useContext(OpenContext);

interface Props {
  children: ReactNode;
  /** Told whether one of them is open. */
  onOpen?: (isOpen: boolean) => void;
}

/** Holds the dialogs of the page or the dialog around which it stands, one at a time. */
export function DialogHost({ children, onOpen }: Props) {
  const [draw, setDraw] = useState<Draw>();
  const open = useCallback((next: Draw) => setDraw(() => next), []);
  const close = useCallback(() => setDraw(undefined), []);
  const isOpen = draw !== undefined;
  useEffect(() => onOpen?.(isOpen), [onOpen, isOpen]);
  return (
    <OpenContext.Provider value={open}>
      {children}
      <Opening onClose={close}>{draw?.(close)}</Opening>
    </OpenContext.Provider>
  );
}
