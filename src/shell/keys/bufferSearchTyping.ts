/** Is the script of the page on its way? */
export const isPageLoading = (): boolean => document.querySelector('main [data-coming]') !== null;

/** Puts the words at the end of what is in the input, as if they were typed there. */
function writeIntoSearch(input: HTMLInputElement, words: string): void {
  input.focus();
  if (!words) return;
  input.setRangeText(words, input.value.length, input.value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The words after a key: undefined where it is none of writing, and the wish is given up. */
function textAfterKey({ key }: KeyboardEvent, words: string): string | undefined {
  if (key === 'Escape' || key === 'Tab') return undefined;
  if (key === 'Backspace') return words.slice(0, -1);
  return key.length === 1 ? words + key : words;
}

/**
 * Holds what is written for the search (a selector) of a page whose script is on its way, and writes it there once the
 * page stands. A page without a search, Escape, Tab or a press of the pointer end it.
 */
export function bufferSearchTyping(search: string): void {
  let words = '';
  const end = new AbortController();
  const { signal } = end;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const after = textAfterKey(event, words);
    if (after === undefined) return end.abort();
    words = after;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const observer = new MutationObserver(() => {
    const input = document.querySelector<HTMLInputElement>(search);
    if (!input && isPageLoading()) return;
    end.abort();
    if (input) writeIntoSearch(input, words);
  });
  signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  window.addEventListener('keydown', onKey, { capture: true, signal });
  window.addEventListener('pointerdown', () => end.abort(), { capture: true, signal });
}
