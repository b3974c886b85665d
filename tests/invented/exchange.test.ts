import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { mistakesIn } from '../../contract/checks/index.ts';
import { entities, registry } from '../../contract/index.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, ok } from '../support/product.ts';
import { seatDesk } from '../support/seatDesk/desk.ts';

vi.mock('../../contract/index.ts', async (load) => {
  const { withMoreEntities: withMore } = await import('../support/withMoreEntities.ts');
  const { seatDesk } = await import('../support/seatDesk/desk.ts');
  return withMore(await load(), seatDesk);
});

interface Seat {
  readonly id: number;
  readonly version: number;
  readonly place: number;
  readonly badge: string | null;
}

const told = ({ status, body }: Answer) => [status, body.error?.fields ?? {}];
const taken = ['This value is already in use'];

it('the entities of the seat desk have no mistakes', () => {
  expect(mistakesIn(entities, registry)).toEqual([]);
});

forEachEngine('children that exchange values of which each occurs once', (engine) => {
  let cast: Cast;
  let id: number;
  let seats: Seat[];

  const seatsOf = async (plan = id): Promise<Seat[]> =>
    (await ok(cast.admin.get(`/v1/seat/list?filter_seating_id=${plan}&sort=id&is_paginate=false`))).items;
  const places = async () => (await seatsOf()).map(({ place, badge }) => [place, badge]);
  const planWith = async (given: readonly object[]): Promise<number> =>
    (await ok(cast.admin.post('/v1/seating', { name: 'Hall', enterprise_id: cast.enterprise, seats: given }))).id;
  const save = (given: readonly object[]): Promise<Answer> => cast.sales.post(`/v1/seating/${id}`, { seats: given });
  /** Names a seat as it was seen, by its place in the plan. */
  const seen = (place: number) => {
    const { id: seat, version } = seats.find((each) => each.place === place) as Seat;
    return { id: seat, version };
  };
  const rows = async (query: string) => (await cast.database.executeSql(query)).rows;
  const audited = async () => Number((await rows('select coalesce(max(id), 0) as n from audit'))[0]?.n);
  const state = async () => [
    await seatsOf(),
    await ok(cast.admin.get(`/v1/seating/${id}`)),
    await rows("select count(*) from audit where result = 'done'"),
  ];
  let serial = 0;
  const badge = (name: string) => `${name}-${serial}`;

  beforeAll(async () => {
    cast = await startCast(engine, { withoutClock: true });
    await addTables(cast.database, [seatDesk.seating, seatDesk.seat]);
  }, 120_000);
  afterAll(() => cast.close());
  beforeEach(async () => {
    serial += 1;
    id = await planWith([
      { place: 1, badge: badge('Ada') },
      { place: 2, badge: badge('Bob') },
      { place: 3, badge: badge('Cid') },
      { place: 4, fixed: true },
    ]);
    seats = await seatsOf();
  });

  it('exchanges those of two, of three, and of two groups at once', async () => {
    await ok(
      save([
        { ...seen(1), place: 2 },
        { ...seen(2), place: 1 },
      ]),
    );
    expect(await places()).toEqual([
      [2, badge('Ada')],
      [1, badge('Bob')],
      [3, badge('Cid')],
      [4, null],
    ]);
    seats = await seatsOf();
    await ok(
      save([
        { ...seen(1), place: 3 },
        { ...seen(2), place: 1 },
        { ...seen(3), place: 2 },
      ]),
    );
    seats = await seatsOf();
    expect(await places()).toEqual([
      [1, badge('Ada')],
      [3, badge('Bob')],
      [2, badge('Cid')],
      [4, null],
    ]);
    // In either case of its letters, and with the place going another way round.
    await ok(
      save([
        { ...seen(1), place: 3, badge: badge('CID') },
        { ...seen(3), place: 2, badge: badge('ADA') },
        { ...seen(2), place: 1, badge: badge('BOB') },
      ]),
    );
    expect(await seatsOf()).toMatchObject([
      { place: 3, badge: badge('CID'), version: 4 },
      { place: 2, badge: badge('ADA'), version: 4 },
      { place: 1, badge: badge('BOB'), version: 3 },
      { place: 4, badge: null, version: 1 },
    ]);
  });

  it('moves them along a chain, in either order of the body, and into what was taken away', async () => {
    await ok(
      save([
        { ...seen(1), place: 2 },
        { ...seen(2), place: 3 },
        { ...seen(3), place: 5 },
      ]),
    );
    seats = await seatsOf();
    await ok(
      save([
        { place: 3, badge: badge('Cid') },
        { ...seen(2), place: 1 },
        { ...seen(3), place: 2, badge: null },
        { ...seen(5), remove: true },
      ]),
    );
    expect(await places()).toEqual([
      [1, badge('Ada')],
      [2, null],
      [4, null],
      [3, badge('Cid')],
    ]);
  });

  it('tells each of them once, from what it was to what it is', async () => {
    const before = await audited();
    const stream = async (after?: string) =>
      String((await cast.admin.get('/v1/events?wait=0', after ? { 'last-event-id': after } : {})).body);
    const start = [...(await stream()).matchAll(/^id: (.+)$/gm)].at(-1)?.[1];
    const [one, two, three] = seats as [Seat, Seat, Seat];
    await ok(
      save([
        { ...seen(1), place: 2 },
        { ...seen(2), place: 1 },
        { ...seen(3), note: 'By the door' },
      ]),
    );
    const lines =
      await rows(`select entity_id, action, before, after from audit where id > ${before} and entity = 'seat'
      order by entity_id`);
    expect(lines).toEqual([
      { entity_id: one.id, action: 'update', before: { place: 1 }, after: { place: 2 } },
      { entity_id: two.id, action: 'update', before: { place: 2 }, after: { place: 1 } },
      { entity_id: three.id, action: 'update', before: { note: null }, after: { note: 'By the door' } },
    ]);
    const changes = async () =>
      [...(await stream(start)).matchAll(/^data: (.+)$/gm)]
        .map(([, data = '']) => JSON.parse(data))
        .filter(({ entity }) => entity === 'seat')
        .map((change) => [change.id, change.action, change.version])
        .sort();
    await expect.poll(changes).toEqual([one, two, three].map((each) => [each.id, 'update', 2]));
    expect(
      await rows(`select count(*)::int as n from seat where seating_id = ${id} and deleted_at is not null`),
    ).toEqual([{ n: 0 }]);
  });

  it('refuses a value that another has and keeps, at the child that asks for it', async () => {
    const other = badge('Dan');
    await planWith([{ place: 1, badge: other }]);
    const before = await state();
    const at = (place: string) => ({ [`${place}.seating_id`]: taken, [`${place}.place`]: taken });
    const refused: [object[], object][] = [
      [[{ ...seen(1), place: 2 }], at('seats[0]')],
      [
        [
          { ...seen(1), place: 2 },
          { ...seen(2), note: 'Stays' },
        ],
        at('seats[0]'),
      ],
      [
        [
          { ...seen(1), place: 2 },
          { ...seen(2), place: 4 },
        ],
        at('seats[1]'),
      ],
      [
        [
          { ...seen(1), place: 5 },
          { ...seen(2), place: 5 },
        ],
        at('seats[1]'),
      ],
      [
        [
          { ...seen(1), place: 2 },
          { ...seen(2), place: 1, badge: other },
        ],
        { 'seats[1].badge': taken },
      ],
      // The first gives its place and keeps its badge, which the second would take with it.
      [
        [
          { ...seen(1), place: 2 },
          { ...seen(2), place: 1, badge: badge('Ada') },
        ],
        { 'seats[1].badge': taken },
      ],
      [
        [
          { ...seen(1), place: 2 },
          { ...seen(2), place: 100 },
        ],
        { 'seats[1].place': ['The largest allowed value is 99'] },
      ],
      [
        [
          { ...seen(1), place: 4 },
          { ...seen(4), place: 1 },
        ],
        { 'seats[1]': ['This step is not possible in the present state'] },
      ],
    ];
    for (const [given, errors] of refused) {
      expect(told(await save(given))).toEqual([422, errors]);
      expect(await state()).toEqual(before);
    }
  });

  it('moves ninety-nine by one place, round in a circle', async () => {
    const many = await planWith(Array.from({ length: 99 }, (_, at) => ({ place: at + 1 })));
    const all = await seatsOf(many);
    const moved = all.map((each) => ({ id: each.id, place: (each.place % 99) + 1 }));
    await ok(cast.sales.post(`/v1/seating/${many}`, { seats: moved }));
    expect((await seatsOf(many)).map(({ place, version }) => [place, version])).toEqual(
      all.map(({ place }) => [(place % 99) + 1, 2]),
    );
  });
});
