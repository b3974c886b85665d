import { afterAll } from 'vitest';
import { en } from '../../../src/i18n/en.ts';
import { addTexts } from '../../../src/i18n/text.ts';
import { zh } from '../../../src/i18n/zh.ts';

// A test may switch between languages without a reload.
addTexts('en', en);
addTexts('zh', zh);

// The test files of one worker share the document, which is extended only once.
if (!('fonts' in document)) await import('./jsdom.ts');

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  // Removes the browser language that a test has set.
  Reflect.deleteProperty(navigator, 'language');
  document.body.innerHTML = '';
});
