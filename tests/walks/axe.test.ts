import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderNotice } from '../../server/core/mail/noticeMail.ts';
import { renderMail } from '../../server/core/mail/template.ts';
import { findings, ofColours } from '../support/axe.ts';
import { startConsole, still, type TestConsole } from '../support/console.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { openedAs, places, visit, walkers, wordsOf } from '../support/places.ts';
import { listenForData } from '../support/screenWords.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const grounds = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

type Scheme = 'light' | 'dark';

/** Switches the page from light to dark, or back. */
async function otherColours(page: Page, scheme: Scheme): Promise<Scheme> {
  const before = await grounds(page);
  const colorScheme = scheme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => grounds(page)).not.toBe(before);
  await still(page);
  return colorScheme;
}

describe('every page and dialog', () => {
  it.each(walkers)(
    'of %s has nothing against it by axe (WCAG 2.2 A and AA); is English (R-I18N-01), and fits into 749 px',
    async (walker) => {
      const [account, options] = openedAs(walker);
      const page = await desk.open(account, { ...options, reducedMotion: 'reduce' });
      const found: string[] = [];
      const strangers = listenForData(page, 'en');
      let scheme: Scheme = 'light';
      await page.emulateMedia({ colorScheme: scheme });
      for (const place of places[walker]) {
        const { path, name } = place;
        await visit(page, place, wordsOf('en'));
        for (const text of await strangers()) found.push(`${path} ${name ?? ''} says "${text}"`);
        for (const one of await findings(page)) found.push(`${path} ${name ?? ''} ${scheme} ${one}`);
        scheme = await otherColours(page, scheme);
        // The same page in the other colours, which the next page also starts with.
        for (const one of await findings(page, ofColours)) found.push(`${path} ${name ?? ''} ${scheme} ${one}`);
        await page.setViewportSize({ width: 749, height: 900 });
        // A popover follows its button shortly after the window has changed.
        const over = () => overflowingParts(page).then((all) => all.join(', '));
        await expect.poll(over, { message: `${path} ${name ?? ''} at 749 px` }).toBe('');
        await page.setViewportSize({ width: 1440, height: 900 });
      }
      expect(found).toEqual([]);
    },
  );
});

const licence = {
  projectName: 'Payments',
  enterpriseName: 'Northwind',
  productName: 'W'.repeat(100),
  orderCode: 'LO-12',
  orderType: 1003,
  quantity: 1234,
  unit: null,
  licKey: 'K'.repeat(100),
  licenceId: '0b7cfa52-62d8-4b6c-9d0b-58a2a4bb7a0e',
  expiredAt: new Date('2027-01-02T03:04:05Z'),
  publicUrl: 'https://a-long-name.licence.example',
};

const letters = {
  licence: (language: 'en' | 'zh-CN') => renderMail({ template: 'dr', language, data: licence }),
  message: (language: 'en' | 'zh-CN') => {
    const title = language === 'en' ? 'Ticket T-000042 is resolved' : '工单 T-000042 已解决';
    const text = `${'W'.repeat(100)}\n${title}`;
    const notice = { title, text, url: 'https://a-long-name.licence.example/ticket/42' };
    const whole = { language, zone: 'UTC', notice, address: 'ann@example.com', message_id: '<1@example.com>' };
    return { ...renderNotice(whole), pictures: [] };
  },
};

describe.each(Object.keys(letters) as (keyof typeof letters)[])('the mail of a %s', (kind) => {
  it.each(['en', 'zh-CN'] as const)(
    'in %s has nothing against it by axe in light and dark, fits into 360 px, and takes 600 px at most (issue 14.9)',
    async (language) => {
      const page = await desk.browser.newPage();
      const seen: string[] = [];
      page.on('request', (request) => seen.push(request.url()));
      const { html, pictures } = letters[kind](language);
      const content = pictures[0]?.content.toString('base64');
      const shown = html.replace(/cid:[^"]+/, `data:image/png;base64,${content}`);
      const found: string[] = [];
      const colours = new Set<string>();
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 700]) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await page.setContent(shown);
          colours.add(await grounds(page));
          for (const one of [...(await findings(page)), ...(await overflowingParts(page))])
            found.push(`${colorScheme} ${width} px: ${one}`);
          const card = await page.locator('.card').boundingBox();
          expect(card?.width).toBe(width === 360 ? 344 : 600);
        }
      expect(found).toEqual([]);
      expect(colours.size).toBe(2);
      expect(seen.filter((url) => !url.startsWith('data:'))).toEqual([]);
      await page.close();
    },
  );
});
