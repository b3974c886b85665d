import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** Where a test draws, and what draws there: as they are now. */
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

/** Gives each test of the file a place of its own. */
export function eachWithTestRoot(): void {
  beforeEach(mountTestRoot);
  afterEach(unmountTestRoot);
}
