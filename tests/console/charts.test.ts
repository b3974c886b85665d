import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { moneyText } from '../../contract/lib/money.ts';
import type { DashboardItem } from '../../contract/lists/dashboard.ts';
import type { Role } from '../../contract/schema/access.ts';
import { decimal, type Field, integer, money } from '../../contract/schema/field/field.ts';
import type { ChartDeclaration } from '../../contract/schema/metric.ts';
import { narrowingFor } from '../../contract/schema/queue.ts';
import { metricText, pointAddress, seriesOf } from '../../src/custom/dashboard/chartPoints.ts';
import { storedLanguage } from '../../src/i18n/language.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, settled, startDesk } from './support/desk.ts';
import { poll } from './support/form.ts';

const order = contract.entity('order');
const assignment = contract.entity('assignment');
const chartOf = (key: 'orders_by_month' | 'quantity_by_product'): DashboardItem<ChartDeclaration> => {
  const found = order.charts?.[key];
  if (!found) throw new Error(`there is no chart ${key}`);
  return { ...found, only: narrowingFor(found.only ?? {}, undefined), key, entity: order };
};
const point = (value: string, count: number, ...sums: [string | null, number][]) => ({
  value,
  name: value,
  count,
  sums: sums.map(([unit, sum]) => ({ unit, sum: String(sum) })),
});

describe('a chart', () => {
  it('draws counts as they are, and sums apart for each unit', () => {
    const months = [point('2026-01', 2), point('2026-02', 0)];
    expect(seriesOf(chartOf('orders_by_month'), months)).toEqual([{ unit: null, points: months, figures: [2, 0] }]);
    const [hosts, amounts] = [point('1', 3, [null, 12]), point('2', 1, ['TB', 20])];
    expect(seriesOf(chartOf('quantity_by_product'), [hosts, amounts])).toEqual([
      { unit: null, points: [hosts], figures: [12] },
      { unit: 'TB', points: [amounts], figures: [20] },
    ]);
  });

  it('draws sums of each month, and nothing where there are none', () => {
    const months = [point('2026-01', 0), point('2026-02', 2, [null, 12], ['TB', 3]), point('2026-03', 1, ['TB', 4])];
    const chart = { ...chartOf('orders_by_month'), sum: 'purchased_hosts' };
    expect(seriesOf(chart, months)).toEqual([
      { unit: null, points: months, figures: [0, 12, 0] },
      { unit: 'TB', points: months, figures: [0, 3, 4] },
    ]);
  });

  it('says sums as a list does: amounts in their currency, quantities with their unit', () => {
    const label = { en: 'Sum', zh: '合计' };
    const summing = (field: Field) => ({
      ...chartOf('quantity_by_product'),
      sum: 'it',
      entity: { ...order, fields: { it: field } },
    });
    const amount = money({ label, currency: 'currency' });
    const amountText = (minor: number, currency: string) => moneyText(minor, currency, storedLanguage());
    expect(amountText(123_456, 'CNY')).toContain('1,234.56');
    expect(metricText(summing(amount), 123_456, 'CNY')).toBe(amountText(123_456, 'CNY'));
    expect(metricText(summing(amount), 5000, 'JPY')).toBe(amountText(5000, 'JPY'));
    expect(metricText(summing(integer({ label, unit: { en: 'h', zh: 'h' } })), 3, null)).toBe('3 h');
    expect(metricText(summing(integer({ label })), 3, null)).toBe('3');
    expect(metricText(summing(decimal({ label })), '1234567890123456.70', null)).toBe('1,234,567,890,123,456.70');
    expect(metricText(summing(decimal({ label, unit: { en: 'm', zh: '米' } })), '0.50', null)).toMatch(
      /^0\.50 (m|米)$/,
    );
    expect(metricText(chartOf('quantity_by_product'), 20, 'TB')).toBe('20 TB');
  });

  it('leads to the list behind each part, narrowed to it', () => {
    const filterOf = (address = '') =>
      JSON.parse(new URL(address, 'http://c.example').searchParams.get('filter') ?? '');
    const month = pointAddress(chartOf('orders_by_month'), 'SalesMan', point('2026-02', 1));
    const { start_at, end_at } = filterOf(month);
    expect(month).toContain('/authorization/order?');
    expect([new Date(start_at).getMonth(), new Date(end_at).getMonth()]).toEqual([1, 1]);
    expect(new Date(end_at).getTime() - new Date(start_at).getTime()).toBe(28 * 86_400_000 - 1000);
    const product = pointAddress(chartOf('quantity_by_product'), 'Enterprise', point('7', 1, [null, 3]));
    expect(filterOf(product)).toEqual({ status: 2, product_id: 7 });
    // A sub-user has no list of orders.
    expect(pointAddress(chartOf('orders_by_month'), 'Subordinate', point('2026-02', 1))).toBeUndefined();
  });
});

describe('a map of days', () => {
  const chart: DashboardItem<ChartDeclaration> = {
    ...(assignment.charts?.expiries as ChartDeclaration),
    only: {},
    key: 'expiries',
    entity: assignment,
  };
  const listOf = (role: Role, value: string) => {
    const address = new URL(pointAddress(chart, role, { value }) ?? '', 'http://c.example');
    const { ends_in } = JSON.parse(address.searchParams.get('filter') ?? '{}');
    return [
      address.pathname,
      ...String(ends_in)
        .split('/')
        .map((end) => new Date(end)),
    ] as const;
  };

  it('leads to the licences that end in a month or on a day, and who has no list of them to the orders of such licences', () => {
    for (const [role, path] of [
      ['Enterprise', '/authorization/assignment'],
      ['SalesMan', '/authorization/order'],
    ] as const) {
      const [place, from, until] = listOf(role, '2026-02-03');
      expect([place, from?.getDate(), until?.getDate()]).toEqual([path, 3, 3]);
      const [, first, last] = listOf(role, '2026-02');
      expect([first?.getDate(), last?.getDate(), last?.getMonth()]).toEqual([1, 28, 1]);
    }
  });
});

describe('the charts of the dashboard', () => {
  let desk: Desk;
  let customer: Customer;
  beforeAll(async () => {
    desk = await startDesk();
    customer = await makeCustomer(desk);
    await customer.approved(5);
  });
  afterAll(() => desk.close());

  it('can be read as tables, whose rows lead to the list with its filters as chips', async () => {
    const page = await desk.open(customer.name);
    await page.goto('/dashboard');
    await settled(page);
    const chart = page.getByRole('region', { name: 'Orders by month', exact: true }).first();
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    await poll(() => chart.locator('tbody tr').count()).toBe(12);
    const products = page.getByRole('region', { name: 'Quantity by product', exact: true }).first();
    await products.getByRole('button', { name: 'Show as a table' }).click();
    await products.getByRole('link', { name: customer.product.name }).click();
    const bar = page.getByRole('search');
    await bar.getByRole('button', { name: 'Remove the filter Status' }).waitFor();
    await poll(() => bar.getByRole('button', { name: 'Remove the filter' }).count()).toBe(2);
    await poll(() => page.locator('tbody tr').count()).toBe(1);
  });

  it('have a way from each month of the map of days to its licences, which is told in words', async () => {
    const page = await desk.open('enterprise');
    await page.goto('/dashboard');
    await settled(page);
    const map = page.getByRole('region', { name: 'Licence expiries, next 12 months' }).first();
    const month = map.getByRole('link', { name: /^\w+ \d{4}: \d+, \d{4}-\d\d-\d\d: \d+/ }).first();
    const total = Number(/: (\d+),/.exec((await month.getAttribute('aria-label')) ?? '')?.[1]);
    await month.click();
    await page.getByRole('button', { name: 'Remove the filter Expires' }).waitFor();
    await poll(() => page.locator('tbody tr').count()).toBe(total);
  });
});
