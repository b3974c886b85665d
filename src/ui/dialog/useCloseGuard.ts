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
 * Stands before what was entered and not sent. The browser's way back closes the dialog on top and leaves the page where
 * it is; where something was entered, closing asks first, and so does the browser before it leaves.
 */
export function useCloseGuard(dirty: boolean, onClose: () => void): CloseGuard {
  const [asking, setAsking] = useState(false);
  // The console's own steps come after the entry was sent or given up; only the browser's buttons come before.
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
    onClose();
  };
  return { asking, close: () => (dirty ? setAsking(true) : onClose()), stay: () => setAsking(false), leave };
}
