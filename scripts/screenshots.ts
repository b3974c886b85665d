import { mkdirSync } from 'node:fs';
import { settled, startConsole } from '../tests/support/console.ts';
import { openedAs, type Place, places, visit, type Walker, wordsOf } from '../tests/support/places.ts';

// npm run screenshots [-- PART]: takes screenshots of every screen and dialog of the demo, in both languages, at 390,
// 749 and 1440 px, and dark at 1440 px. With PART, only those whose name contains it. `-- docs` renews the small ones
// of the documentation. Needs `npm run build` before.

const part = process.argv[2] ?? '';
const forDocs = part === 'docs';
const folder = forDocs ? 'docs/images' : 'screenshots';

interface Look {
  readonly language: 'en' | 'zh';
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

const looks: readonly Look[] = (['en', 'zh'] as const).flatMap((language): Look[] => [
  { language, width: 1440, scheme: 'light' },
  { language, width: 749, scheme: 'light' },
  { language, width: 390, scheme: 'light' },
  { language, width: 1440, scheme: 'dark' },
]);

/** The screenshots of the documentation: the name of a place, its appearance, and the file. */
const docPictures: readonly [string, Look, string][] = [
  ['enterprise-dashboard', { language: 'en', width: 1280, scheme: 'light' }, 'dashboard-en'],
  ['operations-authorization-order', { language: 'en', width: 1280, scheme: 'light' }, 'orders-en'],
  ['sales-authorization-order-confirm', { language: 'zh', width: 1280, scheme: 'light' }, 'confirm-zh'],
  ['enterprise-authorization-order-detail', { language: 'en', width: 1280, scheme: 'light' }, 'order-en'],
  [
    'enterprise-authorization-assignment-active-1-detail',
    { language: 'zh', width: 1280, scheme: 'dark' },
    'licence-zh',
  ],
  ['superadmin-dashboard', { language: 'zh', width: 1280, scheme: 'dark' }, 'dashboard-zh'],
];

const nameOf = (walker: string, { path, name }: Place): string =>
  [walker, ...path.split(/[/?=]/).filter(Boolean), name].filter(Boolean).join('-');

const every = Object.entries(places).flatMap(([walker, all]) =>
  all.map((place) => ({ walker: walker as Walker, place, name: nameOf(walker, place) })),
);

interface Picture {
  readonly walker: Walker;
  readonly place: Place;
  readonly look: Look;
  readonly file: string;
}

const pictures: readonly Picture[] = forDocs
  ? docPictures.flatMap(([name, look, file]) =>
      every.filter((one) => one.name === name).map((one) => ({ ...one, look, file })),
    )
  : looks.flatMap((look) =>
      every.map((one) => ({ ...one, look, file: `${one.name}-${look.language}-${look.width}-${look.scheme}` })),
    );

mkdirSync(folder, { recursive: true });
/** A place is opened at this width, since narrow windows hide the row that leads to it; then the window is narrowed. */
const openingWidth = 749;
const desk = await startConsole();
try {
  for (const { walker, place, look, file } of pictures.filter((one) => forDocs || one.file.includes(part))) {
    const [account, options] = openedAs(walker);
    const page = await desk.open(account, {
      ...options,
      locale: look.language === 'zh' ? 'zh-CN' : 'en-US',
      viewport: { width: Math.max(look.width, openingWidth), height: forDocs ? 800 : 900 },
      deviceScaleFactor: forDocs ? 0.75 : 1,
      colorScheme: look.scheme,
      reducedMotion: 'reduce',
    });
    // tsx adds calls of `__name` to the code it compiles; the page needs that function.
    await page.addInitScript('globalThis.__name = (made) => made');
    await page.addInitScript((theme) => localStorage.setItem('licence.theme', theme), look.scheme);
    await visit(page, place, wordsOf(look.language));
    if (look.width < openingWidth) {
      await page.setViewportSize({ width: look.width, height: 844 });
      await settled(page);
    }
    await page.screenshot({ path: `${folder}/${file}.png` });
    await page.close();
  }
} finally {
  await desk.close();
  await desk.browser.close();
}
console.log(`The pictures are in ${folder}/`);
