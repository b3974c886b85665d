import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { LazyDialog } from './LazyDialog.tsx';

type RenderDialog = (close: () => void) => ReactNode;

const OpenDialogContext = createContext<(draw: RenderDialog) => void>(() => undefined);

/**
 * Opens a dialog that belongs to the page, or to the dialog around, and not to what opened it: a row may leave the page,
 * or be drawn anew, and its dialog stays. `openDialog((close) => <StepDialog … onClose={close} />)`.
 */
export const useOpenDialog = () => useContext(OpenDialogContext);

interface Props {
  children: ReactNode;
  /** Told whether one of them is open. */
  onOpen?: (isOpen: boolean) => void;
}

/** Holds the dialogs of the page or the dialog around which it stands, one at a time. */
export function DialogHost({ children, onOpen }: Props) {
  const [draw, setDraw] = useState<RenderDialog>();
  const open = useCallback((next: RenderDialog) => setDraw(() => next), []);
  const close = useCallback(() => setDraw(undefined), []);
  const isOpen = draw !== undefined;
  useEffect(() => onOpen?.(isOpen), [onOpen, isOpen]);
  return (
    <OpenDialogContext.Provider value={open}>
      {children}
      <LazyDialog onClose={close}>{draw?.(close)}</LazyDialog>
    </OpenDialogContext.Provider>
  );
}
