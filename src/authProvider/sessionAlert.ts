import { readSession, subscribeSession } from './session.ts';

interface SessionEndAlert {
  readonly message: string;
  /** The key of the session that has ended: an alert for an earlier session does not concern the current one. */
  readonly key: string;
  readonly confirm: () => void;
}

const listeners = new Set<() => void>();
let currentAlert: SessionEndAlert | undefined;

const setCurrentAlert = (alert: SessionEndAlert | undefined) => {
  currentAlert = alert;
  for (const listener of listeners) listener();
};

/** The open alert of the current session, if there is one. */
export const currentSessionAlert = (): SessionEndAlert | undefined =>
  currentAlert?.key === readSession()?.api_key ? currentAlert : undefined;

/** Calls the listener when the alert opens or closes, by its button or because another session began. */
export function subscribeSessionAlert(listener: () => void): () => void {
  listeners.add(listener);
  const stop = subscribeSession(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/**
 * Shows that the current session has ended, and calls back once the user confirms (R-ERR-03). Several requests that
 * fail by the same end show one alert. Where no component shows alerts (the login page), it counts as confirmed.
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
