/** True while the script of the page loads. */
export const isPageLoading = (): boolean => document.querySelector('main [data-coming]') !== null;

/** Appends the words to the input as if they were typed. */
function writeIntoSearch(input: HTMLInputElement, words: string): void {
  input.focus();
  if (!words) return;
  input.setRangeText(words, input.value.length, input.value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The words after a key press; undefined for keys that end the typing. */
function textAfterKey({ key }: KeyboardEvent, words: string): string | undefined {
  if (key === 'Escape' || key === 'Tab') return undefined;
  if (key === 'Backspace') return words.slice(0, -1);
  return key.length === 1 ? words + key : words;
}

/**
 * Collects what is typed for the search of a page whose script still loads, and writes it into the search once that is
 * there. Ends when the page has no search, and on Escape, Tab or a click.
 * @param search selector of the search input
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
