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
  for (let size = 1; size <= 6; size += 1) await confirm(customer.staff, await customer.order(size));
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

it('a line that has just come under the pointer takes no press of it', async () => {
  const { page, bodies } = await open();
  const [, second = ''] = await codes(page);
  const first = lines(page).first().locator('[data-main]');
  const box = await first.boundingBox();
  if (!box) throw new Error('it is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // What a click would hit as soon as the next item has moved up.
  const met = page.evaluate(
    ([left, top, code]) =>
      new Promise<string>((resolve) => {
        const look = () => {
          const line = document.elementsFromPoint(left, top).find((one) => one.matches('li'));
          if (!line?.textContent?.includes(code)) return requestAnimationFrame(look);
          return resolve(document.elementFromPoint(left, top)?.closest('button') ? 'a button' : 'nothing');
        };
        requestAnimationFrame(look);
      }),
    [x, y, second] as const,
  );
  await first.click();
  expect(await met).toBe('nothing');
  // The second half of a double click, even a late one.
  await poll(() => page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [x, y] as const)).toBe(
    'BUTTON',
  );
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settled(page);
  expect(bodies).toEqual([{ status: 2 }]);
  expect((await codes(page))[0]).toBe(second);
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

it('Enter that is held takes one, and the next one is taken by another press', async () => {
  const { page, bodies } = await open();
  const [, second = '', third = ''] = await codes(page);
  await lines(page).first().locator('[data-main]').focus();
  await page.keyboard.down('Enter');
  await poll(() => focusedName(page)).toBe(`Agree: ${second}`);
  // Pressing a key that is down already sends repeated events.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await focusedName(page)).toBe(`Agree: ${second}`);
  await page.keyboard.press('Enter');
  await poll(() => focusedName(page)).toBe(`Agree: ${third}`);
  expect(bodies).toEqual([{ status: 2 }, { status: 2 }]);
});
