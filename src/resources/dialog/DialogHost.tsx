import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';

type Draw = (close: () => void) => ReactNode;

const OpenContext = createContext<(draw: Draw) => void>(() => undefined);

/**
 * Opens a dialog that belongs to the page, or to the dialog around, and not to what opened it: a row may leave the page,
 * or be drawn anew, and its dialog stays. `openDialog((close) => <StepDialog … onClose={close} />)`.
 */
export const useOpenDialog = () => useContext(OpenContext);

/** Holds the dialogs of the page or the dialog around which it stands, one at a time. */
export function DialogHost({ children }: { children: ReactNode }) {
  const [draw, setDraw] = useState<Draw>();
  const open = useCallback((next: Draw) => setDraw(() => next), []);
  const close = useCallback(() => setDraw(undefined), []);
  return (
    <OpenContext.Provider value={open}>
      {children}
      <Suspense fallback={null}>{draw?.(close)}</Suspense>
    </OpenContext.Provider>
  );
}
