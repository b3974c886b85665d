import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { poll } from '../support/form.ts';

let desk: TestConsole;
let customer: Customer;
let waiting: number;
let licence: number;
let end: string;

beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk);
  const { sales, operations } = customer.staff;
  const order = await customer.order(4);
  await sales.call('POST', `/v1/order/${order}`, { status: 1, use_period: 20, assign_period: 180 });
  await operations.call('POST', `/v1/order/${order}`, { status: 2 });
  licence = await customer.licence(await customer.project(), order, 4);
  end = (await customer.call('GET', `/v1/assignment/${licence}`)).expired_at;
  waiting = await customer.order(5);
});
afterAll(() => desk.close());

/** A moment as a person in that zone reads it, by the platform's own calendar. */
const reads = (moment: string | number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(moment));
const minute = (moment: string | number, timeZone: string) => reads(moment, timeZone).slice(0, 16);

const open = async (account: string, path: string, options: object): Promise<Page> => {
  const page = await desk.open(account, options);
  await page.goto(path);
  await settled(page);
  return page;
};

const zones = [
  ['Asia/Shanghai', 'GMT+8', '+08:00'],
  ['America/Phoenix', 'GMT-7', '-07:00'],
] as const;

describe.each(zones)('the end of a licence in %s (issue 33)', (timezoneId, label, offset) => {
  it('is the same moment on its page, in the queue and in a file, with the zone', async () => {
    const page = await open(customer.name, `/authorization/assignment/${licence}`, { timezoneId });
    const ending = page.getByTestId('licence-end');
    await ending.waitFor();
    expect(await ending.textContent()).toBe(
      `Valid until ${minute(end, timezoneId)} ${label} (${timezoneId}), in 20 days`,
    );
    await page.getByText(reads(end, timezoneId), { exact: true }).first().waitFor();

    await page.goto('/dashboard');
    await settled(page);
    const queue = page.getByRole('region', { name: 'Licences expiring within 30 days' });
    await poll(() => queue.locator('li time').allInnerTexts()).toEqual([minute(end, timezoneId)]);
    expect(await queue.locator('li').textContent()).toContain('in 20 days');

    await page.goto('/authorization/assignment');
    await settled(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(`,${reads(end, timezoneId)}${offset},`);
  });

  it.each([
    ['en-US', 'Allocation ends', 'Licences end'],
    ['zh-CN', '分配截止', '许可到期'],
  ])(
    'is shown before an order is confirmed, as is that of its allocation (%s)',
    async (locale, allocation, licences) => {
      const page = await open('sales', `/authorization/order/${waiting}`, { timezoneId, locale });
      await page.locator('input[name="assign_period"]').fill('30');
      await page.locator('input[name="use_period"]').fill('90');
      for (const [word, days] of [
        [allocation, 30],
        [licences, 90],
      ] as const) {
        const note = page.getByText(new RegExp(`^${word} \\d{4}-`));
        await note.waitFor();
        const day = minute(Date.now() + days * 86_400_000, timezoneId).slice(0, 10);
        expect(await note.textContent()).toMatch(
          new RegExp(`^${word} ${day} \\d\\d:\\d\\d GMT[+-]\\d.*\\(${timezoneId}\\)`),
        );
      }
    },
  );
});
