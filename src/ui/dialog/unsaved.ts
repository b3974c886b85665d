type Listener = () => void;

/** Each part with unsaved input, with the function that makes the browser ask before it leaves the page. */
const unsavedParts = new Map<object, (event: BeforeUnloadEvent) => void>();
const listeners = new Set<Listener>();
const discards = new Set<Listener>();

const notify = () => {
  for (const listener of [...listeners]) listener();
};

/** True while something in this tab would be lost by leaving the page. */
export const hasUnsaved = (): boolean => unsavedParts.size > 0;

/**
 * Registers something that leaving the page would lose: the browser asks before it leaves.
 * @returns a function that ends it
 */
export function addUnsaved(): () => void {
  const part = {};
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  unsavedParts.set(part, warn);
  window.addEventListener('beforeunload', warn);
  if (unsavedParts.size === 1) notify();
  return () => {
    window.removeEventListener('beforeunload', warn);
    if (unsavedParts.delete(part) && unsavedParts.size === 0) notify();
  };
}

/** Lets the browser leave or reload the page without asking: what was typed is in a draft, or was discarded. */
export function skipLeaveWarning(): void {
  for (const warn of unsavedParts.values()) window.removeEventListener('beforeunload', warn);
}

/**
 * Calls the listener when the first unsaved input appears, and when there is none left.
 * @returns a function that stops it
 */
export function subscribeUnsaved(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls back at once, or when nothing in this tab is unsaved any more. */
export function whenSaved(go: () => void): void {
  if (!hasUnsaved()) {
    go();
    return;
  }
  const stop = subscribeUnsaved(() => {
    if (hasUnsaved()) return;
    stop();
    go();
  });
}

/**
 * Calls the listener when the user discards all unsaved input of this tab.
 * @returns a function that stops it
 */
export function onDiscardAll(listener: Listener): () => void {
  discards.add(listener);
  return () => void discards.delete(listener);
}

let question: Listener | undefined;

const setQuestion = (next: Listener | undefined) => {
  question = next;
  notify();
};

/** What goes on once the user has agreed to lose unsaved input; undefined if nothing is asked. */
export const openQuestion = (): Listener | undefined => question;

/** Calls back at once, or after the user has agreed to discard the unsaved input of this tab. */
export function askBeforeDiscarding(go: () => void): void {
  if (!hasUnsaved()) {
    go();
    return;
  }
  setQuestion(() => {
    setQuestion(undefined);
    for (const discard of [...discards]) discard();
    skipLeaveWarning();
    go();
  });
}

/** Closes the question; the input stays. */
export const keepUnsaved = (): void => setQuestion(undefined);
