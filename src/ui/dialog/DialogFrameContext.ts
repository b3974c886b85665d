import { createContext, useCallback, useContext, useEffect, useState } from 'react';

/** What a dialog offers to its content. */
export interface DialogFrame {
  /** Closes the dialog; asks first if something was entered. */
  readonly close: () => void;
  /** Sets whether a part of the dialog has input that closing would lose. */
  readonly setDirty: (part: string, dirty: boolean) => void;
  /** While something is being sent, the dialog does not close. */
  readonly setBusy: (busy: boolean) => void;
  /**
   * Calls the listener when the user discards what was entered.
   * @returns a function that stops it
   */
  readonly onDiscard: (listener: () => void) => () => void;
}

const noop = () => undefined;
const DialogFrameContext = createContext<DialogFrame>({
  close: noop,
  setDirty: noop,
  setBusy: noop,
  onDiscard: () => noop,
});

export const DialogFrameProvider = DialogFrameContext.Provider;
export const useDialogFrame = (): DialogFrame => useContext(DialogFrameContext);

/** The listeners of a dialog: a function that adds one, and one that calls them all. */
export function useDiscards() {
  const [listeners] = useState(() => new Set<() => void>());
  const onDiscard = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [listeners],
  );
  const discard = () => {
    for (const listener of [...listeners]) listener();
  };
  return { onDiscard, discard };
}

/** Makes the dialog ask before it closes, while `dirty` is true for this part of it. */
export function useDirtyPart(part: string, dirty: boolean): void {
  const { setDirty } = useDialogFrame();
  useEffect(() => {
    setDirty(part, dirty);
    return () => setDirty(part, false);
  }, [part, dirty, setDirty]);
}
