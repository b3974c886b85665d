import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, openNew, poll } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const banner = (page: Page) => page.getByRole('banner').getByRole('region', { name: /^Acting for / });

it('is told above every page: for whom one acts, where, since when, and the way back', async () => {
  const sales = await desk.open('sales');
  await sales.goto('/dashboard');
  await settled(sales);
  expect(await banner(sales).count()).toBe(0);
  const page = await desk.open('sales', { acting: true, timezoneId: 'UTC' });
  await page.goto('/authorization/order');
  await settled(page);
  const bannerText = (await banner(page).textContent()) ?? '';
  const { user } = (await desk.api('enterprise')).welcome;
  expect(bannerText).toContain(`You are acting for ${user.nick_name} (${user.enterprise?.name})`);
  expect(bannerText).toMatch(/since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await page.goto('/audit');
  await settled(page);
  await button(banner(page), 'Back to sales').click();
  await page.waitForURL('**/user/enterprise_user');
});

// issue 33, section 5.
it.each([
  ['en-US', 'Back to sales', (name: string) => `Switch Successful · You are no longer acting, but ${name} again`],
  ['zh-CN', '返回销售', (name: string) => `切换成功 · 代客操作已结束，当前用户为 ${name}`],
] as const)('says at its end who one is again (%s)', async (locale, back, sentence) => {
  const page = await desk.open('sales', { acting: true, locale });
  await page.goto('/authorization/order');
  await settled(page);
  await button(page.getByRole('banner'), back).first().click();
  const { nick_name } = (await desk.api('sales')).welcome.user;
  await page
    .getByRole('alert')
    .filter({ hasText: sentence(String(nick_name)) })
    .waitFor();
});

it('a page that the server refuses is empty and says so, and nothing has failed (A6)', async () => {
  const page = await desk.open('sales', { acting: true });
  for (const path of ['/audit', '/enterprise']) {
    await page.goto(path);
    await settled(page);
    await page.getByText(/^There is nothing for .+ on this page\.$/).waitFor();
    expect(await page.getByText('The data could not be loaded.').count()).toBe(0);
  }
});

it('a sub-user picks a project for an application; a picker that fails says so, and tries again', async () => {
  const page = await desk.open('subuser');
  await page.goto('/authorization/application');
  await settled(page);
  await openNew(page, 'New application');
  const project = dialog(page).getByRole('combobox', { name: 'Project' });
  await project.click();
  await poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.goto('/dashboard');
  await page.route(/\/v1\/project\/list/, (route) => route.fulfill({ status: 422, json: { title: 'No' } }));
  await page.goto('/authorization/application');
  await settled(page);
  await openNew(page, 'New application');
  await dialog(page).getByText('The data could not be loaded.').waitFor();
  await page.unroute(/\/v1\/project\/list/);
  await button(dialog(page), 'Try again').click();
  await project.click();
  await poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
});
