import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { LazyDialog } from './LazyDialog.tsx';

type RenderDialog = (close: () => void) => ReactNode;

const OpenDialogContext = createContext<(draw: RenderDialog) => void>(() => undefined);

/**
 * Opens a dialog that belongs to the page (or to the dialog around) instead of to the component that opened it: the
 * dialog stays when, for example, its row leaves the page or is drawn again.
 * Use: `openDialog((close) => <StepDialog … onClose={close} />)`.
 */
export const useOpenDialog = () => useContext(OpenDialogContext);

interface Props {
  children: ReactNode;
  /** Called with true when a dialog opens, with false when it closes. */
  onOpen?: (isOpen: boolean) => void;
}

/** Shows the dialogs that are opened from its children, one at a time. */
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
