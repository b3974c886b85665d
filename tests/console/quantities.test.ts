import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { below, button, dialog, field, lines, openNew, pick, poll, toast } from './support/form.ts';

let desk: Desk;
/** A customer whose product is counted in TB, with 30 bought, 12 allocated; and one of hosts. */
let bridge: Customer;
let licence: number;
let order: number;
beforeAll(async () => {
  desk = await startDesk();
  bridge = await makeCustomer(desk, { metering: 'value', unit: 'TB' });
  order = await bridge.approved(30);
  licence = await bridge.licence(await bridge.project({ name: 'The lake' }), order, 12);
});
afterAll(() => desk.close());

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
    expect((await rowsOf(page))[0]).toContain('30 TB18 TB');
    await page.goto('/authorization/assignment');
    await settled(page);
    expect((await rowsOf(page))[0]).toContain('12 TB');
    await page.goto(`/authorization/assignment?id=${licence}`);
    await dialog(page).locator('dl').waitFor();
    expect((await lines(page)).Quantity).toBe('12 TB');
    await page.goto(`/authorization/order?id=${order}`);
    await dialog(page).getByText('The lake × 12 TB').first().waitFor();
    const chinese = await desk.open('enterprise', { locale: 'zh-CN' });
    await chinese.goto('/authorization/assignment');
    await settled(chinese);
    expect(await rowsOf(chinese)).toContainEqual(expect.stringMatching(/\d 台/));
    expect(await rowsOf(chinese)).toContainEqual(expect.stringMatching(/\d TB/));
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
