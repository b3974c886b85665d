import { createContext, useContext, useEffect } from 'react';

/** What a dialog offers to what stands in it. */
export interface DialogFrame {
  /** Closes the dialog, after a question when something was entered. */
  readonly close: () => void;
  /** Tells whether something was entered that closing would lose, by the part that asks. */
  readonly setDirty: (part: string, dirty: boolean) => void;
  /** While something is being sent the dialog stays. */
  readonly setBusy: (busy: boolean) => void;
}

const noop = () => undefined;
const DialogFrameContext = createContext<DialogFrame>({ close: noop, setDirty: noop, setBusy: noop });

export const DialogFrameProvider = DialogFrameContext.Provider;
export const useDialogFrame = (): DialogFrame => useContext(DialogFrameContext);

/** Keeps the dialog around from closing without a question while `dirty` holds for this part of it. */
export function useDirtyPart(part: string, dirty: boolean): void {
  const { setDirty } = useDialogFrame();
  useEffect(() => {
    setDirty(part, dirty);
    return () => setDirty(part, false);
  }, [part, dirty, setDirty]);
}
