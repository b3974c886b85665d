import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { button, delayed, dialog, poll } from '../support/form.ts';

// The layout of the screens on which salesmen and customers work: nothing moves, is cut off or is spaced out
// needlessly.

const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
let desk: TestConsole;
let customer: Customer;
let ids: Readonly<Record<'waiting' | 'order' | 'licence', number>>;
beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk, { name: 'Recovery of the warehouses of the whole southern province' });
  const order = await customer.approved(5);
  const project = await customer.project({ name: longName });
  const licence = await customer.licence(project, order, 2);
  ids = { order, licence, waiting: await customer.order(3) };
});
afterAll(() => desk.close());

async function open(account: string, path: string, options = {}): Promise<Page> {
  const page = await desk.open(account, { reducedMotion: 'reduce', ...options });
  await page.goto(path);
  await settled(page);
  return page;
}

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
};

it('a line of the queue cuts its names, and never the kind of order behind them', async () => {
  const page = await open('sales', '/dashboard');
  const queue = page.getByRole('region', { name: 'Orders to confirm', exact: true });
  const line = queue.getByRole('listitem').filter({ hasText: customer.enterprise.name });
  if ((await line.count()) === 0) await queue.getByRole('button', { name: /^Show \d+ more/ }).click();
  await line.first().waitFor();
  // Narrower windows give the names more lines.
  for (const width of [1220, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    for (const one of await queue.getByRole('listitem').all()) {
      const [chip, since] = [one.locator('.choice'), one.locator('p').last()];
      expect((await boxOf(chip)).right).toBeLessThan((await boxOf(since)).left);
    }
  }
  await line.locator('.cut').filter({ hasText: 'southern' }).hover();
  await page.getByRole('tooltip').getByText(customer.product.name).waitFor();
});

it('an order that its customer can only cancel has that beside what else can be done with it', async () => {
  const page = await open(customer.name, `/authorization/order/${ids.waiting}`);
  const [edit, cancel] = [button(dialog(page), 'Edit'), button(dialog(page), 'Cancel order')];
  expect((await boxOf(cancel)).top).toBe((await boxOf(edit)).top);
  await cancel.click();
  await page.getByRole('dialog', { name: /^Cancel order/ }).waitFor();
});

it.each([390, 749, 1440])(
  'what an order says stays where it is when the step has come that it waits for (%i px)',
  async (width) => {
    const page = await desk.open('sales', { reducedMotion: 'reduce', viewport: { width, height: 900 } });
    await page.goto('/authorization/order');
    const answer = await delayed(page, `**/v1/order/${ids.waiting}`);
    const { code } = await customer.call('GET', `/v1/order/${ids.waiting}`);
    await page.getByRole('link', { name: code, exact: true }).first().click();
    const says = dialog(page).locator('dl').first();
    const before = await boxOf(says);
    answer();
    await button(dialog(page), 'Confirm').waitFor();
    expect(Math.abs((await boxOf(says)).top - before.top)).toBeLessThanOrEqual(2);
  },
);

it('what a record says stays where it is when its timeline comes', async () => {
  const page = await open('superadmin', '/enterprise/product');
  const answer = await delayed(page, '**/v1/timeline/**');
  await page.getByRole('link', { name: customer.product.name }).first().click();
  const says = dialog(page).locator('dl').first();
  const before = await boxOf(says);
  answer();
  await dialog(page).getByRole('list', { name: 'Timeline' }).waitFor();
  expect(await boxOf(says)).toEqual(before);
});

it.each([390, 749, 1440])('what stands below a timeline stays where it is when that comes (%i px)', async (width) => {
  const viewport = { width, height: 900 };
  const page = await desk.open(customer.name, { reducedMotion: 'reduce', viewport });
  const answer = await delayed(page, '**/v1/timeline/**');
  await page.goto(`/authorization/order/${ids.order}`);
  const below = dialog(page).locator('h3').filter({ hasText: 'Allocation history' });
  // On a phone it is drawn when the reader comes near it.
  const isDrawn = width > 600;
  if (isDrawn) await below.waitFor({ state: 'attached' });
  await dialog(page).locator('aside').waitFor({ state: 'attached' });
  const before = (await below.isVisible()) ? await boxOf(below) : undefined;
  answer();
  const timeline = dialog(page).getByRole('list', { name: 'Timeline' });
  await timeline.waitFor();
  if (!isDrawn) await timeline.locator('li').last().scrollIntoViewIfNeeded();
  await below.waitFor();
  expect(await boxOf(below)).toEqual(before ?? (await boxOf(below)));
});

it('a page that is closed to whom one acts for offers nothing to search, tell apart or take away', async () => {
  const page = await desk.open('sales', { acting: true });
  await page.goto('/enterprise');
  await page.getByText(/^There is nothing for /).waitFor();
  expect(await page.getByRole('search').count()).toBe(0);
  expect(await button(page, 'Export').count()).toBe(0);
});

it('a licence that was issued to nobody’s mail says so, and not that it will be mailed', async () => {
  const page = await open(customer.name, `/authorization/assignment/${ids.licence}`);
  await dialog(page).getByRole('tab', { name: 'E-mails' }).click();
  await dialog(page).getByText('The licence was allocated without recipients.').waitFor();
  await button(dialog(page), 'Send to another address').waitFor();
});

it('what is picked on a phone ends before the button that clears it', async () => {
  const page = await open(customer.name, '/authorization/order', { viewport: { width: 390, height: 844 } });
  await button(page, 'New order').click();
  const input = dialog(page).getByRole('combobox', { name: 'Product' });
  await poll(() => input.inputValue()).toContain(customer.product.name);
  await input.focus();
  const clear = dialog(page).getByRole('button', { name: 'Clear' });
  expect((await boxOf(input)).right).toBeLessThanOrEqual((await boxOf(clear)).left);
});

it('what was allocated from an order has room for a project of a long name', async () => {
  const page = await open(customer.name, `/authorization/order/${ids.order}`);
  const history = dialog(page).getByRole('region', { name: 'Allocation history' });
  await history.getByText(longName).waitFor();
  const [whole, shown] = await history.evaluate((box) => [box.scrollWidth, box.clientWidth]);
  expect(whole).toBeLessThanOrEqual(Number(shown));
});

it('what stands in place of rows is no row: it does not light up under the pointer', async () => {
  const page = await open(customer.name, '/user/subuser');
  const nothing = page.getByRole('cell').filter({ hasText: 'Nothing here yet' });
  await nothing.hover();
  expect(await nothing.evaluate((cell) => getComputedStyle(cell).backgroundImage)).toBe('none');
});

it('a salesman finds the way into a customer’s place as plain as what else can be done with a user', async () => {
  const page = await open('sales', '/user/enterprise_user');
  await page.getByRole('link', { name: customer.name, exact: true }).click();
  const edges = ['Act for this user', 'Edit'].map((name) =>
    button(dialog(page), name).evaluate((one) => getComputedStyle(one).borderTopWidth),
  );
  expect(await Promise.all(edges)).toEqual(['1px', '1px']);
});
