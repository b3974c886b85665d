import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type DashboardItem, dashboardItems } from '../../contract/lists/dashboard.ts';
import { listAddress } from '../../contract/relations/embeddedLists.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { MetricDeclaration } from '../../contract/schema/metric.ts';
import { guardedScreens } from '../../contract/screens/menu.ts';
import { monthsOfChart } from '../../server/reports/charts.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, placeOrder, startCast } from '../support/cast.ts';
import { eitherEngine, forEachEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';
import { type SpecRole, specRoles } from '../support/specRoles.ts';

interface Shown {
  key: string;
  value: number;
}
interface Point {
  value: string;
  count: number;
}
const pointsIn = (charts: readonly { key: string; points: Point[] }[], key: string): Point[] =>
  charts.find((one) => one.key === key)?.points ?? [];
const dashboardOf = (client: Client, query = '') => ok(client.get(`/v1/dashboard${query}`));
const numberIn = (numbers: readonly Shown[], key: string) => numbers.find((one) => one.key === key)?.value;

/** The list request of the page that a card links to. */
function listOf(figure: DashboardItem<MetricDeclaration>, role: Role): string {
  const url = new URL(listAddress(figure.entity, role, figure.only) ?? '', 'http://console.example');
  expect(guardedScreens(contract).find(({ path }) => path === url.pathname)?.roles).toContain(role);
  const screen = guardedScreens(contract).find(({ path }) => path === url.pathname);
  const narrowed = { ...JSON.parse(url.searchParams.get('filter') ?? '{}'), ...screen?.only };
  const query = Object.entries(narrowed).map(([name, value]) => [`filter_${name}`, String(value)]);
  return `/v1/${figure.entity.path}/list?${new URLSearchParams([...query, ['is_paginate', 'false']])}`;
}

/** The path of the summed value in the items of a list. */
const summed: Readonly<Record<string, string>> = {
  purchased_hosts: 'purchased.hosts.value',
  available_hosts: 'available.hosts.value',
  hosts: 'content.hosts',
};
const at = (item: unknown, path: string): number =>
  Number(path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], item));

describe('the dashboard (B24)', () => {
  let cast: Cast;
  let readers: Readonly<Record<SpecRole, Client>>;

  /** Applications: one is waiting, one was rejected, one was approved. */
  async function applications(subUser: Client): Promise<void> {
    await ok(cast.customer.post(`/v1/project/${cast.project}`, { sub_user_id: subUser.id }));
    const made: number[] = [];
    for (const hosts of [1, 2, 3]) {
      made.push((await ok(subUser.post('/v1/allocation', { project_id: cast.project, hosts }))).id);
    }
    await ok(cast.customer.post(`/v1/allocation/approve/${made[0]}`, { status: 1 }));
    await ok(cast.customer.post(`/v1/allocation/approve/${made[1]}`, { status: 9 }));
  }

  beforeAll(async () => {
    cast = await startCast(eitherEngine);
    await placeOrder(cast, 3);
    await placeOrder(cast, 4, cast.otherCustomer);
    const order = await approvedOrder(cast, 10);
    const { items } = await ok(allocationBody(cast, order, 2));
    await issuedLicence(cast, items[0].id);
    await ok(cast.customer.post('/v1/user', { name: 'branch', nick_name: 'Branch', role_id: 5, password }));
    const branch = await cast.login('branch');
    await applications(branch);
    await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    readers = {
      SuperAdmin: cast.admin,
      GeneralAdmin: cast.operations,
      SalesMan: cast.sales,
      Enterprise: cast.customer,
      Subordinate: branch,
    };
  });
  afterAll(() => cast.close());

  const cells = specRoles.flatMap((role) =>
    dashboardItems('metrics', contract.entities, role, undefined).map(
      (figure): [string, SpecRole, DashboardItem<MetricDeclaration>] => [figure.key, role, figure],
    ),
  );

  it.each(cells)('%s of %s is what the list behind its card holds', async (key, role, figure) => {
    const { numbers } = await dashboardOf(readers[role]);
    const { items, total } = await ok(readers[role].get(listOf(figure, role)));
    const path = summed[figure.sum ?? ''];
    const counted = path ? items.reduce((sum: number, item: unknown) => sum + at(item, path), 0) : total;
    expect([key, numberIn(numbers, key)]).toEqual([key, counted]);
  });

  it('has each role’s numbers, and no others', async () => {
    for (const role of Object.keys(readers) as SpecRole[]) {
      const declared = dashboardItems('metrics', contract.entities, role, undefined).map(({ key }) => key);
      expect((await dashboardOf(readers[role])).numbers.map(({ key }: Shown) => key)).toEqual(declared);
    }
  });

  it('sums a customer’s hosts, and tells when its licences end', async () => {
    const { numbers, charts } = await dashboardOf(cast.customer);
    const keys = ['bought', 'allocated', 'remaining', 'applications'];
    expect(keys.map((key) => numberIn(numbers, key))).toEqual([10, 3, 7, 1]);
    const [product] = pointsIn(charts, 'quantity_by_product');
    expect(product).toEqual({
      value: String(cast.productId),
      name: 'Mover',
      count: 1,
      sums: [{ unit: null, value: 10, sum: '10' }],
    });
    expect(pointsIn(charts, 'orders_by_month').map(({ count }) => count)).toEqual([...Array(11).fill(0), 2]);
    expect(pointsIn(charts, 'expiries')[0]?.count).toBeGreaterThan(0);
  });

  it('counts the salesmen who act now, and not those who have stepped back', async () => {
    const acting = async () => numberIn((await dashboardOf(cast.admin)).numbers, 'acting') ?? 0;
    const before = await acting();
    const { api_key } = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`));
    expect(await acting()).toBe(before + 1);
    await cast.request('POST', `/v1/auth/login/user/${cast.sales.id}`, { key: api_key });
    expect(await acting()).toBe(before);
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_acting=true'));
    expect(items.map(({ action }: { action: string }) => action)).toEqual(Array(before).fill('act'));
    const { total } = await ok(cast.admin.get('/v1/audit/list'));
    expect((await ok(cast.admin.get('/v1/audit/list?filter_acting=false'))).total).toBe(total - before);
  });
});

describe('the months of a chart', () => {
  it.each([
    ['2026-01-31T23:30:00Z', 'UTC', '2025-02', '2026-01'],
    ['2026-01-31T23:30:00Z', 'Asia/Shanghai', '2025-03', '2026-02'],
    ['2026-01-01T00:30:00Z', 'America/New_York', '2025-01', '2025-12'],
  ])('at %s in %s are twelve without a gap', (now, zone, first, last) => {
    const months = monthsOfChart(new Date(now), zone);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, first, last]);
    const ahead = monthsOfChart(new Date(now), zone, true);
    expect([ahead.length, ahead[0]]).toEqual([12, last]);
    const numbers = [...months, ...ahead.slice(1)].map(
      (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)),
    );
    expect(numbers.slice(1).every((month, at) => month === (numbers[at] ?? 0) + 1)).toBe(true);
  });
});

forEachEngine('months and days of a time zone', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
    const order = await approvedOrder(cast, 5);
    const { items } = await ok(allocationBody(cast, order, 1));
    await issuedLicence(cast, items[0].id);
    const last = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1) - 2 * 3600_000);
    await cast.database.executeSql('update orders set created_at = $1', [last]);
    const end = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 10, 20));
    await cast.database.executeSql('update assignment set expired_at = $1', [end]);
  });
  afterAll(() => cast.close());

  it.each([
    ['', 0, 0],
    ['UTC', 0, 0],
    ['Asia/Shanghai', 1, 1],
    ['America/New_York', 0, 0],
    ['Pacific/Kiritimati', 1, 1],
    ['Asia/Kathmandu', 1, 1],
  ])('are those of %j', async (zone, months, days) => {
    const now = new Date();
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 + months, 1));
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 10 + days));
    const query = zone && `?time_zone=${encodeURIComponent(zone)}`;
    const { charts } = await dashboardOf(cast.customer, query);
    const found = pointsIn(charts, 'orders_by_month');
    expect(found.filter(({ count }) => count > 0)).toMatchObject([
      { value: month.toISOString().slice(0, 7), count: 1 },
    ]);
    expect(found.map(({ value }) => value)).toEqual(monthsOfChart(now, zone || 'UTC'));
    expect(pointsIn(charts, 'expiries')).toMatchObject([{ value: day.toISOString().slice(0, 10), count: 1 }]);
  });

  it.each(['Mars/Olympus', '+08:00', 'FOO+3', "UTC'--", 'Asia/Shanghai;', 'x'.repeat(65), ' UTC'])(
    'refuse %j',
    async (zone) => {
      const answer = await cast.customer.get(`/v1/dashboard?time_zone=${encodeURIComponent(zone)}`);
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['time_zone']]);
    },
  );
});
