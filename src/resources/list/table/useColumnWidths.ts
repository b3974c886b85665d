import { type RefObject, useEffect, useState } from 'react';
import { language } from '../../../i18n/language.ts';

/** The widths of a list's columns when its rows were last shown, for this window width and language. */
type KnownWidths = readonly number[] | undefined;

const widthsKey = (name: string): string => `widths ${window.innerWidth} ${language()} ${name}`;

function knownWidths(key: string): KnownWidths {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Array.isArray(saved) && saved.every((one) => typeof one === 'number') ? saved : undefined;
  } catch {
    return undefined;
  }
}

function saveWidths(key: string, widths: KnownWidths): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(widths));
  } catch {
    // Storage is full or forbidden: the headings appear with the rows.
  }
}

/**
 * Keeps the headings in place before the rows arrive, since the contents of the rows determine the widths.
 * @param container The element around the table.
 * @param name The list and its columns.
 * @param isWhole True if all rows are drawn.
 * @returns The widths from the last time, while the rows load; undefined when they are drawn, or if no widths
 * are known.
 */
export function useColumnWidths(container: RefObject<HTMLElement | null>, name: string, isWhole: boolean): KnownWidths {
  const key = widthsKey(name);
  const [known, setKnown] = useState(() => ({ key, widths: knownWidths(key) }));
  if (known.key !== key) setKnown({ key, widths: knownWidths(key) });
  useEffect(() => {
    if (!isWhole) return;
    // Measured in a later task than the one that draws the last rows, since measuring makes the browser lay out all of
    // them.
    const timer = setTimeout(() => {
      const heads = container.current?.querySelectorAll('thead th') ?? [];
      const widths = Array.from(heads, (head) => head.getBoundingClientRect().width);
      if (widths.some(Boolean)) saveWidths(key, widths);
    });
    return () => clearTimeout(timer);
  }, [container, key, isWhole]);
  return isWhole ? undefined : known.widths;
}
