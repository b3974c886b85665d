import { type RefObject, useEffect, useState } from 'react';
import { language } from '../../../i18n/language.ts';

/**
 * How wide the columns of a list were when its rows last stood: of this window's width, and in this language. Null is one
 * that takes what the others leave.
 */
type KnownWidths = readonly (number | null)[] | undefined;

const widthsKey = (name: string): string => `widths ${window.innerWidth} ${language()} ${name}`;

function knownWidths(key: string): KnownWidths {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) && kept.every((one) => one === null || typeof one === 'number') ? kept : undefined;
  } catch {
    return undefined;
  }
}

function saveWidths(key: string, widths: KnownWidths): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(widths));
  } catch {
    // A full or a forbidden storage: the headings come with the rows.
  }
}

/**
 * Keeps the headings of a list where they will stand with its rows, whose words make the columns as wide as they are. Out:
 * how wide the columns are at least, as they were when rows last stood here, while the rows come; undefined once they stand,
 * and where nothing is known. In: the place of the table, what tells the list and its columns, and whether all its rows stand.
 */
export function useColumnWidths(place: RefObject<HTMLElement | null>, name: string, isWhole: boolean): KnownWidths {
  const key = widthsKey(name);
  const [known, setKnown] = useState(() => ({ key, widths: knownWidths(key) }));
  if (known.key !== key) setKnown({ key, widths: knownWidths(key) });
  useEffect(() => {
    if (!isWhole) return;
    // In a task after that which drew the last rows: to be asked how wide they are makes the browser lay all of them out.
    const timer = setTimeout(() => {
      const heads = place.current?.querySelectorAll('thead th') ?? [];
      const widths = Array.from(heads, (head) =>
        head.matches('.flexible, .name') ? null : head.getBoundingClientRect().width,
      );
      if (widths.some(Boolean)) saveWidths(key, widths);
    });
    return () => clearTimeout(timer);
  }, [place, key, isWhole]);
  return isWhole ? undefined : known.widths;
}
