import { text } from '../../i18n/text.ts';
import { bufferSearchTyping, isPageLoading } from './bufferSearchTyping.ts';
import type { Shortcut } from './shortcuts.ts';

/** The rows with a record's name in the lists of the page, in order. */
const recordRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter((row) => rowLink(row) !== null);
const rowLink = (row: Element): HTMLElement | null => row.querySelector<HTMLElement>('td.first a[href]');
const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('main tbody tr') ?? null;

/** Moves the focus to the name of the next or previous row; from elsewhere to the first row. */
function moveFocus(by: 1 | -1): void {
  const all = recordRows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const row = at < 0 ? all[0] : all[at + by];
  if (!row) return;
  rowLink(row)?.focus({ preventScroll: true });
  row.scrollIntoView?.({ block: 'nearest' });
}

const isRecordOpen = (): boolean => document.querySelector('.record') !== null;
/** An open record handles these keys itself. */
const hasRows = (): boolean => recordRows().length > 0 && !isRecordOpen();
const exists = (selector: string) => (): boolean => document.querySelector(selector) !== null;

const clickInRow = (selector: string) => () => focusedRow()?.querySelector<HTMLElement>(selector)?.click();

const searchSelector = 'main [role=search] input';
const tickSelector = 'td.tick input';
const undoSelector = '[data-undo]';

/** The shortcuts of a list. `Enter` needs no handler: the row's name is a link. */
export function rowShortcuts(): Shortcut[] {
  const words = text().keys;
  const group = 'list' as const;
  const edit = `button[aria-label^="${text().actions.edit}: "]`;
  return [
    {
      keys: '/',
      label: words.search,
      group,
      isOffered: () => exists(searchSelector)() || isPageLoading(),
      run: () => {
        const input = document.querySelector<HTMLElement>(searchSelector);
        if (input) input.focus();
        else bufferSearchTyping(searchSelector);
      },
    },
    { keys: 'j', label: words.next, group, isOffered: hasRows, run: () => moveFocus(1) },
    { keys: 'k', label: words.previous, group, isOffered: hasRows, run: () => moveFocus(-1) },
    { keys: 'x', label: words.select, group, isOffered: exists(`main ${tickSelector}`), run: clickInRow(tickSelector) },
    {
      keys: 'e',
      label: words.edit,
      group,
      isOffered: () => hasRows() && exists(`main tbody ${edit}`)(),
      run: clickInRow(edit),
    },
    { keys: 'Enter', label: words.open, group, isOffered: hasRows },
    {
      keys: 'u',
      label: words.undo,
      group,
      isOffered: exists(undoSelector),
      run: () => document.querySelector<HTMLElement>(undoSelector)?.click(),
    },
  ];
}

/** The shortcuts of an open record, which handles them itself (`useRecordKeys`). */
export function recordShortcuts(): Shortcut[] {
  const words = text().keys;
  const group = 'record' as const;
  const isOffered = isRecordOpen;
  return [
    { keys: 'j', label: words.nextRecord, group, isOffered },
    { keys: 'k', label: words.previousRecord, group, isOffered },
    { keys: 'e', label: words.step, group, isOffered: exists('.record [data-primary]') },
    { keys: 'Escape', label: words.closeRecord, group, isOffered },
  ];
}
