import { afterAll } from 'vitest';

// The files of one worker share their document, and what it lacks is given to it once.
if (!('fonts' in document)) await import('./jsdom.ts');

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  // The language of the browser that a test opened the console with.
  Reflect.deleteProperty(navigator, 'language');
  document.body.innerHTML = '';
});
