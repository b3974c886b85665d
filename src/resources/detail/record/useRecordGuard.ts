import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { useLeaveWarning } from '../../../ui/dialog/useLeaveWarning.ts';

/**
 * Asks before unsaved input of a record is lost: when another record is opened, on the way back, on closing and on
 * leaving the page. `leaving` is set to let a navigation through after the input was sent.
 * @param onDiscard Called when the user discards what was entered.
 */
export function useRecordGuard(dirty: boolean, onClose: () => void, onDiscard: () => void) {
  const [asking, setAsking] = useState(false);
  const leaving = useRef(false);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const isElsewhere = from.pathname !== to.pathname || from.search !== to.search;
    return dirty && !leaving.current && isElsewhere;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') setAsking(true);
  }, [blocker.state]);
  useEffect(() => {
    if (!dirty) leaving.current = false;
  }, [dirty]);
  useLeaveWarning(dirty);
  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const leave = () => {
    setAsking(false);
    leaving.current = true;
    onDiscard();
    if (blocker.proceed) blocker.proceed();
    else onClose();
  };
  return { asking, stay, leave, leaving, close: () => (dirty ? setAsking(true) : onClose()) };
}
