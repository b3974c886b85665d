import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { below, button, control, dialog, field, lines, openNew, pick, poll, toast } from './support/form.ts';

let desk: Desk;
/**
 * A customer whose product is counted in TB, with 30 bought and 12 allocated; and one whose product is counted in
 * hosts.
 */
let bridge: Customer;
let house: Customer;
let licence: number;
let order: number;
beforeAll(async () => {
  desk = await startDesk();
  bridge = await makeCustomer(desk, { metering: 'value', unit: 'TB' });
  house = await makeCustomer(desk);
  await house.project({ name: 'The hall' });
  await house.approved(4);
  order = await bridge.approved(30);
  licence = await bridge.licence(await bridge.project({ name: 'The lake' }), order, 12);
});
afterAll(() => desk.close());

/** A sub-user of the customer, who signs in with that name. */
async function subUser(of: Customer, name: string) {
  const person = { name, nick_name: name, role_id: 5, password };
  const made = await of.call('POST', '/v1/user', person);
  await desk.settle(name);
  return { ...person, id: made.id as number };
}

const rowsOf = (page: Page): Promise<string[]> => page.locator('tbody tr').allTextContents();

async function csv(path: string, account: string): Promise<string[][]> {
  const api = await desk.api(account);
  const answer = await desk.ask(api.welcome.api_key, 'GET', path);
  return (await answer.text())
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

describe('a quantity', () => {
  it('stands with the unit of its product in lists and details, and in no other', async () => {
    const page = await desk.open(bridge.name);
    await page.goto('/authorization/order');
    await settled(page);
    await poll(async () => (await rowsOf(page))[0]).toContain('30 TB18 TB');
    await page.goto('/authorization/assignment');
    await settled(page);
    await poll(async () => (await rowsOf(page))[0]).toContain('12 TB');
    await page.goto(`/authorization/assignment?id=${licence}`);
    await dialog(page).locator('dl').waitFor();
    await poll(async () => (await lines(page)).Quantity).toBe('12 TB');
    await page.goto(`/authorization/order?id=${order}`);
    await dialog(page).getByText('The lake × 12 TB').first().waitFor();
    const chinese = await desk.open('enterprise', { locale: 'zh-CN' });
    await chinese.goto('/authorization/assignment');
    await settled(chinese);
    await poll(() => rowsOf(chinese)).toContainEqual(expect.stringMatching(/\d 台/));
    await poll(() => rowsOf(chinese)).toContainEqual(expect.stringMatching(/\d TB/));
  });

  it('is never added to one of another unit', async () => {
    const enterprise = await desk.api('enterprise');
    const { items } = await enterprise.call('GET', '/v1/order/list?filter_status=2&is_paginate=false');
    const sum = (metering: string): number =>
      items
        .filter(({ product }: { product: { metering: string } }) => product.metering === metering)
        .reduce((all: number, one: { purchased: { hosts: { value: number } } }) => all + one.purchased.hosts.value, 0);
    const page = await desk.open('enterprise');
    await page.goto('/dashboard');
    await page.getByText(`${sum('host')} · ${sum('value')} TB`).waitFor();
  });

  it('is exported as a number, with its unit beside it', async () => {
    const [heads = [], first = []] = await csv('/v1/assignment/export', bridge.name);
    expect([first[heads.indexOf('Quantity')], first[heads.indexOf('Unit')]]).toEqual(['12', 'TB']);
    const [ours = [], hosts = []] = await csv('/v1/assignment/export?search=ERP', 'enterprise');
    expect(hosts[ours.indexOf('Unit')]).toBe('host');
  });

  it('counted by amount needs its unit', async () => {
    const page = await desk.open('superadmin');
    await page.goto('/enterprise/product');
    await settled(page);
    await openNew(page, 'New product');
    await field(page, 'name').fill('Reservoir');
    await field(page, 'code').fill('RSV-1');
    await pick(page, 'deployment_id', 'Public cloud');
    await pick(page, 'category_id', 'Migration');
    await pick(page, 'metering', 'By amount');
    await button(dialog(page), 'Create').click();
    await poll(() => below(page, 'unit')).toBe('The current item cannot be empty');
    await field(page, 'unit').fill('PB');
    await button(dialog(page), 'Create').click();
    await toast(page, 'Creation Successful');
  });
});

it('stands with its unit where an application names its licences, and where a project counts what it has', async () => {
  const lake = (await bridge.call('GET', `/v1/assignment/${licence}`)).project.id;
  const filed = await bridge.staff.operations.call('POST', '/v1/allocation', { project_id: lake, hosts: 3 });
  await bridge.call('POST', `/v1/allocation/approve/${filed.id}`, { status: 1 });
  const page = await desk.open('operations');
  await page.goto(`/authorization/project/${lake}?tab=application`);
  await dialog(page).locator('tbody tr').filter({ hasText: 'Approved' }).first().locator('a, button').first().click();
  await poll(async () => (await dialog(page).locator('tbody tr').allTextContents()).join()).toContain('3 TB');
  const own = await desk.open(bridge.name, { locale: 'zh-CN' });
  await own.goto(`/authorization/assignment?id=${licence}`);
  const counts = dialog(own).locator('tbody tr').filter({ hasText: '迁移' });
  await poll(async () => (await counts.textContent()) ?? '').toMatch(/迁移0 TB1[25] TB/);
});

describe('an input of a quantity', () => {
  /** The unit after the number in a field of the topmost dialog. */
  const unit = (page: Page, name: string): Promise<string[]> =>
    control(page, name).locator('.MuiInputAdornment-root').allTextContents();

  it('says what the product counts that is picked for a new order, to whoever orders, and of hosts nothing in English', async () => {
    for (const account of ['sales', bridge.name]) {
      const page = await desk.open(account);
      await page.goto('/authorization/order');
      await openNew(page, 'New order');
      if (account === 'sales') {
        expect(await unit(page, 'purchased_hosts')).toEqual([]);
        await pick(page, 'enterprise_id', bridge.enterprise.name);
      }
      await poll(() => unit(page, 'purchased_hosts')).toEqual(['TB']);
    }
    const page = await desk.open('sales');
    await page.goto('/authorization/order');
    await openNew(page, 'New order');
    await pick(page, 'enterprise_id', house.enterprise.name);
    await poll(() => field(page, 'product_id').inputValue()).toContain(house.product.name);
    expect(await unit(page, 'purchased_hosts')).toEqual([]);
  });

  it('says it in Chinese, also of hosts', async () => {
    const page = await desk.open(house.name, { locale: 'zh-CN' });
    await page.goto('/authorization/order');
    await openNew(page, '新建订单');
    await poll(() => unit(page, 'purchased_hosts')).toEqual(['台']);
    await page.goto('/authorization/assignment');
    await openNew(page, '分配许可');
    const counts = () => dialog(page).locator('tbody .MuiInputAdornment-root').allTextContents();
    await poll(counts).toEqual(['台']);
  });

  it('says it of a renewal, of an allocation, and of a reissue by its original', async () => {
    await desk.backend.executeSql("update assignment set expired_at = now() + interval '9 days' where id = $1", [
      licence,
    ]);
    const page = await desk.open(bridge.name);
    await page.goto('/authorization/assignment');
    await page
      .getByRole('button', { name: /^Renew: / })
      .first()
      .click();
    await poll(() => unit(page, 'purchased_hosts')).toEqual(['TB']);
    await page.goto('/authorization/assignment');
    await openNew(page, 'Allocate licences');
    await poll(() => dialog(page).locator('tbody .MuiInputAdornment-root').allTextContents()).toEqual(['TB']);
    await page.goto('/authorization/order');
    await openNew(page, 'New order');
    await pick(page, 'category_id', 'Reissue');
    await button(dialog(page), 'Choose original order').click();
    await button(dialog(page), 'Select').first().click();
    await poll(() => unit(page, 'purchased_hosts')).toEqual(['TB']);
  });

  it('says it of an application, by the project that is picked or filled in, and by the link of one', async () => {
    const { id, name } = await subUser(bridge, 'bay');
    const bay = await bridge.project({ name: 'The bay', sub_user_id: id });
    const page = await desk.open(name);
    await page.goto('/authorization/application');
    await openNew(page, 'New application');
    expect(await unit(page, 'hosts')).toEqual([]);
    await pick(page, 'project_id', 'The bay');
    await poll(() => unit(page, 'hosts')).toEqual(['TB']);
    const admin = await desk.open('operations');
    await admin.goto(`/authorization/project/${bay}?tab=application`);
    await button(dialog(admin), 'New application').click();
    await poll(() => unit(admin, 'hosts')).toEqual(['TB']);
    const link = { source: 3, project_id: bay, days: 3 };
    const { url } = await bridge.call('POST', '/v1/application/link', link);
    const visitor = await desk.open();
    await visitor.goto(new URL(url).pathname);
    await poll(() => visitor.locator('form .MuiInputAdornment-root').allTextContents()).toEqual(['TB']);
  });

  it('says it of a wish to subscribe, which is counted in hosts', async () => {
    const units = async (locale: string) => {
      const page = await desk.open(undefined, { locale });
      await page.goto('/subscription');
      await page.locator('[name=hosts]').waitFor();
      return page.locator('form .MuiInputAdornment-root').allTextContents();
    };
    expect(await units('zh-CN')).toEqual(['台']);
    expect(await units('en-US')).toEqual([]);
  });
});

it('money is read, written and exported in major units', async () => {
  const page = await desk.open('superadmin');
  await page.goto('/userinfo?active=payments');
  await page.getByText('CN¥164,500.00').waitFor();
  await openNew(page, 'New payment');
  await dialog(page).getByRole('combobox', { name: 'Subscription' }).click();
  await page.getByRole('option').first().click();
  await pick(page, 'currency', 'CNY');
  await field(page, 'amount').fill('128.50');
  await field(page, 'paid_at').fill('2026-01-02 03:04:05');
  await button(dialog(page), 'Create').click();
  await toast(page, 'Creation Successful');
  const [heads = [], ...paid] = await csv('/v1/payment/temp/export', 'superadmin');
  expect(paid.map((line) => line[heads.indexOf('Amount')])).toEqual(expect.arrayContaining(['128.50', '164500.00']));
});
