import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** The current element in which a test renders, and its React root. */
export let testRoot: HTMLElement;
export let root: Root;

export function mountTestRoot(): void {
  testRoot = document.body.appendChild(document.createElement('div'));
  root = createRoot(testRoot);
}

export function unmountTestRoot(): void {
  root.unmount();
  testRoot.remove();
}

/** Gives each test of the file its own element. */
export function eachWithTestRoot(): void {
  beforeEach(mountTestRoot);
  afterEach(unmountTestRoot);
}
