import { type ByRoleOptions, queryAllByLabelText, queryAllByRole } from '@testing-library/dom';

export type Words = string | RegExp;
export interface NameOptions {
  exact?: boolean;
}
export interface RoleOptions extends NameOptions {
  name?: Words;
  checked?: boolean;
  selected?: boolean;
  level?: number;
}

export const collapseSpaces = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

export function matchesText(text: string, words: Words, exact = false): boolean {
  if (words instanceof RegExp) return words.test(text);
  return exact ? text === collapseSpaces(words) : text.toLowerCase().includes(collapseSpaces(words).toLowerCase());
}

/** As far as it can be determined without layout. */
export const isVisible = (element: Element): boolean =>
  element.isConnected && !element.closest('[hidden], [style*="display: none"], [style*="visibility: hidden"]');

const isHiddenFromRoles = (element: Element): boolean =>
  !!element.closest('[aria-hidden="true"]') || !isVisible(element);

export function byRole(scope: Element, role: string, { name, exact, ...more }: RoleOptions = {}): Element[] {
  const options: ByRoleOptions = { hidden: true, ...more };
  if (name !== undefined) options.name = (found: string) => matchesText(collapseSpaces(found), name, exact);
  return queryAllByRole(scope as HTMLElement, role, options).filter((element) => !isHiddenFromRoles(element));
}

const skipped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT']);

/** The smallest elements with the text: none of their children has it. */
export function byText(scope: Element, words: Words, { exact = false }: NameOptions = {}): Element[] {
  const within = (element: Element): Element[] => {
    if (skipped.has(element.tagName)) return [];
    const text = collapseSpaces(element.textContent);
    if (typeof words === 'string' && !matchesText(text, words)) return [];
    const inner = [...element.children].flatMap(within);
    return inner.length > 0 || !matchesText(text, words, exact) ? inner : [element];
  };
  return within(scope);
}

/** Finds elements by CSS, or by XPath with the prefix `xpath=`. */
export function bySelector(scope: Element, selector: string): Element[] {
  if (!selector.startsWith('xpath=')) return [...scope.querySelectorAll(selector)];
  const found = document.evaluate(selector.slice(6), scope, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
  return Array.from({ length: found.snapshotLength }, (_, at) => found.snapshotItem(at) as Element);
}

export const byLabel = (scope: Element, words: Words, { exact = false }: NameOptions = {}): Element[] =>
  queryAllByLabelText(scope as HTMLElement, (text) => matchesText(collapseSpaces(text), words, exact));
