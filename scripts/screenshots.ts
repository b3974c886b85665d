import { mkdirSync } from 'node:fs';
import { settled, startConsole } from '../tests/support/console.ts';
import { opened, type Place, places, wordsOf } from '../tests/support/places.ts';

// npm run screenshots [-- PART]: pictures of every screen and dialog of the demo, in both languages, at 749 and 1440 px,
// and in the dark at 1440 px; with PART, those alone whose name contains it. Needs `npm run build` before.

const part = process.argv[2] ?? '';
const folder = 'screenshots';
const looks = [
  { width: 1440, scheme: 'light' },
  { width: 749, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
] as const;

const nameOf = (account: string, { path, name }: Place): string =>
  [account, ...path.split(/[/?=]/).filter(Boolean), name].filter(Boolean).join('-');

mkdirSync(folder, { recursive: true });
const desk = await startConsole();
try {
  for (const language of ['en', 'zh'] as const) {
    for (const { width, scheme } of looks) {
      for (const [account, all] of Object.entries(places)) {
        const wanted = all.map((place) => ({
          place,
          file: `${nameOf(account, place)}-${language}-${width}-${scheme}`,
        }));
        const page = await desk.open(account === 'nobody' ? undefined : (account as 'sales'), {
          locale: language === 'zh' ? 'zh-CN' : 'en-US',
          viewport: { width, height: 900 },
          colorScheme: scheme,
          reducedMotion: 'reduce',
        });
        await page.addInitScript((theme) => localStorage.setItem('licence.theme', theme), scheme);
        for (const { place, file } of wanted.filter((one) => one.file.includes(part))) {
          await page.goto(place.path);
          await settled(page);
          await place.act?.(page, wordsOf(language));
          if (place.act) await opened(page);
          await page.waitForTimeout(300);
          await page.screenshot({ path: `${folder}/${file}.png` });
        }
        await page.close();
      }
    }
  }
} finally {
  await desk.close();
}
console.log(`The pictures are in ${folder}/`);
