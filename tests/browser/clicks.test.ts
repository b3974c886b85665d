import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { button, dialog, poll, sent } from '../support/form.ts';
import { choose, countInput, focusedName, inputFor, typeInto } from '../support/inputCounts.ts';

let desk: TestConsole;
/** A customer with two products, and with two projects of the first product, so that nothing is the only choice. */
let customer: Customer;
const projects: Record<'first' | 'second', string> = { first: 'Pier', second: 'Quay' };
const made: Record<'other' | 'order' | 'ending', number> = { other: 0, order: 0, ending: 0 };

/** Another product that the customer may order. */
async function anotherProduct(): Promise<number> {
  const { product, enterprise, staff } = customer;
  const { superadmin, sales } = staff;
  const more = { name: `${product.name} Plus`, code: `${product.code}-PLUS`, deployment_id: 1, category_id: 1001 };
  const { id } = await superadmin.call('POST', '/v1/product', more);
  await superadmin.call('POST', '/v1/user_product', { user_id: sales.welcome.user.id, product_id: id });
  await superadmin.call('POST', '/v1/enterprise_product', { enterprise_id: enterprise.id, product_id: id });
  return id;
}

/** A licence of the customer that ends in 20 days. */
async function endingLicence(project: number): Promise<number> {
  const { sales, operations } = customer.staff;
  const order = await customer.order(4);
  await sales.call('POST', `/v1/order/${order}`, { status: 1, use_period: 20, assign_period: 180 });
  await operations.call('POST', `/v1/order/${order}`, { status: 2 });
  return customer.licence(project, order, 4);
}

beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk);
  const first = await customer.project({ name: projects.first });
  await customer.project({ name: projects.second });
  made.other = await anotherProduct();
  made.ending = await endingLicence(first);
  made.order = await customer.approved(6);
});
afterAll(() => desk.close());

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const named = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
const picker = (page: Page, name: string) => dialog(page).getByRole('combobox', { name });
const closed = (page: Page) => poll(() => page.getByRole('dialog').count()).toBe(0);

async function open(account: string): Promise<Page> {
  const page = await desk.open(account, { reducedMotion: 'reduce' });
  await countInput(page);
  await page.goto('/dashboard');
  await settled(page);
  return page;
}

/** The number of clicks for a job; typing is free, and so is Tab to the next field. */
const clicksFor = async (page: Page, job: () => Promise<unknown>) => (await inputFor(page, job)).clicks;

/** Finds a record by a text; Enter then opens it, so this needs no click. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await picker(page, 'Search or go to').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Allocates all remaining hosts of the customer's order to one of its projects. */
async function allocate(page: Page, hosts: number): Promise<void> {
  const sentOnes = sent(page, 'POST', '/v1/assignment');
  const { code } = await customer.call('GET', `/v1/order/${made.order}`);
  await named(page, `Allocate: ${code}`).click();
  await choose(picker(page, 'Project'), projects.second);
  await dialog(page).getByRole('checkbox', { checked: true }).waitFor();
  await typeInto(page, `${en.allocation.count}: ${code}`, String(hosts));
  await button(dialog(page), 'Allocate').click();
  await closed(page);
  expect(sentOnes).toMatchObject([{ orders: [{ order_id: made.order, hosts }] }]);
}

/**
 * Processes the first item of a queue several times.
 * @returns the clicks for each, and the bodies that were sent
 */
async function oneAfterTheOther(page: Page, queue: string, step: string, path: RegExp) {
  const bodies = sent(page, 'POST', path);
  const clicks: number[] = [];
  const first = () => section(page, queue).getByRole('listitem').first();
  for (let times = 1; times <= 3; times += 1) {
    const name = (await first().locator('a, button').first().textContent()) ?? '';
    clicks.push(
      await clicksFor(page, async () => {
        await named(page, `${step}: ${name}`).click();
        // Enter answers the question in the row.
        await section(page, queue).getByRole('group').waitFor();
        await page.keyboard.press('Enter');
        await section(page, queue).getByRole('group').waitFor({ state: 'detached' });
        await page.mouse.move(2, 2);
        await poll(() => section(page, queue).getByText(name, { exact: true }).count()).toBe(0);
      }),
    );
  }
  return { clicks, bodies };
}

it('an enterprise buys an order in 4 clicks, renews a licence in 2, and allocates an order in 4', async () => {
  const page = await open(customer.name);
  const bought = sent(page, 'POST', '/v1/order');
  const buy = await clicksFor(page, async () => {
    await button(page, 'New order').click();
    await choose(picker(page, 'Product'), `${customer.product.name} Plus`);
    await typeInto(page, 'purchased_hosts', '25');
    await button(dialog(page), 'Create').click();
    await closed(page);
  });
  expect(bought).toMatchObject([{ product_id: made.other, category_id: 1001, purchased: { hosts: 25 } }]);
  const { order } = await customer.call('GET', `/v1/assignment/${made.ending}`);
  const renewal = await clicksFor(page, async () => {
    await named(page, `Renew: ${projects.first} · ${order.code}`).click();
    await button(dialog(page), 'Place order').click();
    await closed(page);
  });
  expect(bought.slice(1)).toMatchObject([{ purchased: { hosts: 4 }, params: { renews: made.ending } }]);
  const allocation = await clicksFor(page, () => allocate(page, 2));
  expect({ buy, renewal, allocation }).toEqual({ buy: 4, renewal: 2, allocation: 4 });
});

it('a salesman confirms in 2 clicks and the next one in 1, and allocates for a customer in 4', async () => {
  const page = await open('sales');
  const confirmed = sent(page, 'POST', /^\/v1\/order\/\d+$/);
  const confirm = async () => {
    await poll(() => focusedName(page)).toBe('assign_period');
    await page.keyboard.type('30');
    await typeInto(page, 'use_period', '365');
    const before = confirmed.length;
    await button(dialog(page), 'Confirm').click();
    await poll(() => confirmed.length).toBe(before + 1);
  };
  const first = await clicksFor(page, async () => {
    await named(section(page, 'Orders to confirm'), /^Confirm: /)
      .first()
      .click();
    await confirm();
  });
  const next = await clicksFor(page, confirm);
  const body = { status: 1, assign_period: 30, use_period: 365 };
  expect(confirmed).toEqual([body, body]);
  await poll(() => focusedName(page)).toBe('assign_period');
  await page.keyboard.press('Escape');
  await closed(page);
  const allocation = await clicksFor(page, async () => {
    await find(page, customer.name);
    await page.getByRole('banner').getByRole('button', { name: 'Back to sales' }).waitFor();
    await settled(page);
    await allocate(page, 3);
  });
  expect({ first, next, allocation }).toEqual({ first: 2, next: 1, allocation: 4 });
});

it('operations approves orders in 1 click and Enter each, one after the other', async () => {
  const page = await open('operations');
  const { clicks, bodies } = await oneAfterTheOther(page, 'Orders to approve', 'Agree', /^\/v1\/order\/\d+$/);
  expect(clicks).toEqual([1, 1, 1]);
  expect(bodies).toEqual([{ status: 2 }, { status: 2 }, { status: 2 }]);
});

it('an administrator approves enterprises in 1 click and Enter each, and anybody finds an order by its code without one', async () => {
  for (const code of ['WAITA', 'WAITB', 'WAITC'])
    await customer.staff.sales.call('POST', '/v1/enterprise', { name: `Enterprise ${code}`, code });
  const page = await open('superadmin');
  const { clicks, bodies } = await oneAfterTheOther(
    page,
    'Enterprises to review',
    'Approve',
    /^\/v1\/enterprise\/\d+$/,
  );
  expect(clicks).toEqual([1, 1, 1]);
  expect(bodies).toEqual([{ status: 1 }, { status: 1 }, { status: 1 }]);
  const { code } = await customer.call('GET', `/v1/order/${made.order}`);
  const digits = code.replace(/\D/g, '');
  const hand = await inputFor(page, async () => {
    await find(page, digits);
    await page.getByRole('dialog', { name: `Order ${code}` }).waitFor();
  });
  expect(hand).toEqual({ clicks: 0, keys: ['Control', 'k', ...digits, 'Enter'] });
});

it('a sub-user applies for licences in 4 clicks', async () => {
  const page = await open('subuser');
  const applied = sent(page, 'POST', '/v1/allocation');
  const clicks = await clicksFor(page, async () => {
    await button(page, 'New application').click();
    await picker(page, 'Project').click();
    await page.getByRole('option').last().click();
    await typeInto(page, 'hosts', '3');
    await button(dialog(page), 'Submit application').click();
    await closed(page);
  });
  expect(applied).toMatchObject([{ project_id: expect.any(Number), hosts: 3 }]);
  expect(clicks).toBe(4);
});

it('a page that is pointed at has its scripts fetched before it is opened, once', async () => {
  const page = await desk.open('superadmin');
  // Idle callbacks never run, so no script is prefetched by itself.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto('/enterprise/product');
  await page.getByRole('row').nth(1).waitFor();
  const scripts: string[] = [];
  page.on('request', (one) => scripts.push(new URL(one.url()).pathname));
  const drawn = () => scripts.filter((one) => one.startsWith('/assets/Dashboard-'));
  const link = page.getByRole('link', { name: 'Dashboard' }).first();
  const pointAt = async () => {
    await page.locator('h1').hover();
    await link.hover();
    return drawn().length;
  };
  await expect.poll(pointAt, { interval: 300 }).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/enterprise/product');
  await link.click();
  await page.waitForURL('**/dashboard');
  expect(drawn()).toHaveLength(1);
});
