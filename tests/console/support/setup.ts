import { TextDecoder, TextEncoder } from 'node:util';
import { configure } from '@testing-library/dom';
import { config, Transition } from 'react-transition-group';
import { afterAll } from 'vitest';

/** What the console asks of a browser and jsdom does not have. Nothing here judges layout: that is the browser tests'. */

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
// The server runs here too, and signs the bytes of Node alone.
Object.assign(globalThis, { TextEncoder, TextDecoder, Uint8Array: Object.getPrototypeOf(Buffer) });
window.scrollTo = () => {};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL() {} });
Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve(), addEventListener() {} } });

// jsdom would match every rule of every style sheet for each question: minutes for what no test here looks at.
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

// What moves is there at once: nobody watches. It is told all the same that it enters, or a snackbar would never know
// that it has left.
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

afterAll(() => {
  document.body.innerHTML = '';
});
