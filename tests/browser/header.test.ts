import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, accounts, settled, startConsole, type TestConsole, walkers } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** SPEC 1 and 3: the alias and the name of each role. */
const roles: Readonly<Record<Account, readonly [alias: string, en: string, zh: string]>> = {
  superadmin: ['SuperAdmin', 'Administrator', '管理员'],
  operations: ['GeneralAdmin', 'Operations', '运营'],
  sales: ['SalesMan', 'Sales', '销售'],
  enterprise: ['Enterprise', 'Enterprise', '企业用户'],
  subuser: ['Subordinate', 'Enterprise sub-user', '企业子用户'],
};

const header = (page: Page) => page.getByRole('banner');
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function open(account: Account, options = {}): Promise<Page> {
  const page = await desk.open(account, options);
  await page.goto('/dashboard');
  await settled(page);
  return page;
}

/** Opens the user menu, reads its texts, and closes it. */
async function userMenu(page: Page, name = 'User menu'): Promise<string[]> {
  await header(page).getByRole('button', { name }).click();
  await page.getByRole('menuitem').first().waitFor();
  const words = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return words;
}

async function pickLanguage(page: Page, menu: string, name: string): Promise<void> {
  await page.evaluate(() => Object.assign(window, { mark: 1 }));
  await header(page).getByRole('button', { name: menu }).click();
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['中文', 'English']);
  const loaded = page.waitForEvent('load');
  await page.getByRole('menuitem', { name }).click();
  await loaded;
  await settled(page);
  expect(await page.evaluate(() => 'mark' in window)).toBe(false);
}

describe.each(walkers)('the header of %s', (account) => {
  const [alias, english, chinese] = roles[account];

  it('names the role, leads to account, password and logout, and changes the language for good (R-FLOW-01, R-HEAD-08, R-HEAD-09, R-I18N-04, R-I18N-05, R-I18N-06)', async () => {
    expect((await desk.api(account)).welcome.role).toBe(alias);
    const page = await open(account);
    await expect.poll(() => page.title()).toMatch(/License$/);
    expect(await userMenu(page)).toEqual([english, 'Account', 'Change password', 'Sign out']);
    await header(page).getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.waitForURL('**/userinfo');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await header(page).getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await page.getByRole('dialog', { name: 'Change password' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await pickLanguage(page, 'Language', '中文');
    expect(await stored(page, 'licence.language')).toBe('zh-CN');
    await page.reload();
    await settled(page);
    await expect.poll(() => page.title()).toMatch(/许可管理系统$/);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    expect(await userMenu(page, '用户菜单')).toEqual([chinese, '账号信息', '修改密码', '退出登录']);
    await pickLanguage(page, '语言', 'English');
    expect(await stored(page, 'licence.language')).toBe('en');
    await expect.poll(() => page.title()).toMatch(/License$/);

    const wanted: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && wanted.push(new URL(request.url()).pathname));
    await header(page).getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('#name').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(wanted).toEqual(['/login']);
    expect(await stored(page, 'licence.session')).toBeNull();
    await expect.poll(() => page.title()).toMatch(/License$/);
  });

  it('is light or dark as it is chosen, and so is the login after it, whatever the system is', async () => {
    for (const [system, chosen] of [
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const) {
      const page = await open(account, { colorScheme: system });
      const brightness = () =>
        page.evaluate(() => {
          const [red = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
          return red > 127 ? 'light' : 'dark';
        });
      if ((await brightness()) !== chosen) await header(page).getByRole('button', { name: 'Light or dark' }).click();
      await expect.poll(brightness).toBe(chosen);
      await header(page).getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.locator('#name').waitFor();
      expect(await brightness()).toBe(chosen);
    }
  });

  it('shows the zone of the browser with its name in a tooltip after 700 ms, and folds below 750 px (R-I18N-07, R-TZ-01, R-HEAD-02, R-HEAD-03)', async () => {
    const page = await open(account, { timezoneId: 'Asia/Shanghai' });
    const zone = header(page).getByText('GMT+8', { exact: true });
    await page.mouse.move(400, 500);
    const begun = Date.now();
    await zone.hover();
    await page.getByRole('tooltip').getByText('Asia/Shanghai (GMT+8)').waitFor();
    expect(Date.now() - begun).toBeGreaterThanOrEqual(700);
    await page.mouse.move(400, 500);

    const menu = page.getByRole('navigation', { name: 'Menu' });
    const name = header(page).getByText('License', { exact: true });
    for (const [width, folded] of [
      [751, false],
      [750, false],
      [749, true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => name.count()).toBe(folded ? 1 : 0);
      await expect.poll(() => menu.isVisible()).toBe(!folded);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await header(page).getByRole('button', { name: 'Menu', exact: true }).click();
    await menu.getByRole('link', { name: 'Dashboard' }).waitFor();
  });

  it('greets by the first name there is, names an unknown role, and knows another zone (R-HEAD-06, R-USER-06, R-I18N-07)', async () => {
    const timezoneId = 'America/New_York';
    const page = await open(account, { timezoneId });
    const parts = new Intl.DateTimeFormat('en', { timeZone: timezoneId, timeZoneName: 'shortOffset' }).formatToParts();
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const zone = header(page).getByText(offset, { exact: true });
    await zone.hover();
    await page.getByRole('tooltip', { name: `Your time zone: ${timezoneId} (${offset})` }).waitFor();
    for (const [change, greeting] of [
      [{ nick_name: 'Nick', name: 'name', phone: '+86 1' }, 'Welcome, Nick'],
      [{ nick_name: '' }, 'Welcome, name'],
      [{ nick_name: null, name: null }, 'Welcome, +86 1'],
      [{ phone: null, role_id: 77 }, 'Welcome, -'],
    ] as const) {
      await page.evaluate((more) => {
        const session = JSON.parse(localStorage.getItem('licence.session') ?? '{}');
        Object.assign(session.user, more);
        localStorage.setItem('licence.session', JSON.stringify(session));
      }, change);
      await page.reload();
      await header(page).getByText(greeting, { exact: true }).waitFor();
    }
    expect((await userMenu(page))[0]).toBe('Unknown User');
  });
});

describe('the path in the header', () => {
  it.each([
    ['en-US', 'Orders', 'User menu'],
    ['zh-CN', '订单', '用户菜单'],
  ])(
    'is on one line with its last part whole, and leaves the buttons their room, in %s',
    async (locale, last, menu) => {
      const page = await desk.open('superadmin', { locale, viewport: { width: 1440, height: 900 } });
      await page.goto('/authorization/order');
      await settled(page);
      const path = header(page).getByRole('navigation');
      const name = path.getByText(last, { exact: true });
      const lines = () => path.evaluate((one) => one.getBoundingClientRect().height);
      const oneLine = await lines();
      for (const width of [1100, 1000, 999, 900, 750]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(lines).toBe(oneLine);
        await expect.poll(() => name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
        const right = async () => {
          const box = await header(page).getByRole('button', { name: menu }).boundingBox();
          return (box?.x ?? 0) + (box?.width ?? 9999);
        };
        await expect.poll(right).toBeLessThanOrEqual(width);
      }
    },
  );
});

describe('a role', () => {
  it('reads by its number wherever users are shown; one that is none of the five is unknown (R-USER-06)', async () => {
    const numbers = [1, 2, 3, 4, 5, 77];
    for (const [locale, index, unknown] of [
      ['en-US', 1, 'Unknown User'],
      ['zh-CN', 2, '未知用户'],
    ] as const) {
      const page = await desk.open('superadmin', { locale });
      await page.route('**/v1/user/list**', async (route) => {
        const answer = await (await route.fetch()).json();
        const items = numbers.map((role_id) => ({ ...answer.items[0], id: role_id, role_id }));
        await route.fulfill({ json: { ...answer, items, total: items.length } });
      });
      await page.goto('/user/general');
      await settled(page);
      const cells = await page.locator('tbody tr td:nth-child(4)').allInnerTexts();
      expect(cells).toEqual([...accounts.map((account) => roles[account][index]), unknown]);
      await page.evaluate(() => {
        const session = JSON.parse(localStorage.getItem('licence.session') ?? '{}');
        session.user.role_id = 77;
        localStorage.setItem('licence.session', JSON.stringify(session));
      });
      await page.goto('/userinfo');
      await page.getByRole('main').getByText(unknown, { exact: true }).waitFor();
    }
  });
});
