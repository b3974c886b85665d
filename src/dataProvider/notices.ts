/** What the data layer has to say to the user; the shell shows it. */
export interface Toast {
  readonly message: string;
  readonly type: 'success' | 'error' | 'info';
}
export interface Alarm {
  readonly message: string;
  readonly confirm: () => void;
}

const toasts = new Set<(toast: Toast) => void>();
const alarms = new Set<(alarm: Alarm) => void>();
let ringing = false;

/** Shows a short message. */
export function toast(message: string, type: Toast['type']): void {
  for (const show of toasts) show({ message, type });
}

/** Shows the one modal alert of a lost session (R-ERR-03), however many calls meet it. */
export function alarm(message: string, confirm: () => void): void {
  if (ringing) return;
  ringing = true;
  if (alarms.size === 0) confirm();
  for (const show of alarms) show({ message, confirm });
}

const readers = new Set<() => void>();

/** Something of the server was changed from here. */
export function tellWritten(): void {
  for (const read of readers) read();
}

/** Calls back after each own change, so that what it may have moved is asked again (B32). */
export function onWritten(read: () => void): () => void {
  readers.add(read);
  return () => {
    readers.delete(read);
  };
}

export function onNotices(showToast: (toast: Toast) => void, showAlarm: (alarm: Alarm) => void): () => void {
  toasts.add(showToast);
  alarms.add(showAlarm);
  return () => {
    toasts.delete(showToast);
    alarms.delete(showAlarm);
  };
}
