import { TextDecoder, TextEncoder } from 'node:util';
import { configure } from '@testing-library/dom';
import { config, Transition } from 'react-transition-group';

/** Browser features that the console needs and jsdom lacks. Layout is not simulated; the browser tests check it. */

const width = 1440;
const answer = (query: string): boolean => {
  const most = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
  const least = /min-width:\s*([\d.]+)px/.exec(query)?.[1];
  if (most !== undefined || least !== undefined) return width <= Number(most ?? width) && width >= Number(least ?? 0);
  return query.includes('prefers-reduced-motion: reduce');
};

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: answer(media),
    onchange: null,
    addListener() {},
    removeListener() {},
  });

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
// The server runs in the same process, and signing accepts only Node's own byte arrays.
Object.assign(globalThis, { TextEncoder, TextDecoder, Uint8Array: Object.getPrototypeOf(Buffer) });
/** Locks for a single tab: each request gets the lock when the previous one has released it. */
const locked = new Map<string, Promise<unknown>>();
const request = (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<unknown>) => {
  const turn = (locked.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : hold()));
  locked.set(name, turn);
  return turn;
};
Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL() {} });
Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve(), addEventListener() {} } });

// jsdom would match every rule of every style sheet for each query: minutes for styles that these tests do not check.
const inline = new Set(['A', 'B', 'EM', 'I', 'LABEL', 'SPAN', 'STRONG', 'WBR']);
const styleOf = (element: Element): CSSStyleDeclaration => {
  const own = (element as HTMLElement).style;
  const display = own.display || (inline.has(element.tagName) ? 'inline' : 'block');
  const getPropertyValue = (name: string) => (name === 'display' ? display : own.getPropertyValue(name));
  const known: Readonly<Record<string, unknown>> = { display, getPropertyValue };
  return new Proxy(own, { get: (_, name) => known[String(name)] ?? Reflect.get(own, name) });
};
Object.defineProperty(window, 'getComputedStyle', { value: styleOf, writable: true });
Object.defineProperty(globalThis, 'getComputedStyle', { value: styleOf, writable: true });
configure({ computedStyleSupportsPseudoElements: false } as never);
// Style sheets are therefore not parsed either.
HTMLStyleElement.prototype.appendChild = (rule) => rule;
const { querySelector } = Document.prototype;
Document.prototype.querySelector = function (this: Document, selectors: string) {
  return selectors.startsWith('style[') ? null : querySelector.call(this, selectors);
};

// jsdom searches the whole document for each label of each control; the id is enough to find the control of a label.
const controls = 'button, input, meter, output, progress, select, textarea';
const controlOf = (label: HTMLLabelElement) =>
  label.htmlFor ? document.getElementById(label.htmlFor) : label.querySelector(controls);
Object.defineProperty(HTMLLabelElement.prototype, 'control', {
  get(this: HTMLLabelElement) {
    return controlOf(this);
  },
});
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      return [...document.getElementsByTagName('label')].filter((label) => controlOf(label) === this);
    },
  });

// Transitions end immediately. `onEnter` is still called, because a snackbar would otherwise not notice its own end.
config.disabled = true;
const transition = Transition.prototype as unknown as {
  props: { onEnter?: (mounting: boolean) => void };
  performEnter(mounting: boolean): void;
};
const { performEnter } = transition;
transition.performEnter = function (this: typeof transition, mounting) {
  this.props.onEnter?.(mounting);
  performEnter.call(this, mounting);
};
