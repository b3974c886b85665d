type Listener = () => void;

interface Alert {
  readonly message: string;
  readonly confirm: () => void;
}

const listeners = new Set<Listener>();
let shown: Alert | undefined;
let answer: Promise<void> | undefined;

const tell = () => {
  for (const listener of listeners) listener();
};

/** The alert that is open, if one is. */
export const openAlert = (): Alert | undefined => shown;

/** Calls back when the alert opens or closes. */
export function subscribeAlert(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Says that the session has ended and resolves when the user has confirmed it (R-ERR-03). However many requests meet
 * the end of a session, they share one alert. Where nothing shows it (the login page) it resolves at once.
 */
export function confirmSessionEnd(message: string): Promise<void> {
  if (listeners.size === 0) return Promise.resolve();
  answer ??= new Promise((resolve) => {
    shown = {
      message,
      confirm: () => {
        shown = undefined;
        answer = undefined;
        tell();
        resolve();
      },
    };
    tell();
  });
  return answer;
}
