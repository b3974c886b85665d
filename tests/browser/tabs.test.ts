import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, settled, startConsole, type TestConsole, walkers } from '../support/console.ts';
import { makeSimilarUser } from '../support/messageCauses.ts';
import { patience } from '../support/slowPages.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** Opens two tabs of one profile, each on its own page. */
async function twoTabs(account: string, paths: readonly [string, string], acting = false): Promise<[Page, Page]> {
  const first = await desk.open(account, { acting });
  const second = await first.context().newPage();
  second.setDefaultTimeout(patience);
  for (const [page, path] of [
    [first, paths[0]],
    [second, paths[1]],
  ] as const) {
    await page.goto(path);
    await settled(page);
  }
  return [first, second];
}

const backButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Back to sales' });
const pick = async (page: Page, menu: string, item: string) => {
  await page.getByRole('banner').getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('two tabs of one profile', () => {
  it.each(walkers)('of %s speak one language, and sign out together (B35)', async (account) => {
    const [first, second] = await twoTabs(account, ['/dashboard', '/userinfo']);
    await pick(first, 'Language', '中文');
    await second.getByRole('heading', { level: 1, name: '账号信息' }).waitFor();
    await first.getByRole('banner').getByRole('button', { name: '用户菜单' }).waitFor();
    await expect.poll(() => second.title()).toMatch(/许可管理系统$/);
    await pick(second, '语言', 'English');
    await first.getByRole('banner').getByRole('button', { name: 'User menu' }).waitFor();
    await second.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await pick(second, 'User menu', 'Sign out');
    for (const page of [second, first]) {
      await page.waitForURL('**/login');
      await page.locator('#name').waitFor();
    }
    expect(await first.getByRole('alertdialog').count()).toBe(0);
  });

  it('act together, and return together; nothing that the other had read stays (B35, R-FLOW-06)', async () => {
    const [first, second] = await twoTabs('sales', ['/user/enterprise_user', '/user/enterprise_user']);
    await first.getByRole('searchbox').fill('enterprise');
    await first
      .getByRole('row')
      .filter({ has: first.getByRole('link', { name: 'enterprise', exact: true }) })
      .getByRole('button', { name: 'Act for this user' })
      .click();
    await backButton(first).waitFor();
    await backButton(second).waitFor();
    await second.getByRole('link', { name: 'Licence allocation' }).click();
    await second.getByRole('heading', { level: 1, name: 'Licence allocation' }).waitFor();
    await second.locator('tbody a').first().waitFor();
    await backButton(first).click();
    await first.waitForURL('**/user/enterprise_user');
    // The other tab showed a page that sales may not open.
    await second.waitForURL('**/dashboard');
    await second.getByRole('heading', { level: 1, name: /Lin Yue/ }).waitFor();
    await expect.poll(() => backButton(second).count()).toBe(0);
    expect(await second.getByRole('alertdialog').count()).toBe(0);
    await second.getByRole('link', { name: 'Enterprise users' }).click();
    await second.getByRole('button', { name: 'Act for this user' }).first().waitFor();
  });

  it('show the one who signed in last, and nothing of the one before (B35)', async () => {
    const [first, second] = await twoTabs('superadmin', ['/dashboard', '/authorization/order']);
    await second.locator('tbody tr').nth(15).waitFor();
    await first.goto('/login');
    await first.locator('#name').fill(await makeSimilarUser(desk, 'enterprise'));
    await first.locator('#password').fill(password);
    await first.locator('button[type=submit]').click();
    await first.waitForURL('**/dashboard');
    await second.getByRole('link', { name: 'Licence allocation' }).waitFor();
    await settled(second);
    await expect.poll(() => second.getByRole('columnheader', { name: 'Enterprise', exact: true }).count()).toBe(0);
    const { items } = await (await desk.api('enterprise')).call('GET', '/v1/order/list');
    const codes = items.map((item: { code: string }) => item.code);
    await expect.poll(() => second.locator('tbody a').allInnerTexts()).toEqual(codes);
  });
});

describe('the language that a user once chose', () => {
  const signIn = async (name: string): Promise<Page> => {
    const page = await desk.open();
    await page.goto('/login');
    await page.locator('#name').fill(name);
    await page.locator('#password').fill(password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/dashboard');
    await settled(page);
    return page;
  };

  it('comes before the browser’s on another machine (B31)', async () => {
    const name = await makeSimilarUser(desk, 'sales');
    const first = await signIn(name);
    await expect.poll(() => first.title()).toMatch(/License$/);
    const loaded = first.waitForEvent('load');
    await pick(first, 'Language', '中文');
    await loaded;
    const again = await signIn(name);
    await expect.poll(() => again.title()).toMatch(/许可管理系统$/);
  });

  it('is not changed by a salesman who acts for them (C18)', async () => {
    const customer = await desk.api('enterprise');
    await customer.call('POST', '/v1/user/update_config', { language: 'en' });
    const page = await desk.open('sales', { acting: true });
    await page.goto('/dashboard');
    await settled(page);
    const loaded = page.waitForEvent('load');
    await pick(page, 'Language', '中文');
    await loaded;
    await settled(page);
    await expect.poll(() => page.title()).toMatch(/许可管理系统$/);
    expect(await customer.call('GET', '/v1/user/config')).toEqual({ language: 'en' });
  });
});
