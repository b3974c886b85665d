import type { ReactNode } from 'react';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { IconName } from '../../../contract/schema/icon.ts';
import type { RecentRecord } from '../../resources/recentRecords.ts';

/** A command of the palette. */
export interface Command {
  readonly id: string;
  /** The heading above it. */
  readonly group: string;
  readonly title: string;
  readonly detail?: string | null | undefined;
  readonly icon?: IconName | ReactNode;
  /** Texts by which it is found, besides its title, in both languages. */
  readonly words?: readonly string[];
  /** The shortcut for the same command. */
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** Text to write into the palette instead of closing it, for a command that needs more input. */
  readonly writes?: string;
  /** The entry for the recent records, if the command opens a record. */
  readonly recent?: RecentRecord;
}

/** True if the command contains every word of the text, in either language. */
export function matchesText({ title, words = [] }: Command, text: string): boolean {
  const all = foldText([title, ...words].join('\n'));
  return foldText(text)
    .split(' ')
    .every((word) => all.includes(word));
}
