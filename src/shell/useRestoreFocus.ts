import { useEffect } from 'react';

/** An element that had the focus or contained it, with its index among its siblings. */
interface FocusPlace {
  readonly element: Element;
  readonly at: number;
}

/** From the element with the focus outwards. */
type FocusPath = readonly FocusPlace[];

/**
 * Time for other components to restore the focus themselves, as closing dialogs do, in milliseconds; and the maximum
 * number of checks.
 */
const retryMs = 60;
const maxRetries = 50;

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), [role=combobox], [tabindex]:not([tabindex="-1"])';
const rowSelector = 'tr, li';
/** Elements that take the focus themselves when nothing within them can. */
const partSelector = '.record, .MuiDialog-container, main';

/**
 * The part of the page that appears and disappears as a whole and contains the element: the open record, a notice, a
 * dialog, or the page.
 */
const layerOf = (element: Element): Element | null =>
  element.closest('.record, .MuiSnackbar-root') ?? element.closest('body > *');

function pathOf(element: Element, layer: Element): FocusPath {
  const path: FocusPlace[] = [];
  for (let one: Element | null = element; one && layer.contains(one); one = one.parentElement)
    path.push({ element: one, at: [...(one.parentElement?.children ?? [])].indexOf(one) });
  return path;
}

const isGone = ([place]: FocusPath): boolean =>
  place !== undefined && (!place.element.isConnected || place.element.matches(':disabled'));

/** The element of a row that takes the focus: its main action, or else its name. */
const focusTargetIn = (row: Element): HTMLElement | null =>
  row.querySelector('[data-main]') ?? row.querySelector('td.first a[href]') ?? row.querySelector(focusable);

/** The row at the index of a removed one, or the last row. */
function replacementRow(gone: FocusPlace | undefined, around: Element): HTMLElement | null {
  if (!gone?.element.matches(rowSelector)) return null;
  const left = [...around.children].filter((one) => one.matches(rowSelector));
  const row = left[Math.min(gone.at, left.length - 1)];
  return row ? focusTargetIn(row) : null;
}

/**
 * The closest element to the former focus: in the same row, in the row that took its place, or the part of the page
 * around.
 */
function nearestFocusable(path: FocusPath): HTMLElement | null {
  const at = path.findIndex(({ element }) => element.isConnected && !element.matches(':disabled'));
  if (at < 0) return null;
  if (at === 0) return (path[0] as FocusPlace).element as HTMLElement;
  const beside = replacementRow(path[at - 1], (path[at] as FocusPlace).element);
  if (beside) return beside;
  for (const { element } of path.slice(at)) {
    const found = element.matches(rowSelector)
      ? focusTargetIn(element)
      : element.matches(partSelector)
        ? (element as HTMLElement)
        : null;
    if (found) return found;
  }
  return null;
}

/** The focus was moved from an element that is disabled for the moment. */
interface LentFocus {
  readonly from: HTMLElement;
  readonly to: Element | null;
}

/**
 * Moves the focus to the closest element to where it was. If a whole dialog is gone, that is the element which had
 * opened it.
 */
function restoreFocus(paths: readonly FocusPath[]): LentFocus | undefined {
  for (const path of paths.toReversed()) {
    nearestFocusable(path)?.focus();
    if (document.activeElement !== document.body) break;
  }
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
  const from = paths.at(-1)?.[0]?.element;
  return from instanceof HTMLElement && from.isConnected ? { from, to: document.activeElement } : undefined;
}

/**
 * Keeps the keyboard's position: when the element with the focus is removed or disabled, the closest one to it gets the
 * focus. An element that was only disabled gets it back.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    /** The last focus of each layer, the most recent one last. */
    const last = new Map<Element, FocusPath>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lentFocus: LentFocus | undefined;
    const rememberFocus = ({ target }: FocusEvent) => {
      const layer = target instanceof Element ? layerOf(target) : null;
      if (!layer) return;
      for (const one of last.keys()) if (one === layer || !one.isConnected) last.delete(one);
      last.set(layer, pathOf(target as Element, layer));
    };
    // A click elsewhere moves the focus on purpose.
    const forget = () => {
      last.clear();
      lentFocus = undefined;
    };
    // While a page loads there is nothing to focus yet, so this tries again.
    const tryRestore = (times: number) => {
      timer = undefined;
      if (document.activeElement !== document.body) return;
      lentFocus = restoreFocus([...last.values()]);
      if (document.activeElement === document.body && times < maxRetries)
        timer = setTimeout(tryRestore, retryMs, times + 1);
    };
    const observer = new MutationObserver(() => {
      const latest = [...last.values()].at(-1);
      if (latest && timer === undefined && isGone(latest)) timer = setTimeout(tryRestore, retryMs, 0);
      if (!lentFocus || lentFocus.from.matches(':disabled')) return;
      if (document.activeElement === lentFocus.to) lentFocus.from.focus();
      lentFocus = undefined;
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', rememberFocus);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', rememberFocus);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, []);
}
