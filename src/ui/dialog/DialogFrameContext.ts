import { createContext, useContext, useEffect } from 'react';

/** What a dialog offers to its content. */
export interface DialogFrame {
  /** Closes the dialog; asks first if something was entered. */
  readonly close: () => void;
  /** Sets whether a part of the dialog has input that closing would lose. */
  readonly setDirty: (part: string, dirty: boolean) => void;
  /** While something is being sent, the dialog does not close. */
  readonly setBusy: (busy: boolean) => void;
}

const noop = () => undefined;
const DialogFrameContext = createContext<DialogFrame>({ close: noop, setDirty: noop, setBusy: noop });

export const DialogFrameProvider = DialogFrameContext.Provider;
export const useDialogFrame = (): DialogFrame => useContext(DialogFrameContext);

/** Makes the dialog ask before it closes, while `dirty` is true for this part of it. */
export function useDirtyPart(part: string, dirty: boolean): void {
  const { setDirty } = useDialogFrame();
  useEffect(() => {
    setDirty(part, dirty);
    return () => setDirty(part, false);
  }, [part, dirty, setDirty]);
}
