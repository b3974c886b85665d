import { afterAll } from 'vitest';
import { loadAllTexts } from './loadAllTexts.ts';

await loadAllTexts();

// The test files of one worker share the document, which is extended only once.
if (!('fonts' in document)) await import('./jsdom.ts');

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  // Removes the browser language that a test has set.
  Reflect.deleteProperty(navigator, 'language');
  document.body.innerHTML = '';
});
