import type { ElementHandle, Locator, Page } from 'playwright-core';
import { patiently } from './slowPages.ts';

/** The focus on a page. */
export interface FocusState {
  /**
   * A description of the focused element with its row or item, and a number that identifies the element in the page.
   */
  readonly at: string;
  readonly element: number;
  /** Whether an element has the focus, whether the focus is visible, and whether it is in the topmost layer. */
  readonly isSomewhere: boolean;
  readonly isDrawn: boolean;
  readonly isInTop: boolean;
  /** The number of dialogs, menus and records over the page, and whether the topmost one traps the focus. */
  readonly depth: number;
  readonly isModal: boolean;
}

/** Whether the focus has reached its target, and whether the target was removed from the page. */
interface TabCheck extends FocusState {
  readonly isThere: boolean;
  readonly isLost: boolean;
}

/** Runs in the page. */
function focusNow(target: Element | null): TabCheck {
  const modals = [...document.querySelectorAll('.MuiModal-root:not(.MuiModal-hidden)')];
  const beside = document.querySelectorAll('.record:not(.MuiModal-root .record)');
  const top = modals.findLast((one) => !one.matches('[aria-hidden=true]'));
  const element = document.activeElement ?? document.body;
  const isOutlined = (one: Element | null | undefined): boolean => {
    if (!one) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  const notch = element.closest('.Mui-focused')?.querySelector(':scope > .MuiOutlinedInput-notchedOutline');
  const isFramed = notch ? Number.parseFloat(getComputedStyle(notch).borderTopWidth) >= 2 : false;
  // A page or a dialog as a whole needs no focus ring; in a list of options, the option is highlighted instead.
  const isWhole = element.matches('[role=dialog], .MuiDialog-container, .MuiPopover-root, main, [tabindex="-1"]');
  const isChoosing = element.matches('[role=combobox][aria-expanded=true]');
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const isRinged = element.matches(':focus-visible') && (isFramed || around.some(isOutlined));
  const nameOf = (one: Element | null | undefined): string =>
    one?.getAttribute('aria-label') || one?.getAttribute('name') || one?.textContent?.slice(0, 50) || one?.id || '';
  const here = window as { visited?: Element[] };
  here.visited ??= [];
  if (!here.visited.includes(element)) here.visited.push(element);
  const row = element.closest('tr, li')?.querySelector('a, button');
  return {
    at: `${element.tagName} ${nameOf(element)}${row && row !== element ? ` in ${nameOf(row)}` : ''}`,
    element: here.visited.indexOf(element),
    isSomewhere: element !== document.body,
    isDrawn: isWhole || isChoosing || isRinged,
    // The placeholder of a dialog whose script is loading does not count as the dialog.
    isInTop: top === undefined || (top.contains(element) && !top.matches('[data-coming]')),
    depth: modals.length + beside.length,
    isModal: top !== undefined,
    isThere: element === target,
    isLost: target?.isConnected === false,
  };
}

type Wanted = Partial<FocusState>;
const upright: Wanted = { isSomewhere: true, isDrawn: true, isInTop: true };

/** The maximum number of Tab presses, and the maximum time to wait in milliseconds. */
const patience = 150;
const delay = patiently(6000);

/** One request to the page per key, because a walk presses thousands. */
const stand = (page: Page, target: ElementHandle<Element> | null = null): Promise<TabCheck> =>
  page.evaluate(focusNow, target);

const is = (now: FocusState, wanted: Wanted): boolean =>
  Object.entries(wanted).every(([key, value]) => now[key as keyof FocusState] === value);

/**
 * Waits until the focus is as wanted.
 * @throws an error with the actual focus
 */
async function until(page: Page, wanted: Wanted, after: string): Promise<FocusState> {
  const end = Date.now() + delay;
  for (;;) {
    const now = await stand(page);
    if (is(now, wanted)) return now;
    if (Date.now() > end)
      throw new Error(`after ${after}: wanted ${JSON.stringify(wanted)}, found ${JSON.stringify(now)}`);
    await page.waitForTimeout(20);
  }
}

/**
 * A user who operates a page with the keyboard only. After each key, an element has the focus, visibly and in the
 * topmost layer. A dialog that closes returns the focus to where it was opened.
 */
export function atKeyboard(page: Page) {
  const press = async (key: string): Promise<FocusState> => {
    const { at } = await stand(page);
    await page.keyboard.press(key);
    return until(page, upright, `${key} from ${at}`);
  };

  /** Presses Tab until the target has the focus. */
  const to = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    await target.waitFor();
    const element = () => target.elementHandle() as Promise<ElementHandle<Element>>;
    let wanted = await element();
    let now = await stand(page, wanted);
    for (let times = 0; times < patience && !now.isThere; times += 1) {
      if (now.isLost) wanted = await element();
      const { at } = now;
      await page.keyboard.press(key);
      now = await stand(page, wanted);
      // After the last element of a page, the focus moves to the browser's own bar.
      const isOnPage = now.isSomewhere || now.isModal;
      if (isOnPage && !is(now, upright)) await until(page, upright, `${key} from ${at}`);
    }
    if (!now.isThere) throw new Error(`${key} does not lead to ${target}, but to ${now.at}`);
    await until(page, upright, key);
  };

  /**
   * Opens something with a key from the focused element.
   * @returns the focus before, for `close`
   */
  const open = async (key: string): Promise<FocusState> => {
    const from = await stand(page);
    await page.keyboard.press(key);
    await until(page, { ...upright, depth: from.depth + 1 }, `${key} from ${from.at}`);
    return from;
  };

  /** Closes the topmost layer only; the focus then returns to where it was opened. */
  const close = async ({ at, depth }: FocusState, key = 'Escape'): Promise<void> => {
    const before = await stand(page);
    await page.keyboard.press(key);
    await until(page, { ...upright, depth, at }, `${key} from ${before.at}`);
  };

  /**
   * Goes through a dialog by Tab once. The focus never leaves the dialog or gets stuck.
   * @returns the elements that had the focus
   */
  const round = async (): Promise<string[]> => {
    const start = await stand(page);
    const all: FocusState[] = [];
    for (let times = 0; times < patience; times += 1) {
      const { at } = all.at(-1) ?? start;
      await page.keyboard.press('Tab');
      const now = await until(page, upright, `Tab from ${at}`);
      if (now.element === all[0]?.element) break;
      if (now.element === all.at(-1)?.element) throw new Error(`Tab is stuck at ${now.at}`);
      all.push(now);
      if (now.element === start.element) break;
    }
    await until(page, { depth: start.depth }, 'Tab');
    return all.map(({ at }) => at);
  };

  /** Submits, chooses or continues with a key; then `depth` layers are open. */
  const answer = async (depth: number, key = 'Enter'): Promise<FocusState> => {
    const { at } = await stand(page);
    await page.keyboard.press(key);
    return until(page, { ...upright, depth }, `${key} from ${at}`);
  };

  /** Opens something, goes through it by Tab and closes it. */
  const look = async (key: string): Promise<string[]> => {
    const from = await open(key);
    const all = await round();
    await close(from);
    return all;
  };

  return {
    page,
    stand: () => stand(page),
    until: (wanted: Wanted) => until(page, wanted, 'a while'),
    press,
    to,
    open,
    close,
    answer,
    round,
    look,
    type: (text: string) => page.keyboard.type(text),
  };
}

export type Keyboard = ReturnType<typeof atKeyboard>;
