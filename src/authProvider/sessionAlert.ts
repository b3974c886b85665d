import { readSession, subscribeSession } from './session.ts';

interface SessionEndAlert {
  readonly message: string;
  /** The session that has ended: an alert of an earlier one says nothing of the present. */
  readonly key: string;
  readonly confirm: () => void;
}

const listeners = new Set<() => void>();
let currentAlert: SessionEndAlert | undefined;

const setCurrentAlert = (alert: SessionEndAlert | undefined) => {
  currentAlert = alert;
  for (const listener of listeners) listener();
};

/** The alert that is open, if one is. */
export const currentSessionAlert = (): SessionEndAlert | undefined =>
  currentAlert?.key === readSession()?.api_key ? currentAlert : undefined;

/** Calls back when the alert opens or closes, by its button or because another session began. */
export function subscribeSessionAlert(listener: () => void): () => void {
  listeners.add(listener);
  const stop = subscribeSession(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/**
 * Says that the present session has ended, and calls back once that is confirmed (R-ERR-03). However many requests meet
 * the end of a session, one alert says so. Where nothing shows it (the login page) it counts as confirmed.
 */
export function alertSessionEnd(message: string, onConfirm: () => void): void {
  const key = readSession()?.api_key;
  if (key === undefined || currentAlert?.key === key) return;
  if (listeners.size === 0) {
    onConfirm();
    return;
  }
  const confirm = () => {
    setCurrentAlert(undefined);
    onConfirm();
  };
  setCurrentAlert({ message, key, confirm });
}
