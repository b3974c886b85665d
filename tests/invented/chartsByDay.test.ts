import { afterAll, beforeAll, expect, it } from 'vitest';
import { dashboardItems } from '../../contract/lists/dashboard.ts';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, computed, date, dateTime, money, text } from '../../contract/schema/field/field.ts';
import { pointAddress } from '../../src/custom/dashboard/chartPoints.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Claim', zh: '索赔' };
const roles = ['SuperAdmin'] as const;

const claim = defineEntity({
  name: 'claim',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    claimed_on: date({ label }),
    due_on: date({ label }),
    visit_at: dateTime({ label }),
    cost: money({ label, currency: 'currency' }),
    currency: choice([{ id: 'CNY', label }], { label }),
    twofold: computed('cost * 2', money({ label, currency: 'currency' })),
    state: choice(
      ['open', 'paid', 'refused'].map((id) => ({ id, label: { en: `Is ${id}`, zh: `状态 ${id}` } })),
      { label, default: 'open' },
    ),
  },
  access: { list: admins, create: admins, rows: { SuperAdmin: everything, GeneralAdmin: everything } },
  list: { columns: ['name', 'claimed_on'], filters: ['due_on', 'visit_at', 'state'], range: 'claimed_on' },
  charts: {
    claimed: { label, roles, order: 1, sum: 'cost', by: 'claimed_on' },
    states: { label, roles, order: 6, by: 'state' },
    twofold: { label, roles, order: 7, by: 'state', sum: 'twofold' },
    due: { label, roles, order: 2, by: 'due_on' },
    visits: { label, roles, order: 3, by: 'visit_at' },
    due_days: { label, roles, order: 4, by: 'due_on', every: 'day' },
    visit_days: { label, roles, order: 5, by: 'visit_at', every: 'day' },
    due_ahead: { label, roles, order: 8, by: 'due_on', ahead: true },
    visits_ahead: { label, roles, order: 9, by: 'visit_at', ahead: true },
  },
  metrics: { twofold: { label, roles, order: 1, sum: 'twofold' } },
} as never);

interface Point {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly sums: readonly { readonly sum: string }[];
}

const zone = 'Asia/Shanghai';
const dayMs = 86_400_000;
/** The day of the zone, some days from now. */
const dayIn = (days: number): string =>
  new Date(Date.now() + days * dayMs).toLocaleDateString('sv-SE', { timeZone: zone });

/** The number of records of the list that a part of a chart leads to. */
async function listed(cast: Cast, address: string): Promise<number> {
  const filter = JSON.parse(new URL(address, 'http://console.example').searchParams.get('filter') ?? '{}');
  const ranges = ['start_at', 'end_at'];
  const query = Object.entries(filter).map(([name, value]) => [
    ranges.includes(name) ? name : `filter_${name}`,
    String(value),
  ]);
  return (await ok(cast.admin.get(`/v1/claim/list?${new URLSearchParams(query)}`))).total;
}

forEachEngine('charts by a day or a time that the list is filtered by', (engine) => {
  const contract = contractWith({ claim });
  let cast: Cast;
  const months = [dayIn(0), dayIn(0), dayIn(-62), dayIn(-200)];
  const later = [dayIn(0), dayIn(3), dayIn(3), dayIn(40), dayIn(400)];

  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
    for (const [at, day] of months.entries())
      await ok(
        cast.admin.post('/v1/claim', {
          name: `claim ${at}`,
          claimed_on: day,
          cost: 1000,
          currency: 'CNY',
          visit_at: `${day}T04:00:00Z`,
        }),
      );
    for (const due_on of later) await ok(cast.admin.post('/v1/claim', { name: due_on, due_on }));
  }, 120_000);
  afterAll(() => cast.close());

  const pointsOf = async (key: string): Promise<Point[]> => {
    const { charts } = await ok(cast.admin.get(`/v1/dashboard?time_zone=${zone}`));
    return charts.find((one: { key: string }) => one.key === key).points;
  };
  /** The number of times that each month or day is among those of the records. */
  const counted = (values: readonly string[], length: number) => {
    const cut = values.map((value) => value.slice(0, length));
    return Object.fromEntries(cut.map((value) => [value, cut.filter((one) => one === value).length]));
  };

  it.each([
    ['claimed', months],
    ['visits', months],
  ])('%s has the records of each of twelve months', async (key, days) => {
    const points = await pointsOf(key);
    expect(points).toHaveLength(12);
    const filled = points.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]);
    expect(Object.fromEntries(filled)).toEqual(counted(days, 7));
  });

  it.each([
    ['due_ahead', later.slice(0, 4)],
    ['visits_ahead', months.slice(0, 2)],
  ])('%s has the records of the current month and the eleven after it', async (key, days) => {
    const points = await pointsOf(key);
    expect([points.length, points[0]?.value]).toEqual([12, dayIn(0).slice(0, 7)]);
    const filled = points.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]);
    expect(Object.fromEntries(filled)).toEqual(counted(days, 7));
  });

  it('due_days has the records of each day of the next year, from today on', async () => {
    const filled = (await pointsOf('due_days')).map(({ value, count }) => [value, count]);
    expect(Object.fromEntries(filled)).toEqual(counted(later.slice(0, 4), 10));
  });

  it('states has all values of the choice in their order, with counts and sums of what is computed', async () => {
    const states = (await pointsOf('states')).map(({ value, name, count }) => [value, name, count]);
    expect(states).toEqual([
      ['open', 'Is open', months.length + later.length],
      ['paid', 'Is paid', 0],
      ['refused', 'Is refused', 0],
    ]);
    const sums = (await pointsOf('twofold')).map((point) => point.sums.map(({ sum }) => sum));
    expect(sums[0]).toEqual([String(2000 * months.length)]);
    const { numbers } = await ok(cast.admin.get('/v1/dashboard'));
    const metric = numbers.find((one: { key: string }) => one.key === 'twofold');
    expect(metric.units).toEqual([expect.objectContaining({ unit: 'CNY', value: 2000 * months.length })]);
  });

  it('each part leads to the list of its records', async () => {
    for (const chart of dashboardItems('charts', [contract.entity('claim')], 'SuperAdmin', undefined)) {
      for (const point of (await pointsOf(chart.key)).filter(({ count }) => count > 0)) {
        const address = pointAddress(chart, 'SuperAdmin', point);
        expect(address).toBeDefined();
        expect([chart.key, point.value, await listed(cast, address ?? '')]).toEqual([
          chart.key,
          point.value,
          point.count,
        ]);
      }
    }
  });
});
