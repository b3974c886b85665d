import { type KeyboardEvent, useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { text } from '../../../i18n/text.ts';

/** The pause in typing after which the search starts, in milliseconds. */
const searchDelay = 250;

/** The records to pick from, and the search for others. */
export interface PickerSearch<T> {
  /** The current options: the results for the words, or while these load, the results for the previous words. */
  readonly offered: readonly T[];
  readonly words: string;
  readonly isFetching: boolean;
  /** Searches for records with these words; without words, for all. */
  search(words: string): void;
}

/** Enter submits a form. In a picker that is open or has unchosen text, it only chooses. */
function preventSubmit(event: KeyboardEvent, typed: string): void {
  const isOpen = (event.target as Element).getAttribute('aria-expanded') === 'true';
  if (event.key === 'Enter' && (typed !== '' || isOpen)) event.preventDefault();
}

/**
 * Searches for the text typed into a picker after a pause in typing.
 * @returns The typed text, a function to change it, and the props of the Autocomplete: it offers no results of an
 * earlier search, and Enter chooses an option but never submits the form while unchosen text remains.
 */
export function usePickerSearch<T>({ offered, words, isFetching, search }: PickerSearch<T>) {
  const [typed, setTyped] = useState('');
  const searchSoon = useDebouncedEvent(search, searchDelay);
  const type = (next: string) => {
    if (next === typed) return;
    setTyped(next);
    searchSoon(next);
  };
  const isSearchPending = typed !== words;
  const autocomplete = {
    options: isSearchPending || (isFetching && typed) ? [] : offered,
    loading: isSearchPending || isFetching,
    filterOptions: (all: T[]) => all,
    noOptionsText: text().form.nothingFound,
    loadingText: text().form.searching,
    onKeyDown: (event: KeyboardEvent) => preventSubmit(event, typed),
  };
  return { typed, type, autocomplete };
}
