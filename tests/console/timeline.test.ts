import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { dialog, poll } from './support/form.ts';

let desk: Desk;
let customer: Customer;
let ids: Readonly<Record<'order' | 'project' | 'licence', number>>;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
  const order = await customer.approved(5);
  const project = await customer.project({ name: 'Pier' });
  ids = { order, project, licence: await customer.licence(project, order, 2) };
});
afterAll(() => desk.close());

const open = async (account: string, path: string, options = {}): Promise<Page> => {
  const page = await desk.open(account, options);
  await page.goto(path);
  await settled(page);
  return page;
};
const timeline = (page: Page) => dialog(page).getByRole('list', { name: /^(Timeline|时间线)$/ });
/** The titles of the entries, without their times. */
const entries = async (page: Page): Promise<string[]> => {
  const titles = await timeline(page).locator('li p:first-child').allTextContents();
  return titles.map((one) => one.trim());
};

describe('the timeline beside a record', () => {
  it('tells a licence and a project to their enterprise, in either language', async () => {
    const { code } = await customer.call('GET', `/v1/order/${ids.order}`);
    const page = await open(customer.name, `/authorization/assignment/${ids.licence}`);
    await timeline(page).waitFor();
    const shownEntries = async () => (await entries(page)).filter((one) => !one.includes('ail'));
    await poll(shownEntries).toEqual(['Allocated', 'Licence issued', 'Licence expires']);
    await poll(() => timeline(page).locator('li').last().textContent()).toContain('Upcoming');
    const chinese = await open(customer.name, `/authorization/project/${ids.project}`, { locale: 'zh-CN' });
    await timeline(chinese).waitFor();
    await poll(() => entries(chinese)).toEqual(['创建', '生效', `许可已签发 ${code} × 2 台`, '许可有效期至']);
    const first = await timeline(chinese).locator('li').first().textContent();
    expect(first).toContain(`${customer.welcome.user.nick_name} · 企业用户`);
  });

  it('tells what a record waits for, and who does it', async () => {
    const { id } = await customer.staff.sales.call('POST', '/v1/enterprise', { name: 'Waiting Works', code: 'WAITW' });
    const page = await open('sales', `/enterprise/${id}`);
    await timeline(page).waitFor();
    await poll(() => entries(page)).toEqual(['Created', 'Next: Approve']);
    await poll(() => timeline(page).locator('li').last().textContent()).toContain(
      'Waits for: Administrator · Operations',
    );
  });

  it('tells a product and a salesman what was given to whom', async () => {
    const page = await open('superadmin', `/enterprise/product/${customer.product.id}`);
    await timeline(page).waitFor();
    const given = ['Sold by Lin Yue 林悦', `May be ordered by ${customer.enterprise.name}`];
    await poll(() => entries(page)).toEqual(['Created', ...given]);
  });

  it('is not there where there is nothing to tell but that the record was made', async () => {
    const person = { name: 'plain.person', nick_name: 'Plain', role_id: 2, password, phone: '13800000000' };
    const { id } = await customer.staff.superadmin.call('POST', '/v1/user', person);
    const page = await open('superadmin', `/user/general/${id}`);
    await dialog(page).locator('dl').waitFor();
    await poll(() => dialog(page).locator('aside').count()).toBe(0);
  });
});
