import { useEffect } from 'react';
import { isComposing } from '../../ui/keyboard/isComposing.ts';
import { isTyping } from '../../ui/keyboard/isTyping.ts';
import { isUnwantedRepeat, normalizedKey } from '../../ui/keyboard/keys.ts';

/** A key, or several, with which something is done. */
export interface Shortcut {
  /** As `event.key` says it: `j`, `?`, `Enter`; `mod+k` with Ctrl or Cmd; `g o` one after the other. */
  readonly keys: string;
  /** What it does, in the reader's language. */
  readonly label: string;
  /** What it stands with in the list of all of them. */
  readonly group: 'anywhere' | 'list' | 'record' | 'go';
  /** Absent where the browser itself or what is open does it. */
  readonly run?: () => void;
  /** Is there something on the page to do it to? Absent where there always is. */
  readonly isOffered?: () => boolean;
}

/** How long the second of two keys may take, in milliseconds. */
const sequenceMs = 1500;

const registered = new Set<readonly Shortcut[]>();

/** All that can be done by keys on the page as it is. */
export const activeShortcuts = (): readonly Shortcut[] =>
  [...registered].flat().filter(({ isOffered }) => isOffered?.() ?? true);

/** Does a dialog, a menu or a sheet lie over the page? What is below is not to be moved by keys. */
const isCovered = (): boolean => document.querySelector('.MuiModal-root:not([aria-hidden=true])') !== null;

let firstKey: { readonly key: string; readonly at: number } | undefined;

const keyName = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `mod+${normalizedKey(event)}` : normalizedKey(event);

/** What the keys so far stand for. The first of two keys is kept for a moment. */
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
 * Has these shortcuts while it is drawn. The one place that listens to keys for the page: they do nothing while somebody
 * writes, chooses, composes by an input method, or has a dialog or a menu open; chords (`mod+k`) work in inputs, too.
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
