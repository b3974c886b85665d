import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach } from 'vitest';

/** Where a test draws, and what draws there: as they are now. */
export let place: HTMLElement;
export let root: Root;

export function begin(): void {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
}

export function end(): void {
  root.unmount();
  place.remove();
}

/** Gives each test of the file a place of its own. */
export function eachInPlace(): void {
  beforeEach(begin);
  afterEach(end);
}
