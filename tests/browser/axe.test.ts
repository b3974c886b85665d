import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: page as never }).withTags(rules).analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map((node) => node.target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  );
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const bell = (page: Page) => page.getByRole('button', { name: /^Messages/ }).click();
const firstRow = (page: Page) => page.locator('tbody a').first().click();
const rowWith = (text: string) => (page: Page) =>
  page.locator('tbody tr').filter({ hasText: text }).first().locator('a').first().click();

type Place = [string, ((page: Page) => Promise<void>)?];
const places: Readonly<Record<Account | 'nobody', readonly Place[]>> = {
  nobody: [['/login'], ['/subscription'], ['/no/such/page']],
  superadmin: [
    ['/dashboard'],
    ['/user/general', button('New user')],
    ['/user/salesman'],
    ['/user/third_oauth'],
    ['/enterprise', firstRow],
    ['/enterprise/product', button('New product')],
    ['/enterprise/sales_product'],
    ['/test_project'],
    ['/audit', firstRow],
    ['/userinfo'],
    ['/userinfo?active=sessions'],
    ['/userinfo?active=subscriptions'],
    ['/userinfo?active=payments'],
  ],
  operations: [
    ['/authorization/order', rowWith('Pending review')],
    ['/authorization/project'],
    ['/enterprise', button('New enterprise')],
  ],
  sales: [
    ['/user/enterprise_user', button('New user')],
    ['/enterprise/enterprise_product', button('New enterprise product')],
    ['/authorization/order', button('New order')],
    ['/authorization/order', rowWith('Pending confirmation')],
  ],
  enterprise: [
    ['/user/subuser', button('New user')],
    ['/authorization/project', button('New project')],
    ['/authorization/order', rowWith('Approved')],
    ['/authorization/assignment?active=1', rowWith('Assigned')],
    ['/authorization/assignment?active=1', button('Allocate licences')],
    ['/authorization/assignment?active=2', button('Choose orders')],
    ['/behalf_order'],
    ['/message'],
    ['/dashboard', bell],
    ['/dashboard', button('User menu')],
  ],
  subuser: [['/dashboard'], ['/authorization/application', button('New application')]],
};

describe.each(['light', 'dark'] as const)('in %s, axe (WCAG 2.2 A and AA)', (scheme) => {
  it.each(Object.keys(places) as (Account | 'nobody')[])('finds nothing for %s', async (account) => {
    const page = await desk.open(account === 'nobody' ? undefined : account, {
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await page.addInitScript((theme) => localStorage.setItem('licence.theme', theme), scheme);
    const found: string[] = [];
    for (const [path, act] of places[account]) {
      await page.goto(path);
      await settled(page);
      await act?.(page);
      if (act) await page.locator('[role=dialog], [role=menu], .MuiPopover-paper').first().waitFor();
      await page.waitForTimeout(350);
      for (const one of await findings(page)) found.push(`${path}${act ? ' +' : ''} ${one}`);
    }
    expect(found).toEqual([]);
  });
});
