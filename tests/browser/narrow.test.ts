import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../support/console.ts';
import { cut } from '../support/cut.ts';
import { places, visit, walked, wordsOf } from '../support/places.ts';
import { listenForData } from '../support/screenWords.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

describe('at 749 px', () => {
  it.each(walked)(
    'nothing of the pages and dialogs of %s is cut off, and all of it is Chinese (R-I18N-01)',
    async (account) => {
      const options = { viewport: { width: 749, height: 900 }, reducedMotion: 'reduce', locale: 'zh-CN' } as const;
      const page = await desk.open(account === 'nobody' ? undefined : account, options);
      const found: string[] = [];
      const strangers = listenForData(page, 'zh');
      for (const place of places[account]) {
        await visit(page, place, wordsOf('zh'));
        for (const text of await strangers()) found.push(`${place.path} ${place.name ?? ''} says "${text}"`);
        for (const one of await cut(page)) found.push(`${place.path} ${place.name ?? ''}: ${one}`);
      }
      expect(found).toEqual([]);
    },
  );
});
