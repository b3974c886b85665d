import { useEffect } from 'react';
import { isComposing } from '../../ui/keyboard/isComposing.ts';
import { isWriting } from '../../ui/keyboard/isTyping.ts';
import { isHeldDown, meantKey } from '../../ui/keyboard/keys.ts';

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
const patience = 1500;

const active = new Set<readonly Shortcut[]>();

/** All that can be done by keys on the page as it is. */
export const activeShortcuts = (): readonly Shortcut[] =>
  [...active].flat().filter(({ isOffered }) => isOffered?.() ?? true);

/** Does a dialog, a menu or a sheet lie over the page? What is below is not to be moved by keys. */
const isCovered = (): boolean => document.querySelector('.MuiModal-root:not([aria-hidden=true])') !== null;

let begun: { readonly key: string; readonly at: number } | undefined;

const nameOf = (event: KeyboardEvent): string =>
  event.ctrlKey || event.metaKey ? `mod+${meantKey(event)}` : meantKey(event);

/** What the keys so far stand for. The first of two keys is kept for a moment. */
function meant(event: KeyboardEvent): Shortcut | undefined {
  const key = nameOf(event);
  const before = begun && event.timeStamp - begun.at < patience ? `${begun.key} ` : '';
  const all = [...active].flat().filter(({ run }) => run);
  const found = all.find(({ keys }) => keys === before + key) ?? all.find(({ keys }) => keys === key);
  const begins = !found && all.some(({ keys }) => keys.startsWith(`${key} `));
  begun = begins ? { key, at: event.timeStamp } : undefined;
  return found;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.key === 'Shift' || isComposing(event)) return;
  const isChord = event.ctrlKey || event.metaKey;
  if (isCovered() || (!isChord && isWriting(event.target))) {
    begun = undefined;
    return;
  }
  const { run } = meant(event) ?? {};
  if (!run) return;
  event.preventDefault();
  if (!isHeldDown(event)) run();
}

/**
 * Has these shortcuts while it is drawn. The one place that listens to keys for the page: they do nothing while somebody
 * writes, chooses, composes by an input method, or has a dialog or a menu open; chords (`mod+k`) work in inputs, too.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    if (active.size === 0) document.addEventListener('keydown', onKey);
    active.add(shortcuts);
    return () => {
      active.delete(shortcuts);
      if (active.size === 0) document.removeEventListener('keydown', onKey);
    };
  }, [shortcuts]);
}
