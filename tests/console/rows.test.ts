import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordRuleText, usualPasswordRule } from '../../contract/access/passwordRule.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { below, button, dialog, lines, openNew, poll } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const open = async (account: string, path: string): Promise<Page> => {
  const page = await desk.open(account);
  await page.goto(path);
  await settled(page);
  return page;
};

describe('a row', () => {
  it('offers to delete only what can be deleted: an order by its maker, a user by another', async () => {
    const { code } = await customer.call('GET', `/v1/order/${await customer.order(1)}`);
    const bin = (page: Page) => page.getByRole('button', { name: `Delete: ${code}` }).count();
    expect(await bin(await open('operations', '/authorization/order'))).toBe(0);
    const own = await open(customer.name, '/authorization/order');
    await poll(() => bin(own)).toBe(1);
    const page = await open('superadmin', '/user/general');
    await poll(() => page.getByRole('button', { name: 'Delete: operations' }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Delete: superadmin' }).count()).toBe(0);
  });

  it('offers to delete nothing that others need: what is in use has no bin, in its list and in itself', async () => {
    const made = { name: 'Dinghy', code: 'DINGHY', deployment_id: 1, category_id: 1001 };
    const { id } = await customer.staff.superadmin.call('POST', '/v1/product', made);
    const page = await open('superadmin', '/enterprise/product');
    await page.getByRole('button', { name: 'Delete: Dinghy' }).waitFor();
    const use = { enterprise_id: customer.enterprise.id, product_id: id };
    await customer.staff.superadmin.call('POST', '/v1/enterprise_product', use);
    const later = await open('superadmin', '/enterprise/product');
    await later.getByRole('link', { name: 'Dinghy' }).waitFor();
    expect(await later.getByRole('button', { name: 'Delete: Dinghy' }).count()).toBe(0);
    await later.goto(`/enterprise/product/${id}`);
    await button(dialog(later), 'Edit').waitFor();
    expect(await button(dialog(later), 'Delete').count()).toBe(0);
  });

  it('stays selected while its list is paged through', async () => {
    const page = await open('operations', '/authorization/order');
    const code = () => page.locator('tbody a').first().textContent();
    const first = (await code()) ?? '';
    await page.getByRole('checkbox', { name: `Select ${first}` }).click();
    await page.getByText('1 selected').waitFor();
    await button(page, 'Page 2').click();
    await expect.poll(code).not.toBe(first);
    await page.getByRole('checkbox', { name: `Select ${await code()}` }).click();
    await page.getByText('2 selected').waitFor();
    await button(page, 'Page 1').click();
    await expect.poll(code).toBe(first);
    await poll(() => page.getByRole('checkbox', { name: `Select ${first}` }).isChecked()).toBe(true);
  });
});

it('a list that is sorted anew shows that it is at work until the rows are there', async () => {
  const page = await open('operations', '/authorization/order');
  const table = page.locator('main table').first();
  let answer = () => {};
  const paused = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/v1\/order\/list.*sort=code/, async (route) => {
    await paused;
    await route.continue();
  });
  await button(page, 'Order code').click();
  await poll(() => table.getAttribute('aria-busy')).toBe('true');
  await page.getByRole('progressbar').first().waitFor();
  answer();
  await poll(() => table.getAttribute('aria-busy')).toBe('false');
});

describe('a user', () => {
  it('is shown with what their role has, and no other fields', async () => {
    const page = await open('superadmin', '/user/general');
    await page.getByRole('link', { name: 'operations' }).click();
    await dialog(page).locator('dl').waitFor();
    const shown = await lines(page);
    for (const name of [
      'Role alias',
      'Tags',
      'Shared within the enterprise',
      'Managed by sales',
      'Enterprise',
      'Owner',
      'Customers',
    ])
      expect(Object.keys(shown)).not.toContain(name);
    expect(shown.Role).toBe('Operations');
  });

  it('is made with a role that is chosen, and a password whose rule is told', async () => {
    const page = await open('superadmin', '/user/general');
    await openNew(page, 'New administrator');
    await dialog(page).getByRole('combobox', { name: 'Role' }).waitFor();
    await poll(() => below(page, 'password')).toBe(passwordRuleText(usualPasswordRule).en);
  });
});

it('an empty list says what to do next', async () => {
  const page = await open(customer.name, '/user/subuser');
  await page.getByText('Nothing here yet').waitFor();
  await page.getByText('Create sub-users, who apply for licences for their own projects.').waitFor();
  expect(await page.locator('main table svg').count()).toBeGreaterThan(0);
});
