import { text } from '../../i18n/text.ts';
import { holdSearch, isPageComing } from './heldSearch.ts';
import type { Shortcut } from './shortcuts.ts';

/** The rows of the page's lists that name a record, in order. */
const rows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter((row) => nameIn(row) !== null);
const nameIn = (row: Element): HTMLElement | null => row.querySelector<HTMLElement>('td.first a[href]');
const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('main tbody tr') ?? null;

/** Takes the focus to the name of the next or the previous row; from elsewhere to the first. */
function move(by: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  const row = at < 0 ? all[0] : all[at + by];
  if (!row) return;
  nameIn(row)?.focus({ preventScroll: true });
  row.scrollIntoView?.({ block: 'nearest' });
}

const isBeside = (): boolean => document.querySelector('.record') !== null;
/** A record that is open takes these keys before the rows do. */
const hasRows = (): boolean => rows().length > 0 && !isBeside();
const has = (selector: string) => (): boolean => document.querySelector(selector) !== null;

const click = (selector: string) => () => current()?.querySelector<HTMLElement>(selector)?.click();

const search = 'main [role=search] input';
const tick = 'td.tick input';
const undo = '[data-undo]';

/** What keys do in a list. `Enter` opens the row by itself, since its name is a link. */
export function rowShortcuts(): Shortcut[] {
  const words = text().keys;
  const group = 'list' as const;
  const edit = `button[aria-label^="${text().actions.edit}: "]`;
  return [
    {
      keys: '/',
      label: words.search,
      group,
      isOffered: () => has(search)() || isPageComing(),
      run: () => {
        const input = document.querySelector<HTMLElement>(search);
        if (input) input.focus();
        else holdSearch(search);
      },
    },
    { keys: 'j', label: words.next, group, isOffered: hasRows, run: () => move(1) },
    { keys: 'k', label: words.previous, group, isOffered: hasRows, run: () => move(-1) },
    { keys: 'x', label: words.select, group, isOffered: has(`main ${tick}`), run: click(tick) },
    {
      keys: 'e',
      label: words.edit,
      group,
      isOffered: () => hasRows() && has(`main tbody ${edit}`)(),
      run: click(edit),
    },
    { keys: 'Enter', label: words.open, group, isOffered: hasRows },
    {
      keys: 'u',
      label: words.undo,
      group,
      isOffered: has(undo),
      run: () => document.querySelector<HTMLElement>(undo)?.click(),
    },
  ];
}

/** What keys do in a record that is open; it hears them itself (`useRecordKeys`). */
export function recordShortcuts(): Shortcut[] {
  const words = text().keys;
  const group = 'record' as const;
  const isOffered = isBeside;
  return [
    { keys: 'j', label: words.nextRecord, group, isOffered },
    { keys: 'k', label: words.previousRecord, group, isOffered },
    { keys: 'e', label: words.step, group, isOffered: has('.record [data-primary]') },
    { keys: 'Escape', label: words.closeRecord, group, isOffered },
  ];
}
