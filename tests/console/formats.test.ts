import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, Api } from '../support/account.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';

const locales = { en: 'en-US', zh: 'zh-CN' } as const;
const states = {
  en: ['Pending confirmation', 'Pending review', 'Approved', 'Cancelled', 'Rejected'],
  zh: ['待确认', '待审批', '已通过', '已取消', '已拒绝'],
} as const;

let desk: Desk;
/** Orders of the demo's enterprise, one in each state; the large one is approved. */
const orders: { id: number; code: string; status: number }[] = [];
let big: number;

async function make(buyer: Api, sales: Api, operations: Api, hosts: number, status: number) {
  const { items } = await buyer.call('GET', '/v1/enterprise_product/list?is_paginate=false');
  const made = await buyer.call('POST', '/v1/order', {
    category_id: 1001,
    product_id: items.find((one: { product: { name: string } }) => one.product.name === 'CloudMove').product_id,
    purchased: { hosts },
    params: { delivery_method: 'payment_after_delivery', is_stamp: false },
  });
  const step = (by: Api, body: object) => by.call('POST', `/v1/order/${made.id}`, body);
  if (status === 1 || status === 2) await step(sales, { status: 1, use_period: 365, assign_period: 1 });
  if (status === 2) await step(operations, { status: 2 });
  if (status === 8) await step(buyer, { status: 8 });
  if (status === 9) await step(sales, { status: 9 });
  return { id: made.id as number, code: made.code as string, status };
}

beforeAll(async () => {
  desk = await startDesk();
  const [buyer, sales, operations] = await Promise.all(
    (['enterprise', 'sales', 'operations'] as const).map((name) => desk.api(name)),
  );
  if (!buyer || !sales || !operations) throw new Error('nobody is there');
  for (const status of [0, 1, 8, 9]) orders.push(await make(buyer, sales, operations, 3, status));
  const approved = await make(buyer, sales, operations, 12_345, 2);
  orders.push(approved);
  big = approved.id;
});
afterAll(() => desk.close());

const open = async (account: Account, path: string, language: keyof typeof locales = 'en') => {
  const page = await desk.open(account, { locale: locales[language] });
  await page.goto(path);
  await settled(page);
  return page;
};
const dialog = (page: Page) => page.getByRole('dialog');
/** The value next to a label in a detail. */
const line = (page: Page, label: string) =>
  dialog(page).locator('dt').getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]');

const readers = ['superadmin', 'operations', 'sales', 'enterprise'] as const;
/** All of these accounts see the same cell, so the short version tests one staff account and the customer. */
const some = scale<readonly Account[]>(['operations', 'enterprise'], readers);

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  it('every state of an order has its name, for all who see orders (R-ORDST-01)', async () => {
    for (const account of language === 'en' ? readers : some) {
      const page = await open(account, '/authorization/order', language);
      for (const { code, status } of orders) {
        await page.getByRole('searchbox').fill(code);
        const row = page.locator('tbody tr').filter({ hasText: code });
        const name = states[language][[0, 1, 2, 8, 9].indexOf(status)] ?? '';
        await row.getByText(name, { exact: true }).waitFor();
      }
      await page.close();
    }
  });

  it('a number of hosts has separators, and its unit where the language has one (R-FMT-03, R-FMT-04)', async () => {
    const page = await open('enterprise', '/authorization/order', language);
    const unit = language === 'zh' ? ' 台' : '';
    const label = language === 'zh' ? '购买数量' : 'Quantity';
    const cells = page.locator('tbody tr').first().locator('td.right');
    await expect.poll(() => cells.allTextContents()).toEqual([`12,345${unit}`, `12,345${unit}`]);
    await page.goto(`/authorization/order?id=${big}`);
    await expect.poll(() => line(page, label).textContent()).toBe(`12,345${unit}`);
  });
});

describe('what has no value, and what is a time', () => {
  it('reads as a dash, or as YYYY-MM-DD HH:mm:ss, in every list and detail (R-FMT-01, R-FMT-02)', async () => {
    const times = /^(-|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/;
    const lists: readonly [Account, string][] = [
      ['superadmin', '/authorization/order'],
      ['superadmin', '/authorization/project'],
      ['superadmin', '/userinfo?active=sessions'],
      ['superadmin', '/userinfo?active=subscriptions'],
      ['superadmin', '/userinfo?active=payments'],
      ['enterprise', '/authorization/assignment?active=1'],
    ];
    let seen = 0;
    for (const [account, path] of lists) {
      const page = await open(account, path);
      await page.locator('tbody tr td').nth(1).waitFor();
      await expect.poll(() => page.locator('tbody .MuiSkeleton-root').count()).toBe(0);
      for (const cell of await page.locator('td.dateTime').allTextContents()) {
        expect(cell, path).toMatch(times);
        seen += 1;
      }
      for (const cell of await page.locator('tbody td:not(.actions):not(.tick)').allTextContents())
        expect(cell.trim(), path).not.toBe('');
      await page.close();
    }
    expect(seen).toBeGreaterThan(40);
    const pending = orders.find((one) => one.status === 0);
    const page = await open('enterprise', `/authorization/order?id=${pending?.id}`);
    for (const label of ['Approved at', 'Usage period', 'Comment'])
      await expect.poll(() => line(page, label).textContent()).toBe('-');
    const subscription = await open('superadmin', '/userinfo?active=subscriptions');
    await subscription.locator('tbody a').first().click();
    for (const label of ['From', 'Until'])
      await expect.poll(() => line(subscription, label).textContent(), { message: label }).toMatch(times);
    const marks = dialog(subscription).getByRole('listitem');
    for (const label of ['Updated at', 'Created at']) {
      const shownText = await marks.filter({ hasText: label }).textContent();
      expect(shownText?.replace(`${label} `, ''), label).toMatch(times);
    }
  });

  it('is told in the browser’s own time zone', async () => {
    const at = async (page: Page) => Date.parse(`${await line(page, 'Approved at').textContent()}Z`);
    const utc = await at(await open('enterprise', `/authorization/order?id=${big}`));
    const there = await desk.open('enterprise', { timezoneId: 'Asia/Shanghai' });
    await there.goto(`/authorization/order?id=${big}`);
    await settled(there);
    expect((await at(there)) - utc).toBe(8 * 3_600_000);
  });
});

describe('an order', () => {
  it('shows its approval and its end only once it is approved (R-ORDST-06)', async () => {
    const waiting = orders.find((one) => one.status === 1)?.id;
    for (const account of some) {
      const page = await open(account, `/authorization/order?id=${waiting}`);
      await line(page, 'Status').getByText('Pending review').waitFor();
      for (const label of ['Approved at', 'Allocate until']) expect(await line(page, label).count(), account).toBe(0);
      await page.goto(`/authorization/order?id=${big}`);
      for (const label of ['Approved at', 'Allocate until'])
        await expect.poll(() => line(page, label).textContent()).toMatch(/^\d{4}-/);
      await page.close();
    }
  });

  it('says whether it can be used, and on hover why not (R-ORDST-07)', async () => {
    const pending = orders.find((one) => one.status === 0)?.code ?? '';
    for (const account of some) {
      const page = await open(account, '/authorization/order');
      await page.getByRole('searchbox').fill(pending);
      const cell = page.locator('tbody tr').filter({ hasText: pending }).getByText('Unavailable', { exact: true });
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
      await cell.hover();
      await page.getByRole('tooltip', { name: 'Not approved' }).waitFor();
      await page.close();
    }
    const page = await open('enterprise', `/authorization/order?id=${big}`);
    await expect.poll(() => line(page, 'Availability').textContent()).toBe('Available');
  });
});

describe.each([
  ['en', 'Public cloud/Migration/CloudMove', 'Disaster recovery', 'New purchase'],
  ['zh', '公有云/迁移/CloudMove', '容灾', '新购'],
] as const)('a product, in %s', (language, name, category, type) => {
  it('reads deployment/category/name, in tables and in selects; its category is migration or disaster recovery (R-PROD-02, R-ORDER-09)', async () => {
    const page = await open('operations', '/authorization/order', language);
    await page.getByRole('cell', { name, exact: true }).first().waitFor();
    const [product, add] = language === 'zh' ? ['产品', '添加筛选'] : ['Product', 'Add filter'];
    await page.getByRole('button', { name: add }).click();
    await page.getByRole('option', { name: product, exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: product }).fill('CloudMove');
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('search').getByText(name, { exact: false }).waitFor();
    expect(await page.getByText(type, { exact: true }).count()).toBeGreaterThan(0);
    await page.goto('/enterprise/product');
    await page.getByRole('cell', { name: category, exact: true }).first().waitFor();
  });
});

it.each([
  ['en', ['Availability: Available', 'Availability: Unavailable']],
  ['zh', ['可用性：可用', '可用性：不可用']],
] as const)('a filter by yes and no has the words of its field, in %s', async (language, chips) => {
  for (const [at, chip] of chips.entries()) {
    const filter = encodeURIComponent(JSON.stringify({ is_available: at === 0 }));
    const page = await open('operations', `/authorization/order?filter=${filter}`, language);
    await page.getByRole('search').getByText(chip).waitFor();
  }
});
