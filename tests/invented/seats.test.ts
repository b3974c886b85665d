import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { strange } from '../fuzz/arbitrary.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { documentOf, validatorOf } from '../support/conformance.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';
import { seatDesk } from '../support/seatDesk/desk.ts';
import { type Move, modelOf, movesOf, type RequestedSeat, type Seat } from '../support/seatDesk/model.ts';

const contract = contractWith(seatDesk);
/** Created late, because it depends on the rules that the product adds at its start. */
const document = () => documentOf(contract);

const seed = 20_261_124;
const bodies = scale(120, 4_000);

forEachEngine('random edits of a parent with its children', (engine) => {
  let cast: Cast;
  let id: number;
  let strangers: Seat[];

  const rows = async (query: string) => (await cast.database.executeSql(query)).rows;
  const seatsOf = async (plan: number): Promise<Seat[]> =>
    (await ok(cast.admin.get(`/v1/seat/list?filter_seating_id=${plan}&sort=id&is_paginate=false`))).items.map(
      ({ id: seat, version, place, badge, note, fixed }: Seat) => ({ id: seat, version, place, badge, note, fixed }),
    );
  const planWith = async (seats: readonly object[]): Promise<number> =>
    (await ok(cast.admin.post('/v1/seating', { name: 'Hall', enterprise_id: cast.enterprise, seats }))).id;
  const save = (seats: unknown): Promise<Answer> => cast.sales.post(`/v1/seating/${id}`, { seats });
  const lastLine = async () => Number((await rows('select max(id)::int as n from audit'))[0]?.n);
  const linesSince = (line: number) =>
    rows(`select entity_id, action, before, after from audit where id > ${line} and entity = 'seat'
      and action <> 'denied' order by id`);

  /** A plan in which seats can be moved: neither nearly empty nor full. */
  async function filled(): Promise<Seat[]> {
    const now = await seatsOf(id);
    if (now.length > 3 && now.length < 9 && now.some(({ fixed }) => !fixed)) return now;
    await cast.database.executeSql(`delete from seat where seating_id = ${id}`);
    const made = [1, 2, 3, 4, 5, 6].map((place) => ({ place, fixed: place === 6 }));
    await ok(cast.admin.post(`/v1/seating/${id}`, { seats: made }));
    return seatsOf(id);
  }

  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
    id = await planWith([]);
    const other = await planWith([{ place: 1, badge: 'Zoe' }, { place: 2 }]);
    const gone = await planWith([{ place: 1 }]);
    strangers = [...(await seatsOf(other)), ...(await seatsOf(gone))];
    await ok(cast.admin.delete(`/v1/seating/${gone}`));
  }, 120_000);
  afterAll(() => cast.close());

  /** The expected audit of the items that refer to a seat, with values before and after. */
  const noticesOf = (asked: readonly RequestedSeat[], before: readonly Seat[]) =>
    asked.flatMap(({ asks, seat, values }) => {
      const was = before.find((each) => each.id === seat);
      if (asks !== 'changed' || !was) return [];
      const changed = Object.entries(values).filter(([name, value]) => was[name as keyof Seat] !== value);
      const old = changed.map(([name]) => [name, was[name as keyof Seat]]);
      return [{ entity_id: seat, before: Object.fromEntries(old), after: Object.fromEntries(changed) }];
    });

  const byId = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) =>
    Number(one.entity_id) - Number(other.entity_id);

  async function follows(moves: readonly Move[]): Promise<number> {
    const before = await filled();
    const line = await lastLine();
    const model = modelOf(moves, before, strangers);
    const answer = await save(model.body);
    const after = await seatsOf(id);
    const context = JSON.stringify([model.body, before, answer.body]);
    expect([answer.status, context]).toEqual([model.refused === undefined ? 200 : 422, context]);
    if (answer.status === 422) {
      expect(model.refused?.(Object.keys(answer.body.error.fields)), context).toBe(true);
      expect(after).toEqual(before);
      expect(await linesSince(line)).toEqual([]);
      return 422;
    }
    const made = after.filter((each) => !before.some((known) => known.id === each.id));
    expect([...model.stay, ...made.map(({ id: _, ...rest }) => rest)], context).toEqual([
      ...after.filter((each) => !made.includes(each)),
      ...model.made,
    ]);
    const lines = await linesSince(line);
    expect(lines.map(({ action }) => action).sort(), context).toEqual(
      [...model.asked.map(({ asks }) => ({ made: 'create', changed: 'update', removed: 'remove' })[asks])].sort(),
    );
    const updates = lines.filter(({ action }) => action === 'update').map(({ action: _, ...rest }) => rest);
    expect(updates.sort(byId), context).toEqual(noticesOf(model.asked, before).sort(byId));
    return 200;
  }

  it('saves what a model of it allows, and nothing else', async () => {
    const seen = new Map<number, number>();
    for (const moves of fc.sample(movesOf, { numRuns: bodies, seed })) {
      const status = await follows(moves);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    // Both accepted and refused bodies must occur.
    expect(Math.min(seen.get(200) ?? 0, seen.get(422) ?? 0)).toBeGreaterThan(bodies / 5);
    const counted = `select coalesce(sum(_records), 0)::int as n, coalesce(sum(place), 0)::int as places
      from seat_summary__seating_id where seating_id = ${id}`;
    const [{ n, places } = {}] = await rows(counted);
    const now = await seatsOf(id);
    expect([n, places]).toEqual([now.length, now.reduce((sum, { place }) => sum + place, 0)]);
  }, 600_000);

  it('refuses what the document does not allow, whatever it is, and leaves everything as it was', async () => {
    const schemas = document().components.schemas as Record<string, { properties: Record<string, object> }>;
    const shape = (schemas.seating_update ?? schemas.seating_edit) as { properties: Record<string, object> };
    const takes = validatorOf(shape.properties.seats as object, contract);
    const value = fc.constantFrom(...strange);
    const spoilt = fc.oneof(
      fc.tuple(fc.constantFrom('id', 'version', 'remove', 'place', 'badge', 'colour', 'seating_id'), value),
      fc.tuple(fc.constant('whole'), value),
      fc.tuple(fc.constant('many'), fc.nat(3_000)),
    );
    let refused = 0;
    for (const [name, one] of fc.sample(spoilt, { numRuns: bodies, seed })) {
      const before = await filled();
      const [first, second] = before as [Seat, Seat];
      const fine = { id: second.id, version: second.version, note: 'Moved' };
      const item = name === 'whole' ? one : { id: first.id, [name]: one };
      const seats =
        name === 'many'
          ? Array.from({ length: 101 + Number(one) }, () => ({ id: first.id, place: 1 }))
          : name === 'whole' && Array.isArray(one)
            ? one
            : [fine, item];
      const bare = JSON.parse(JSON.stringify(seats), (_, each) => (typeof each === 'string' ? each.trim() : each));
      const answer = await save(seats);
      expect([200, 422], JSON.stringify(seats).slice(0, 300)).toContain(answer.status);
      if (!takes(seats) && !takes(bare)) expect([answer.status, seats]).toEqual([422, seats]);
      if (answer.status !== 422) continue;
      refused += 1;
      expect(await seatsOf(id)).toEqual(before);
    }
    expect(refused).toBeGreaterThan(bodies / 3);
  }, 600_000);
});
