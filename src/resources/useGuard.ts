import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';

/** The dialogs that hold something unsent: the router hears one blocker alone, whichever dialog lies on top. */
const unsent = new Set<symbol>();

interface Guard {
  readonly asking: boolean;
  close: () => void;
  stay: () => void;
  leave: () => void;
}

/** Stands before what was entered and not sent: closing and going back ask first, and the browser before it leaves. */
export function useGuard(dirty: boolean, onClose: () => void): Guard {
  const [closing, setClosing] = useState(false);
  // The console's own steps come after the entry was sent or given up; only the browser's buttons come before.
  const blocker = useBlocker(({ historyAction }) => unsent.size > 0 && historyAction === 'POP');
  useEffect(() => {
    if (!dirty) return;
    const own = Symbol('dialog');
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    unsent.add(own);
    window.addEventListener('beforeunload', warn);
    return () => {
      unsent.delete(own);
      window.removeEventListener('beforeunload', warn);
    };
  }, [dirty]);
  const stay = () => {
    setClosing(false);
    blocker.reset?.();
  };
  const leave = () => {
    setClosing(false);
    if (blocker.proceed) blocker.proceed();
    else onClose();
  };
  return {
    asking: closing || blocker.state === 'blocked',
    close: () => (dirty ? setClosing(true) : onClose()),
    stay,
    leave,
  };
}
