import { useEffect } from 'react';
import { isComposing } from '../../ui/keyboard/isComposing.ts';
import { isTyping } from '../../ui/keyboard/isTyping.ts';
import { isUnwantedRepeat, normalizedKey } from '../../ui/keyboard/keys.ts';

/** A key, or a sequence of keys, and its action. */
export interface Shortcut {
  /** Keys as in `event.key`: `j`, `?`, `Enter`; `mod+k` with Ctrl or Cmd; `g o` one after the other. */
  readonly keys: string;
  /** The action, in the user's language. */
  readonly label: string;
  /** The group in the list of shortcuts. */
  readonly group: 'anywhere' | 'list' | 'record' | 'go';
  /** Absent if the browser or the open record handles the key itself. */
  readonly run?: () => void;
  /** True if the page has something to act on. Absent if it always has. */
  readonly isOffered?: () => boolean;
}

/** How long the second key of a sequence may take, in milliseconds. */
const sequenceMs = 1500;

const registered = new Set<readonly Shortcut[]>();

/** The shortcuts that are available on the page at the moment. */
export const activeShortcuts = (): readonly Shortcut[] =>
  [...registered].flat().filter(({ isOffered }) => isOffered?.() ?? true);

/** True if a dialog, a menu or a sheet lies over the page: keys must not act on what is below. */
const isCovered = (): boolean => document.querySelector('.MuiModal-root:not([aria-hidden=true])') !== null;

let firstKey: { readonly key: string; readonly at: number } | undefined;

const keyName = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `mod+${normalizedKey(event)}` : normalizedKey(event);

/** The shortcut for the keys so far. The first key of a sequence is remembered for a moment. */
function shortcutFor(event: KeyboardEvent): Shortcut | undefined {
  const key = keyName(event);
  const before = firstKey && event.timeStamp - firstKey.at < sequenceMs ? `${firstKey.key} ` : '';
  const all = [...registered].flat().filter(({ run }) => run);
  const found = all.find(({ keys }) => keys === before + key) ?? all.find(({ keys }) => keys === key);
  const begins = !found && all.some(({ keys }) => keys.startsWith(`${key} `));
  firstKey = begins ? { key, at: event.timeStamp } : undefined;
  return found;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.key === 'Shift' || isComposing(event)) return;
  const isChord = event.ctrlKey || event.metaKey;
  if (isCovered() || (!isChord && isTyping(event.target))) {
    firstKey = undefined;
    return;
  }
  const { run } = shortcutFor(event) ?? {};
  if (!run) return;
  event.preventDefault();
  if (!isUnwantedRepeat(event)) run();
}

/**
 * Registers shortcuts while the component is mounted. This is the only key listener of the page. Shortcuts do nothing
 * while the user types, chooses an option, composes with an input method, or has a dialog or a menu open; chords
 * (`mod+k`) also work in inputs.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    if (registered.size === 0) document.addEventListener('keydown', onKey);
    registered.add(shortcuts);
    return () => {
      registered.delete(shortcuts);
      if (registered.size === 0) document.removeEventListener('keydown', onKey);
    };
  }, [shortcuts]);
}
