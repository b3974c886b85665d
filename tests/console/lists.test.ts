import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/account.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import type { Locator } from './support/locator.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const go = async (page: Page, path: string) => {
  await page.goto(path);
  await settled(page);
};
const rows = (page: Page) => page.locator('tbody tr');
const bar = (page: Page) => page.getByRole('search');
/** The query of the next list request with this text; requests for messages do not count. */
const asked = async (page: Page, act: () => Promise<unknown>, part = '') => {
  const isMeant = (url: string) => /\/v1\/(?!notification|saved_view)\w+\/list/.test(url) && url.includes(part);
  const [request] = await Promise.all([page.waitForRequest((one) => isMeant(one.url())), act()]);
  return new URL(request.url()).searchParams;
};

/** All lists use the same components, so the short version tests those that differ most. */
const ofAdministrators = scale(
  ['/user/general', '/user/third_oauth', '/enterprise/sales_product', '/authorization/order', '/audit'],
  [
    '/user/general',
    '/user/salesman',
    '/user/enterprise_user',
    '/user/third_oauth',
    '/enterprise',
    '/enterprise/product',
    '/enterprise/sales_product',
    '/enterprise/enterprise_product',
    '/test_project',
    '/authorization/project',
    '/authorization/order',
    '/audit',
  ],
);
const screens: readonly [Account, readonly string[]][] = [
  ['superadmin', ofAdministrators],
  ['enterprise', ['/user/subuser', '/authorization/assignment?active=1', '/authorization/assignment?active=2']],
  ['subuser', ['/authorization/application']],
];

describe.each(screens)('the lists of %s', (account, paths) => {
  it('are narrowed by what is typed and what is chosen, and say so when nothing matches (R-TABLE-03)', async () => {
    const page = await desk.open(account);
    for (const path of paths) {
      await go(page, path);
      const first = rows(page).getByRole('link').first();
      const before = await first.textContent();
      const typed = await asked(page, () => bar(page).getByRole('searchbox').fill('no such thing'), 'search=');
      expect(typed.get('search'), path).toBe('no such thing');
      await page.getByText('Nothing matches these filters').waitFor();
      await bar(page).getByRole('button', { name: 'Reset' }).click();
      await expect.poll(() => first.textContent(), { message: path }).toBe(before);
      const choice = bar(page).getByRole('combobox').first();
      if ((await choice.count()) === 0) continue;
      await choice.click();
      const chosen = await asked(page, () => page.getByRole('option').last().click(), 'filter_').catch(() => {
        throw new Error(`${path}: nothing was asked`);
      });
      const [name, value] = [...chosen].find(([one]) => one.startsWith('filter_')) ?? [];
      expect(value, path).toBeTruthy();
      await expect.poll(() => decodeURIComponent(page.url()), { message: path }).toContain(name?.slice(7) ?? '?');
      await page.reload();
      await settled(page);
      await expect.poll(() => bar(page).getByRole('button', { name: 'Reset' }).count(), { message: path }).toBe(1);
    }
  });
});

it('a query goes out as it reads, but for what would break it (A5, R-CALLG-03)', async () => {
  const page = await desk.open('operations');
  const range = { start_at: '2026-01-02T03:04:05Z', end_at: '2026-03-04T05:06:07Z' };
  const listed = page.waitForRequest(/\/v1\/order\/list/);
  await page.goto(`/authorization/order?filter=${encodeURIComponent(JSON.stringify(range))}`);
  expect((await listed).url()).toContain('start_at=2026-01-02T03:04:05Z&end_at=2026-03-04T05:06:07Z');
  await settled(page);
  const searched = page.waitForRequest(/\/v1\/order\/list\?.*search=/);
  await bar(page).getByRole('searchbox').fill('a&b');
  expect((await searched).url()).toContain('search=a%26b');
});

describe('the range of a list, in Shanghai', () => {
  const zone = 'Asia/Shanghai';
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toLocaleDateString('sv-SE', { timeZone: zone });
  const wire = (local: string) => new Date(`${local}+08:00`).toISOString().replace('.000Z', 'Z');
  const open = async () => {
    const page = await desk.open('operations', { timezoneId: zone });
    await go(page, '/authorization/order');
    const picker = async () => {
      await bar(page)
        .getByRole('button', { name: /^Created at/ })
        .click();
      await page.getByRole('dialog').getByRole('grid').first().waitFor();
    };
    return { page, picker, dialog: page.getByRole('dialog') };
  };

  it('reaches 7, 30 or 90 days back by one click, whole days, as UTC without milliseconds (R-TABLE-04, R-VALID-12, R-VALID-14)', async () => {
    const { page, picker, dialog } = await open();
    for (const [name, days] of [
      ['Last week', 7],
      ['Last month', 30],
      ['Last three months', 90],
    ] as const) {
      await picker();
      const query = await asked(page, () => dialog.getByRole('button', { name, exact: true }).click());
      expect([query.get('start_at'), query.get('end_at')]).toEqual([
        wire(`${day(-days)}T00:00:00`),
        wire(`${day(0)}T23:59:59`),
      ]);
      await bar(page)
        .getByRole('button', { name: `Created at: ${day(-days)} – ${day(0)}` })
        .waitFor();
    }
  });

  it('takes two days from 00:00:00 to 23:59:59, other times by hand, and no day to come (R-VALID-11, R-VALID-13)', async () => {
    const { page, picker, dialog } = await open();
    await picker();
    const cell = (offset: number) => dialog.locator(`[data-day="${day(offset)}"] button`);
    await expect.poll(() => cell(0).isEnabled()).toBe(true);
    const later = dialog.locator('[data-day] button:enabled');
    for (const one of await later.all()) {
      const shown = await one.evaluate((button) => button.closest('[data-day]')?.getAttribute('data-day'));
      expect(String(shown) <= day(0)).toBe(true);
    }
    expect(await dialog.getByRole('button', { name: /next month/i }).isEnabled()).toBe(false);
    await cell(-3).click();
    await cell(-1).click();
    await expect.poll(() => dialog.getByLabel('Start time').inputValue()).toBe('00:00:00');
    await expect.poll(() => dialog.getByLabel('End time').inputValue()).toBe('23:59:59');
    const whole = await asked(page, () => dialog.getByRole('button', { name: 'Apply' }).click());
    expect([whole.get('start_at'), whole.get('end_at')]).toEqual([
      wire(`${day(-3)}T00:00:00`),
      wire(`${day(-1)}T23:59:59`),
    ]);
    await picker();
    await dialog.getByLabel('Start time').fill('8:99');
    await expect.poll(() => dialog.getByRole('button', { name: 'Apply' }).isEnabled()).toBe(false);
    await dialog.getByText('Enter hours, minutes and seconds, such as 23:59:59').waitFor();
    await dialog.getByLabel('Start time').fill('08:30:15');
    const part = await asked(page, () => dialog.getByRole('button', { name: 'Apply' }).click());
    expect(part.get('start_at')).toBe(wire(`${day(-3)}T08:30:15`));
    await picker();
    const none = await asked(page, () => dialog.getByRole('button', { name: 'Clear' }).click());
    expect([none.get('start_at'), none.get('end_at')]).toEqual([null, null]);
  });
});

describe('the pages of a list', () => {
  /** The server's own response with another total and page size. */
  const shaped = async (total: number, per_page: number) => {
    const page = await desk.open('superadmin');
    await page.route('**/v1/product/list*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const items = body.items.slice(0, Math.min(total, per_page));
      await route.fulfill({ json: { ...body, items, total, per_page } });
    });
    const pages: (string | null)[] = [];
    page.on('request', (one) => {
      const { pathname, searchParams } = new URL(one.url());
      if (pathname === '/v1/product/list' && searchParams.get('per_page') === String(per_page))
        pages.push(searchParams.get('page'));
    });
    await go(page, '/enterprise/product');
    return { page, pages };
  };
  /** Simulates a browser that saves data. */
  const saveData = (on: boolean) =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: on }, configurable: true });

  it.each([
    [0, 3, 0],
    [3, 3, 0],
    [4, 3, 2],
    [10, 3, 4],
  ])(
    'of %i rows by %i are %i: none for no rows or for one page (R-TABLE-01, R-TABLE-02)',
    async (total, size, pages) => {
      const { page, pages: fetched } = await shaped(total, size);
      const pager = page.getByRole('navigation', { name: 'Pages' });
      await (total === 0 ? page.getByText('Nothing here yet') : rows(page).getByRole('link').first()).waitFor();
      await (total === 0 ? page.getByText('Nothing here yet') : rows(page).getByRole('link').first()).waitFor();
      await expect.poll(() => pager.count()).toBe(pages === 0 ? 0 : 1);
      if (pages === 0) {
        if (total === 0) await page.getByText('Nothing here yet').waitFor();
        return;
      }
      await page.getByText(`${total} in all`).waitFor();
      await expect.poll(() => pager.getByRole('button', { name: /^page \d+/i }).count()).toBe(pages);
      // The next page is prefetched, and not requested again.
      await expect.poll(() => fetched).toContain('2');
      await settled(page);
      await pager.getByRole('button', { name: 'Next page' }).click();
      await pager.getByRole('button', { name: 'page 2' }).and(page.locator('[aria-current]')).waitFor();
      await rows(page).getByRole('link').first().waitFor();
      expect(fetched.filter((one) => one === '2')).toHaveLength(1);
      await asked(page, () => pager.getByRole('button', { name: 'Previous page' }).click(), 'page=1&per_page');
    },
  );

  it('are fetched when they are opened where a browser saves data', async () => {
    saveData(true);
    const { page, pages } = await shaped(4, 3);
    expect(pages).toEqual(['1']);
    await asked(page, () => page.getByRole('button', { name: 'Next page' }).click(), 'page=2&per_page');
    saveData(false);
  });

  it('have their records fetched when they are pointed at, once', async () => {
    const page = await desk.open('superadmin');
    await go(page, '/enterprise/product');
    const link = rows(page).getByRole('link').first();
    const path = `/v1/product/${/\d+$/.exec((await link.getAttribute('href')) ?? '')}`;
    const calls: string[] = [];
    page.on('request', (one) => calls.push(new URL(one.url()).pathname));
    const pointAt = async () => {
      await page.locator('h1').hover();
      await link.hover();
      return calls;
    };
    // The code that watches hovered links is loaded on demand, so hovering is repeated until it has an effect.
    await expect.poll(pointAt, { interval: 300 }).toContain(path);
    await settled(page);
    await link.click();
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
    await settled(page);
    expect(calls.filter((one) => one === path)).toHaveLength(1);
  });

  it('have no licence fetched when it is pointed at: each look at its secret is audited (A28)', async () => {
    const page = await desk.open('enterprise');
    const calls: string[] = [];
    page.on('request', (one) => calls.push(new URL(one.url()).pathname));
    await go(page, '/authorization/project');
    const looks = async (link: Locator) => {
      await page.locator('h1').hover();
      await link.hover();
      return calls;
    };
    const project = rows(page).getByRole('link').first();
    const asked = /^\/v1\/project\/\d+$/;
    await expect.poll(() => looks(project), { interval: 300 }).toContainEqual(expect.stringMatching(asked));
    await page.locator('nav a[href="/authorization/assignment"]').click();
    await page.locator('tbody a[href^="/authorization/assignment/"]').first().waitFor();
    await settled(page);
    const licence = rows(page).getByRole('link').first();
    expect(await licence.getAttribute('href')).toMatch(/^\/authorization\/assignment\/\d+$/);
    let looked = 0;
    await expect.poll(() => looks(licence).then(() => (looked += 1)), { interval: 300 }).toBeGreaterThan(2);
    expect(calls.filter((one) => /^\/v1\/assignment\/\d+$/.test(one))).toEqual([]);
  });

  it('are sorted by the server, by a click on a head', async () => {
    const page = await desk.open('superadmin');
    await go(page, '/enterprise/product');
    const sorts: (string | null)[] = [];
    for (let click = 0; click < 2; click += 1)
      sorts.push((await asked(page, () => page.getByRole('button', { name: 'Code' }).click())).get('sort'));
    expect(sorts).toEqual(['code', '-code']);
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort'))
      .toBe('descending');
  });
});

describe('a list that is slow, or fails', () => {
  it('shows that it waits; a failure can be tried again', async () => {
    const page = await desk.open('superadmin');
    let mode: 'hold' | 'fail' | 'pass' = 'hold';
    let release = () => {};
    const paused = new Promise<void>((free) => (release = free));
    await page.route('**/v1/product/list*', async (route) => {
      if (mode === 'hold') await paused;
      return mode === 'pass' ? route.continue() : route.fulfill({ status: 500, json: { title: 'The disk is full' } });
    });
    await page.goto('/enterprise/product');
    await page.locator('.MuiSkeleton-root').first().waitFor();
    mode = 'fail';
    release();
    await page.getByText('The data could not be loaded.').waitFor();
    await page.getByText('The disk is full').waitFor();
    mode = 'pass';
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().getByRole('link').waitFor();
  });
});
