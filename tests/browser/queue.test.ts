import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, confirm, makeCustomer } from '../support/customer.ts';
import { poll, sent } from '../support/form.ts';
import { focusedName } from '../support/inputCounts.ts';

let desk: TestConsole;
let customer: Customer;
beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk);
  for (let size = 1; size <= 8; size += 1) await confirm(customer.staff, await customer.order(size));
});
afterAll(() => desk.close());

const lines = (page: Page) =>
  page.getByRole('region', { name: 'Orders to approve', exact: true }).getByRole('listitem');
const codes = (page: Page) => lines(page).locator('a').allInnerTexts();

async function open() {
  const page = await desk.open('operations');
  const bodies = sent(page, 'POST', /^\/v1\/order\/\d+$/);
  await page.goto('/dashboard');
  await settled(page);
  return { page, bodies };
}

const answer = (page: Page) => lines(page).getByRole('group').getByRole('button', { name: 'Agree', exact: true });

it('a step asks in its row, says what it will do, and leaves every other button where it is', async () => {
  const { page, bodies } = await open();
  const before = await codes(page);
  const [first = '', second = ''] = before;
  const row = lines(page).first();
  const tops = () => lines(page).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  await row.locator('[data-main]').click({ clickCount: 2 });
  // Neither half of a double click answers, wherever the question was drawn.
  await answer(page).waitFor();
  const places = await tops();
  expect(bodies).toEqual([]);
  await row.getByText(`Order ${first} will be approved`).waitFor();
  await row.getByText(/^Allocation ends .* if approved now$/).waitFor();
  await row.getByText(/^Licences end .* if issued now$/).waitFor();
  await answer(page).click();
  await row.getByText(/^Approved/).waitFor();
  await settled(page);
  expect(await codes(page)).toEqual(before);
  expect(await tops()).toEqual(places);
  // What is under the pointer now does nothing.
  await page.mouse.down();
  await page.mouse.up();
  await row.locator('[data-main]').click({ force: true });
  await settled(page);
  expect(bodies).toEqual([{ status: 2 }]);
  const notice = page.getByRole('alert').filter({ hasText: `Order ${first} approved` });
  await notice.getByRole('link', { name: 'View' }).waitFor();
  await page.mouse.move(2, 2);
  await poll(() => codes(page).then((all) => all[0])).toBe(second);
});

it('a row of a wide window is one line, whatever it names', async () => {
  const { page } = await open();
  const heights = await lines(page).evaluateAll((all) =>
    all.map((one) => one.querySelector('.path')?.getBoundingClientRect().height ?? 0),
  );
  expect(heights.length).toBeGreaterThan(3);
  expect(Math.max(...heights)).toBeLessThan(24);
});

it.each([1200, 1440])(
  'names are whole in a window of %i px, where the way to a product is cut first',
  async (width) => {
    const page = await desk.open('operations', { viewport: { width, height: 900 } });
    await page.goto('/dashboard');
    await lines(page).first().waitFor();
    const names = await lines(page).evaluateAll((all) =>
      all
        .flatMap((one) => [...one.querySelectorAll('.cut:not(:has(.way))')])
        .filter((one) => (one.textContent ?? '').length < 16)
        .map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getBoundingClientRect().width <= one.getBoundingClientRect().width + 0.01;
        }),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContain(false);
  },
);

it('a touched row stays until something else is touched', async () => {
  const page = await desk.open('operations', { hasTouch: true, viewport: { width: 390, height: 844 } });
  await page.goto('/dashboard');
  await settled(page);
  const before = await codes(page);
  const [first = '', second = ''] = before;
  await lines(page).first().locator('[data-main]').tap();
  await answer(page).tap();
  await lines(page)
    .first()
    .getByText(/^Approved/)
    .waitFor();
  await settled(page);
  expect((await codes(page))[0]).toBe(first);
  await page.locator('h1').first().tap();
  await poll(() => codes(page).then((all) => all[0])).toBe(second);
});

it('lines stay under the pointer while another administrator decides', async () => {
  const { page, bodies } = await open();
  const before = await codes(page);
  const [first = '', second = ''] = before;
  await lines(page).first().locator('[data-main]').hover();
  const { operations } = customer.staff;
  const { items } = await operations.call('GET', `/v1/order/list?search=${first}`);
  await operations.call('POST', `/v1/order/${items[0].id}`, { status: 2 });
  await lines(page).first().getByText('Already done').waitFor();
  expect(await codes(page)).toEqual(before);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(2, 2);
  await poll(() => codes(page).then((all) => all[0])).toBe(second);
  expect(bodies).toEqual([]);
});

it('a dialog takes no press of the pointer that has opened it, nor of the one that has answered the dialog before', async () => {
  const page = await desk.open('sales');
  for (let size = 1; size <= 2; size += 1) await customer.order(size);
  await page.goto('/dashboard');
  await settled(page);
  const watch = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const before = document.querySelector('[role=dialog] button[data-primary]');
          const look = () => {
            const found = document.querySelector('[role=dialog] button[data-primary]');
            if (!found || found === before) return requestAnimationFrame(look);
            const { left, top, width, height } = found.getBoundingClientRect();
            const met = document.elementFromPoint(left + width / 2, top + height / 2);
            return resolve(met?.closest('button') === found ? 'its button' : 'nothing');
          };
          look();
        }),
    );
  const opened = watch();
  await page
    .getByRole('button', { name: /^Confirm: / })
    .first()
    .click();
  expect(await opened).toBe('nothing');
  await page.locator('[name=assign_period]').fill('30');
  await page.locator('[name=use_period]').fill('60');
  const next = watch();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  expect(await next).toBe('nothing');
});

it('Enter that is held asks, and another press answers; Escape takes the question back', async () => {
  const { page, bodies } = await open();
  const [first = '', second = ''] = await codes(page);
  await lines(page).first().locator('[data-main]').focus();
  await page.keyboard.down('Enter');
  await answer(page).waitFor();
  // Pressing a key that is down already sends repeated events.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(bodies).toEqual([]);
  await page.keyboard.press('Escape');
  await poll(() => focusedName(page)).toBe(`Agree: ${first}`);
  await poll(() => lines(page).getByRole('group').count()).toBe(0);
  await page.keyboard.press('Enter');
  await answer(page).waitFor();
  await page.keyboard.press('Enter');
  await poll(() => focusedName(page)).toBe(`Agree: ${second}`);
  expect(bodies).toEqual([{ status: 2 }]);
});

it('an answer that arrives late leaves the focus where the person has gone meanwhile', async () => {
  const { page, bodies } = await open();
  const [first = ''] = await codes(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/v1\/order\/\d+$/, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await lines(page).first().locator('[data-main]').focus();
  await page.keyboard.press('Enter');
  await answer(page).waitFor();
  await page.keyboard.press('Enter');
  await poll(() => bodies).toEqual([{ status: 2 }]);
  const search = page.getByRole('button', { name: /^Search/ }).first();
  await search.focus();
  const there = await focusedName(page);
  release();
  await page
    .getByRole('alert')
    .filter({ hasText: `Order ${first} approved` })
    .waitFor();
  await settled(page);
  expect(await focusedName(page)).toBe(there);
});

it('a refusal is shown in the question, which stays, and goes with the next answer', async () => {
  const { page } = await open();
  const row = lines(page).first();
  const reasons = ['The quota of the enterprise is used up'];
  await page.route(/\/v1\/order\/\d+$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { title: reasons[0], error: { fields: { status: reasons } } } })
      : route.continue(),
  );
  await row.locator('[data-main]').click();
  await page.waitForTimeout(800);
  await answer(page).click();
  const refusal = row.getByRole('group').getByRole('alert');
  await refusal.waitFor();
  expect(await refusal.textContent()).toBe(reasons[0]);
  expect(await page.locator('.MuiSnackbar-root').count()).toBe(0);
  expect(await answer(page).isVisible()).toBe(true);
  await page.unroute(/\/v1\/order\/\d+$/);
  await page.keyboard.press('Escape');
  await poll(() => refusal.count()).toBe(0);
});
