import type { ReactNode } from 'react';
import type { IconName } from '../../../contract/schema/icon.ts';
import type { RecentRecord } from '../../resources/recentRecords.ts';

/** Something that the palette offers. */
export interface Command {
  readonly id: string;
  /** The heading that it stands under. */
  readonly group: string;
  readonly title: string;
  readonly detail?: string | null | undefined;
  readonly icon?: IconName | ReactNode;
  /** What it is found by besides its title, in both languages. */
  readonly words?: readonly string[];
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** What it writes into the palette in place of closing it: it asks for more. */
  readonly writes?: string;
  /** What it is remembered as, where it leads to a record. */
  readonly recent?: RecentRecord;
}

/** Does the command answer to every word of the text, in either language? */
export function matchesText({ title, words = [] }: Command, text: string): boolean {
  const all = [title, ...words].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
