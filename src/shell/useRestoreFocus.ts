import { useEffect } from 'react';

/** An element that had the focus or held what had it, and its place among those beside it. */
interface FocusPlace {
  readonly element: Element;
  readonly at: number;
}

/** From what had the focus outwards. */
type FocusPath = readonly FocusPlace[];

/** How long others may take to give it a place of their own, as dialogs do that close, in milliseconds; and how often at most. */
const retryMs = 60;
const maxRetries = 50;

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), [role=combobox], [tabindex]:not([tabindex="-1"])';
const rowSelector = 'tr, li';
/** What stands for all that it holds. */
const partSelector = '.record, .MuiDialog-container, main';

/** What the element is part of that comes and goes as a whole: the record that is open, a notice, a dialog, or the page. */
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

/** What a row is gone to for: what is done in it, or its name. */
const focusTargetIn = (row: Element): HTMLElement | null =>
  row.querySelector('[data-main]') ?? row.querySelector('td.first a[href]') ?? row.querySelector(focusable);

/** The row that took the place of one that left, or the last. */
function replacementRow(gone: FocusPlace | undefined, around: Element): HTMLElement | null {
  if (!gone?.element.matches(rowSelector)) return null;
  const left = [...around.children].filter((one) => one.matches(rowSelector));
  const row = left[Math.min(gone.at, left.length - 1)];
  return row ? focusTargetIn(row) : null;
}

/** What stands nearest to where the focus was: in its row, in the row that came in its place, or the part of the page around. */
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

/** What was lent the focus of an element that cannot be used for now. */
interface LentFocus {
  readonly from: HTMLElement;
  readonly to: Element | null;
}

/** Gives the focus to what stands nearest to where it was, or where a dialog went as well, to what had opened that. */
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
 * Keeps the keyboard in its place: where what had the focus leaves the page or cannot be used, what stands nearest to it
 * has it instead; what can be used again has it back.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    /** Where the focus was last in each layer, in the order in which they had it. */
    const last = new Map<Element, FocusPath>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let loan: LentFocus | undefined;
    const keep = ({ target }: FocusEvent) => {
      const layer = target instanceof Element ? layerOf(target) : null;
      if (!layer) return;
      for (const one of last.keys()) if (one === layer || !one.isConnected) last.delete(one);
      last.set(layer, pathOf(target as Element, layer));
    };
    // Who points elsewhere means it.
    const forget = () => {
      last.clear();
      loan = undefined;
    };
    // A page that is on its way has no place yet.
    const look = (times: number) => {
      timer = undefined;
      if (document.activeElement !== document.body) return;
      loan = restoreFocus([...last.values()]);
      if (document.activeElement === document.body && times < maxRetries) timer = setTimeout(look, retryMs, times + 1);
    };
    const observer = new MutationObserver(() => {
      const latest = [...last.values()].at(-1);
      if (latest && timer === undefined && isGone(latest)) timer = setTimeout(look, retryMs, 0);
      if (!loan || loan.from.matches(':disabled')) return;
      if (document.activeElement === loan.to) loan.from.focus();
      loan = undefined;
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', keep);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', keep);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, []);
}
