import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { useLeaveWarning } from './useLeaveWarning.ts';

interface CloseGuard {
  readonly asking: boolean;
  close: () => void;
  stay: () => void;
  leave: () => void;
}

/**
 * Protects input that was not sent. The browser's back button closes the topmost dialog and does not leave the page. If
 * something was entered, closing asks first, and the browser asks before it leaves the page.
 * @param onDiscard Called when the user discards what was entered, before the dialog closes.
 */
export function useCloseGuard(dirty: boolean, onClose: () => void, onDiscard: () => void): CloseGuard {
  const [asking, setAsking] = useState(false);
  // The console itself navigates only after the input was sent or discarded, so only the browser's buttons are blocked.
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP');
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    if (dirty) setAsking(true);
    else onClose();
  }, [blocker, dirty, onClose]);
  useLeaveWarning(dirty);
  const leave = () => {
    setAsking(false);
    onDiscard();
    onClose();
  };
  return { asking, close: () => (dirty ? setAsking(true) : onClose()), stay: () => setAsking(false), leave };
}
