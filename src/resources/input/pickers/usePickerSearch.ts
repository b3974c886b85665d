import { type KeyboardEvent, useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { text } from '../../../i18n/text.ts';

/** How long typing pauses before it is searched for, in milliseconds. */
const searchDelay = 250;

/** Records to pick from, and how to look for others. */
export interface PickerSearch<T> {
  /** What is offered now: what was found for the words, or while those are fetched, for the words before. */
  readonly offered: readonly T[];
  readonly words: string;
  readonly isFetching: boolean;
  /** Looks for records with these words in them; without words, for all. */
  search(words: string): void;
}

/** In a form, Enter sends; in a picker that is open, or has words that are not chosen yet, it was meant to choose. */
function preventSubmit(event: KeyboardEvent, typed: string): void {
  const isOpen = (event.target as Element).getAttribute('aria-expanded') === 'true';
  if (event.key === 'Enter' && (typed !== '' || isOpen)) event.preventDefault();
}

/**
 * What is typed into a picker, searched for once typing has paused. In: what was found, and how to look for other words.
 * Out: the words, how to take others, and what an Autocomplete is given by them: nothing that was found for other words is
 * offered for these, and Enter chooses, but never sends the form with words that are not chosen yet.
 */
export function usePickerSearch<T>({ offered, words, isFetching, search }: PickerSearch<T>) {
  const [typed, setTyped] = useState('');
  const searchSoon = useDebouncedEvent(search, searchDelay);
  const type = (next: string) => {
    if (next === typed) return;
    setTyped(next);
    searchSoon(next);
  };
  const isAhead = typed !== words;
  const autocomplete = {
    options: isAhead || (isFetching && typed) ? [] : offered,
    loading: isAhead || isFetching,
    filterOptions: (all: T[]) => all,
    noOptionsText: text().form.nothingFound,
    loadingText: text().form.searching,
    onKeyDown: (event: KeyboardEvent) => preventSubmit(event, typed),
  };
  return { typed, type, autocomplete };
}
