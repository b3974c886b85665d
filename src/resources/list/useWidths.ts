import { type RefObject, useEffect, useState } from 'react';
import { language } from '../../i18n/language.ts';

/** How wide the columns of a list were when its rows last stood: of this window's width, and in this language. */
type Known = readonly number[] | undefined;

const keyOf = (name: string): string => `widths ${window.innerWidth} ${language()} ${name}`;

function knownWidths(key: string): Known {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) && kept.every((one) => typeof one === 'number') ? kept : undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, widths: readonly number[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(widths));
  } catch {
    // A full or a forbidden storage: the headings come with the rows.
  }
}

/**
 * Keeps the headings of a list where they will stand with its rows, whose words make the columns as wide as they are. Out:
 * the widths that the columns had when rows last stood here, while the rows come; undefined once they stand, and where
 * nothing is known. In: the place of the table, what tells the list and its columns, and whether all its rows stand.
 */
export function useWidths(place: RefObject<HTMLElement | null>, name: string, isWhole: boolean): Known {
  const key = keyOf(name);
  const [known, setKnown] = useState(() => ({ key, widths: knownWidths(key) }));
  if (known.key !== key) setKnown({ key, widths: knownWidths(key) });
  useEffect(() => {
    const heads = place.current?.querySelectorAll('thead th') ?? [];
    const widths = Array.from(heads, (head) => head.getBoundingClientRect().width);
    if (isWhole && widths.some((width) => width > 0)) keep(key, widths);
  }, [key, isWhole]);
  return isWhole ? undefined : known.widths;
}
