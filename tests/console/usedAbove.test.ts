import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, field, poll, sent, toast } from './support/form.ts';

/** Use above what was bought, as its salesman and the enterprise see it (issue 36, section 6). */

let desk: Desk;
let customer: Customer;
let licence: number;
/** The title of the licence: its project and order. */
let called: string;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
  const order = await customer.approved(6);
  licence = await customer.licence(await customer.project({ name: 'Jetty' }), order, 6);
  called = `Jetty · ${(await customer.call('GET', `/v1/order/${order}`)).code}`;
});
afterAll(() => desk.close());

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function report(used: number): Promise<void> {
  const { lic_secret } = await customer.call('GET', `/v1/assignment/${licence}`);
  expect((await desk.ask(lic_secret, 'POST', '/v1/usage', { used })).status).toBe(200);
}

async function open(account: string, path: string, options = {}): Promise<Page> {
  const page = await desk.open(account, options);
  await page.goto(path);
  await settled(page);
  return page;
}

it('is drawn by day on the licence and the enterprise once it was reported, and said to be missing before', async () => {
  const usage = `/authorization/assignment/${licence}?tab=usage`;
  const empty = await open(customer.name, usage);
  await dialog(empty).getByText('No usage reported yet').waitFor();
  const enterprise = `/enterprise/${customer.enterprise.id}?tab=usage`;
  await (await open('sales', enterprise)).getByText('No usage or seats in the last 90 days').waitFor();
  await report(4);
  const page = await open(customer.name, usage);
  const chart = section(page, 'Usage and seats by day');
  await button(chart, 'Show as a table').click();
  const cells = () => chart.locator('tbody td').allInnerTexts();
  const today = new Date().toISOString().slice(0, 10);
  await poll(cells).toEqual([today, '4', '-', '6']);
  const later = await open('operations', enterprise, { locale: 'zh-CN' });
  const own = section(later, `每日用量和席位：${customer.product.name}`);
  await button(own, '以表格显示').click();
  await poll(() => own.locator('tbody td').allInnerTexts()).toEqual([today, '4 台', '-', '6 台']);
});

it('waits for the salesman and the enterprise, and is ordered by two clicks with the difference filled in', async () => {
  await report(9);
  const own = await open(customer.name, '/dashboard');
  await section(own, 'Used above bought')
    .getByRole('button', { name: `Order more: ${called}` })
    .waitFor();
  const page = await open('sales', '/dashboard');
  const bodies = sent(page, 'POST', '/v1/order');
  const queue = section(page, 'Used above bought');
  const row = queue.getByRole('listitem').filter({ hasText: called });
  await row.getByText('Used above bought 3').waitFor();
  await row.getByText(customer.enterprise.name).waitFor();
  await row.getByRole('button', { name: `Order more: ${called}` }).click();
  await poll(() => field(page, 'purchased_hosts').inputValue()).toBe('3');
  await button(dialog(page), 'Place order').click();
  await toast(page, 'Order created');
  await page.locator('h1').hover();
  await row.waitFor({ state: 'detached' });
  const { user_id } = await customer.staff.sales.call('GET', `/v1/order/${await lastOrder()}`);
  expect(bodies).toMatchObject([
    {
      category_id: 1001,
      enterprise_id: customer.enterprise.id,
      user_id,
      product_id: customer.product.id,
      purchased: { hosts: 3 },
      params: { adds_to: licence },
    },
  ]);
});

const lastOrder = async (): Promise<number> =>
  (await customer.call('GET', '/v1/order/list?sort=-created_at&per_page=1')).items[0].id;

it('is accepted in the licence with a reason, and may still be ordered by the link of the e-mail', async () => {
  const order = await lastOrder();
  await customer.staff.sales.call('POST', `/v1/order/${order}`, { status: 9 });
  const page = await open('sales', '/dashboard');
  const queue = section(page, 'Used above bought');
  const row = queue.getByRole('listitem').filter({ hasText: called });
  await row.getByRole('button', { name: called, exact: true }).click();
  await button(dialog(page), 'Do not order more').click();
  await button(dialog(page), 'Do not order more').click();
  await dialog(page).getByText('The current item cannot be empty').waitFor();
  await dialog(page)
    .getByRole('combobox', { name: /^Reason/ })
    .click();
  await page.getByRole('option', { name: 'A short peak' }).click();
  await button(dialog(page), 'Do not order more').click();
  await poll(async () => (await customer.staff.sales.call('GET', `/v1/assignment/${licence}`)).above_reason).toBe(
    'peak',
  );
  const linked = await open('sales', `/dashboard?add_to=${licence}`);
  await dialog(linked)
    .getByRole('heading', { name: `Order more for the licence ${called}` })
    .waitFor();
  expect(await section(linked, 'Used above bought').getByText(called).count()).toBe(0);
  await poll(() => linked.url()).not.toContain('add_to');
});
