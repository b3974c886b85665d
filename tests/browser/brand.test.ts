import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import { brandColourProblem } from '../../contract/values/brandColour.ts';
import { findings } from '../support/axe.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { pngOf } from '../support/contents.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';

/** The logo and the main colour that a SuperAdmin gives the console (issue 35, section 6). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

const { fields } = contract.entity('product_setting');

const cases = [
  ['en', 'en-US', 1440, '#0b5cad', 'rgb(11, 92, 173)'],
  ['zh', 'zh-CN', 390, '#7a1fa2', 'rgb(122, 31, 162)'],
  ['en', 'en-US', 749, '#0a6b4f', 'rgb(10, 107, 79)'],
] as const;

it.each(firstOf(2, cases))(
  'are previewed, saved and drawn everywhere, in %s (%s) at %i px',
  async (language, locale, width, colour, rgb) => {
    const { words, say } = wordsOf(language);
    const options = { locale, viewport: { width, height: 900 } };
    const page = await desk.open('superadmin', options);
    await page.goto('/setting/product');
    const input = page.getByRole('textbox', { name: say(fields[`colour_${language}`]?.label), exact: true });
    const preview = page.getByTestId(`preview-${language}`);
    await preview.waitFor();
    await input.fill('#ffcc00');
    await page.getByText(translateMessage(brandColourProblem('#ffcc00') ?? '', language)).waitFor();
    await takePicture(page, `brand-wrong-${language}-${width}`, true);
    await input.fill(colour);
    const group = page.locator(`[data-field=logo_${language}]`);
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(240, 64) };
    await group.locator('input[type=file]').setInputFiles(file);
    // What is shown before the form is saved is what this page has uploaded.
    await preview.locator('img[src^="blob:"]').first().waitFor();
    expect(await preview.evaluate((one) => getComputedStyle(one).getPropertyValue('--brand'))).toBe(colour);
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await takePicture(page, `brand-preview-${language}-${width}`, true);
    await page.getByRole('button', { name: words.actions.save, exact: true }).click();
    await page.getByText(words.done.modified).waitFor();

    await expect
      .poll(async () => {
        await page.reload();
        return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
      })
      .toBe(colour);
    const shown = width < 750 ? page.locator('header img') : page.getByRole('navigation').locator('img');
    await expect.poll(() => shown.first().evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(240);
    const save = page.getByRole('button', { name: words.actions.save, exact: true });
    await expect.poll(() => save.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(rgb);
    const bars = page.locator('meta[name=theme-color]');
    expect(await bars.evaluateAll((all) => all.map((one) => one.getAttribute('content')))).toEqual([colour, colour]);
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await takePicture(page, `brand-console-${language}-${width}`, true);
    await page.getByRole('button', { name: words.header.theme }).click();
    await expect.poll(() => save.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(rgb);
    expect(await findings(page)).toEqual([]);
    await takePicture(page, `brand-dark-${language}-${width}`, true);
    await page.getByRole('button', { name: words.header.theme }).click();

    const login = await desk.open(undefined, options);
    const requests: string[] = [];
    login.on('request', (one) => requests.push(new URL(one.url()).pathname));
    await login.goto('/login');
    await login.locator('.login-brand img').waitFor();
    expect(await login.locator('.login-submit').evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(rgb);
    expect(requests.filter((one) => one.includes('/logo/')).length).toBe(1);
    expect(await findings(login)).toEqual([]);
    expect(await overflowingParts(login)).toEqual([]);
    await takePicture(login, `brand-login-${language}-${width}`, true);
  },
);

it('are there before the first script, so that nothing is drawn in another colour', async () => {
  const page = await desk.open(undefined, { locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/login', { waitUntil: 'commit' });
  const side = page.locator('.frame-side');
  await side.waitFor();
  expect(await side.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('rgb(122, 31, 162)');
  const mark = await page.locator('.frame-mark').evaluate((one) => getComputedStyle(one).backgroundImage);
  expect(mark).toContain('/v1/setting/product/logo/');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await takePicture(page, 'brand-frame');
});

it('go back to the product’s own when they are removed', async () => {
  const { words } = wordsOf('en');
  const page = await desk.open('superadmin', { viewport: { width: 1440, height: 900 } });
  await page.goto('/setting/product');
  const { say } = wordsOf('en');
  for (const one of ['en', 'zh']) {
    await page
      .locator(`[data-field=logo_${one}]`)
      .getByRole('button', { name: words.files.remove('logo.png') })
      .click();
    await page.getByRole('textbox', { name: say(fields[`colour_${one}`]?.label), exact: true }).fill('');
  }
  await page.getByRole('button', { name: words.actions.save, exact: true }).click();
  await page.getByText(words.done.modified).waitFor();
  await expect
    .poll(async () => {
      await page.reload();
      return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
    })
    .toBe('');
});
