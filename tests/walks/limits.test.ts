import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, settled, startConsole, type TestConsole, walkers } from '../support/console.ts';
import { delayed } from '../support/form.ts';
import { patiently } from '../support/slowPages.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** The time after which the page gives up a request without a response, by its own clock. */
async function untilGivenUp(account: string): Promise<number> {
  const page = await desk.open(account);
  await page.goto('/userinfo');
  await settled(page);
  await page.route('**/v1/session/list**', () => undefined);
  await page.evaluate(() => {
    const seen = window as unknown as { asked?: number; reported?: number };
    const original = window.fetch;
    window.fetch = (...input) => {
      if (String(input[0]).includes('/v1/session/list')) seen.asked ??= performance.now();
      return original(...input);
    };
    new MutationObserver(() => {
      if (document.querySelector('.MuiSnackbar-root [role=alert]')) seen.reported ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.locator('#tab-sessions').click();
  const alert = page.locator('.MuiSnackbar-root [role=alert]');
  await alert.waitFor({ timeout: patiently(30_000) });
  expect(await alert.textContent()).toBe('Request timed out, please check your network connection');
  return page.evaluate(() => {
    const seen = window as unknown as { asked: number; reported: number };
    return seen.reported - seen.asked;
  });
}

describe('a reply that does not come', () => {
  it('is given up between 20 and 21 s, and said so, for every role (R-CONST-01)', async () => {
    const waited = await Promise.all(walkers.map(untilGivenUp));
    for (const time of waited) {
      expect(time).toBeGreaterThanOrEqual(20_000);
      expect(time).toBeLessThan(21_000);
    }
  });
});

const broken = (page: Page, text: string) => page.getByText(text);

describe('a script that does not come', () => {
  /** Opens a page with a script that never loads. */
  async function openDelayed(account: string, script: RegExp, path: string, locale = 'en-US'): Promise<Page> {
    const page = await desk.open(account, { locale });
    await page.clock.install();
    const asked = page.waitForRequest(script);
    await page.route(script, () => undefined);
    await page.goto(path);
    await asked;
    return page;
  }

  it.each([
    ...walkers.map((account) => [account, 'a page', /assets\/Dashboard-[^/]*\.js/, '/dashboard'] as const),
    ['sales', 'the console', /assets\/App-[^/]*\.js/, '/dashboard'] as const,
  ])(
    'for %s, %s: waits at 110 s, and offers to load anew after 120 s (R-CONST-02, B37)',
    async (account, _what, script, path) => {
      const page = await openDelayed(account, script, path);
      const text = 'Part of the page could not be loaded.';
      await page.clock.fastForward(110_000);
      await page.clock.runFor(300);
      expect(await broken(page, text).count()).toBe(0);
      await page.clock.fastForward(10_500);
      await broken(page, text).waitFor();
      await page.unroute(script);
      await page.getByRole('button', { name: /Try again/ }).click();
      await page.locator('h1').waitFor();
    },
  );

  it('says so in Chinese; so does a dialog whose script fails at once (R-CONST-02, B37)', async () => {
    const page = await openDelayed('enterprise', /assets\/Dashboard-[^/]*\.js/, '/dashboard', 'zh-CN');
    await page.clock.fastForward(121_000);
    await broken(page, '部分页面未能加载。').waitFor();
    await page.getByRole('button', { name: '重试' }).waitFor();
    const dialog = await desk.open('sales');
    await dialog.route(/assets\/OrderCreate-[^/]*\.js/, (route) => route.abort());
    await dialog.goto('/authorization/order');
    await settled(dialog);
    await dialog.getByRole('button', { name: 'New order' }).first().click();
    const text = 'Part of the page could not be loaded.';
    await broken(dialog, text).waitFor();
    // The page below does not change; the same applies to the command palette.
    await dialog.keyboard.press('Escape');
    await broken(dialog, text).waitFor({ state: 'detached' });
    await dialog.route(/assets\/Palette-[^/]*\.js/, (route) => route.abort());
    await dialog.keyboard.press('Control+k');
    await broken(dialog, text).waitFor();
    await dialog.keyboard.press('Escape');
    await broken(dialog, text).waitFor({ state: 'detached' });
    await expect.poll(() => dialog.locator('tbody tr').count()).toBeGreaterThan(1);
  });

  it('is told in the product’s own frame where it is part of no page', async () => {
    const { call } = await desk.api('superadmin');
    const [name, script] = ['due.password', /assets\/DuePassword-[^/]*\.js/] as const;
    await call('POST', '/v1/user', { name, nick_name: name, role_id: 2, password });
    const page = await desk.open(name);
    await page.route(script, (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Part of the page could not be loaded.' }).waitFor();
    expect(await page.locator('pre').count()).toBe(0);
    await page.unroute(script);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').waitFor();
  });
});

describe('a dialog whose script is on its way', () => {
  /**
   * A list whose other scripts are delayed.
   * @returns the page, and a function that releases them
   */
  async function slow(account: string, path: string): Promise<{ page: Page; letIn: () => void }> {
    const page = await desk.open(account, { reducedMotion: 'reduce' });
    await page.goto(path);
    await settled(page);
    const letIn = await delayed(page, /assets\/[^/]*\.js/);
    return { page, letIn };
  }

  it('takes what is written into the palette, and does nothing to the page by it', async () => {
    const { page, letIn } = await slow('operations', '/enterprise');
    await page.keyboard.press('Control+k');
    // As shortcuts, these keys would open the orders and a record.
    await page.keyboard.type('go product');
    const input = page.getByRole('dialog').locator('input');
    await expect.poll(() => input.inputValue()).toBe('go product');
    for (const _ of 'go ') await page.keyboard.press('Home').then(() => page.keyboard.press('Delete'));
    letIn();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => input.inputValue()).toBe('product');
    expect(new URL(page.url()).pathname).toBe('/enterprise');
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await expect.poll(() => input.inputValue()).toBe('productx');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keeps the keys from the page below, and is given up by Escape', async () => {
    const { page, letIn } = await slow('operations', '/enterprise');
    const before = page.url();
    await page.keyboard.press('?');
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
    await page.keyboard.type('jxgo');
    await page.keyboard.press('Escape');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    letIn();
    await settled(page);
    expect(page.url()).toBe(before);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
  });
});

/** The hue of a colour, in degrees. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const turn =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return (turn * 60 + 360) % 360;
}

describe('the primary colour', () => {
  const all = [
    [undefined, '/login', 'Sign in'],
    ['superadmin', '/user/general', 'New administrator'],
    ['operations', '/enterprise', 'New enterprise'],
    ['sales', '/enterprise', 'New enterprise'],
    ['enterprise', '/authorization/order', 'New order'],
    ['subuser', '/authorization/application', 'New application'],
  ] as const;
  it.each(all.filter(([account]) => !account || walkers.includes(account)))(
    'is a magenta for %s on %s, in light and in dark (R-CONST-03)',
    async (account, path, name) => {
      const page = await desk.open(account, { colorScheme: 'light' });
      await page.goto(path);
      const button = page.getByRole('button', { name, exact: true }).first();
      await button.waitFor();
      const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const [light, before] = [await colour(), await ground()];
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(ground).not.toBe(before);
      for (const hue of [hueOf(light), hueOf(await colour())]) {
        expect(hue).toBeGreaterThan(290);
        expect(hue).toBeLessThan(335);
      }
    },
  );
});

type Rgb = readonly number[];

const channels = (colour: string): Rgb => {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
};

/** A colour drawn over an opaque one. */
const over = (colour: Rgb, ground: Rgb): Rgb =>
  [0, 1, 2].map((at) => (colour[at] ?? 0) * (colour[3] ?? 1) + (ground[at] ?? 0) * (1 - (colour[3] ?? 1)));

/** The luminance of a colour, and the contrast of two colours (WCAG 2.2). */
const brightness = (colour: Rgb): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, share, at) => {
    const part = (colour[at] ?? 0) / 255;
    return sum + share * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);
function contrast(one: Rgb, other: Rgb): number {
  const [dim = 0, bright = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

describe('what is chosen', () => {
  it.each(['light', 'dark'] as const)(
    'is neutral in menus and pickers, and read with 4.5:1, in %s (issue 14, point 8)',
    async (colorScheme) => {
      const page = await desk.open('sales', { colorScheme });
      await page.goto('/authorization/order');
      await page.getByRole('button', { name: 'New order', exact: true }).click();
      const field = (name: string) => page.getByRole('dialog').getByRole('combobox', { name });
      const chosen = page.locator('[role=option][aria-selected=true]');
      const look = async (hover: boolean) => {
        if (hover) await chosen.hover();
        const [own = '', text = '', paper = ''] = await chosen.evaluate((element) => [
          getComputedStyle(element).backgroundColor,
          getComputedStyle(element).color,
          getComputedStyle(element.closest('.MuiPaper-root') ?? document.body).backgroundColor,
        ]);
        const [red = 0, green = 0, blue = 0, alpha = 0] = channels(own);
        expect([own, alpha > 0, red === green && green === blue]).toEqual([own, true, true]);
        const seen = over(channels(own), channels(paper));
        expect(contrast(over(channels(text), seen), seen)).toBeGreaterThan(4.5);
      };
      await field('Type').click();
      await chosen.waitFor();
      await look(false);
      await look(true);
      await page.keyboard.press('Escape');
      await field('Enterprise').first().click();
      await page.getByRole('option').first().click();
      await field('Enterprise').first().press('ArrowDown');
      await chosen.waitFor();
      await look(false);
      await look(true);
    },
  );
});
