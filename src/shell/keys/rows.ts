import { text } from '../../i18n/text.ts';
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

const click = (selector: string) => () => current()?.querySelector<HTMLElement>(selector)?.click();

/** What keys do in a list. `Enter` opens the row by itself, since its name is a link. */
export function rowShortcuts(): Shortcut[] {
  const words = text().keys;
  const group = 'list' as const;
  return [
    {
      keys: '/',
      label: words.search,
      group,
      run: () => document.querySelector<HTMLElement>('main [role=search] input')?.focus(),
    },
    { keys: 'j', label: words.next, group, run: () => move(1) },
    { keys: 'k', label: words.previous, group, run: () => move(-1) },
    { keys: 'x', label: words.select, group, run: click('td.tick input') },
    { keys: 'e', label: words.edit, group, run: click(`button[aria-label^="${text().actions.edit}: "]`) },
    { keys: 'Enter', label: words.open, group },
    { keys: 'u', label: words.undo, group, run: () => document.querySelector<HTMLElement>('[data-undo]')?.click() },
  ];
}
