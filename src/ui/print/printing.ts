import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { busyParts } from '../busyParts.ts';

/** Why the page is drawn for paper: it is about to be printed, is being printed, or is shown as paper. */
const reasons = new Set<'preparing' | 'printing' | 'paper'>();
const listeners = new Set<() => void>();

function setReason(reason: 'preparing' | 'printing' | 'paper', isOn: boolean): void {
  const before = reasons.size > 0;
  if (isOn) reasons.add(reason);
  else reasons.delete(reason);
  if (before === reasons.size > 0) return;
  // The browser takes the page as it is when the event ends.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

let isWatching = false;

/** Watches when the browser prints. Chrome shows a page as paper without printing it, for example to make a PDF. */
function watchPrinting(): void {
  if (isWatching) return;
  isWatching = true;
  const paper = window.matchMedia?.('print');
  paper?.addEventListener?.('change', ({ matches }) => setReason('paper', matches));
  if (paper?.matches) reasons.add('paper');
  window.addEventListener('beforeprint', () => setReason('printing', true));
  window.addEventListener('afterprint', () => {
    setReason('printing', false);
    setReason('preparing', false);
  });
}

function subscribe(listener: () => void): () => void {
  watchPrinting();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** True while the page is drawn for paper: with all its rows and tabs, in light colours (issue 33, "Print"). */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => reasons.size > 0);

const isComplete = (): boolean => document.querySelector(busyParts) === null;

/** True while rows of a list are missing on the sheet, which may be signed. */
const areRowsComing = (): boolean => document.querySelector('[data-coming]') !== null;

/** The time in milliseconds that parts of a page have to load before it is printed without them. */
const patience = 5000;
/** The same for the rows of lists. A sheet without some of them says so. */
const patienceForRows = 60_000;
const checkInterval = 50;

/** Resolves when the page has been complete at three checks in a row, since what is drawn may load more. */
async function pageComplete(): Promise<void> {
  const start = performance.now();
  const hasTime = () => performance.now() - start < (areRowsComing() ? patienceForRows : patience);
  for (let quiet = 0; quiet < 3 && hasTime(); quiet = isComplete() ? quiet + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, checkInterval));
}

/** Draws all parts of the page, waits until they have loaded, and opens the browser's dialog for printing. */
export async function printPage(): Promise<void> {
  watchPrinting();
  setReason('preparing', true);
  try {
    await pageComplete();
    window.print();
  } finally {
    setReason('preparing', false);
  }
}
