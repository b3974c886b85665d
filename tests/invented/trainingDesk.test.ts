import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { displaysFor } from '../../contract/lists/displays.ts';
import { staff } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { boolean } from '../../contract/schema/field/field.ts';
import { declarationMistakes } from '../../server/resource/compile/checkDeclarations.ts';
import { sendReminders } from '../../server/resource/notify/reminders.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, type Client, ok } from '../support/product.ts';
import { wrongRollups } from '../support/rollups.ts';
import { scale } from '../support/scale.ts';
import { tableDifferences } from '../support/tableDifferences.ts';
import { trainingDesk } from '../support/trainingDesk.ts';

const contract = contractWith(trainingDesk);
const fieldsOf = ({ status, body }: Answer) => [status, body.error?.fields];
const full = 'There are not enough seats';
const [planned, confirmed, cancelled] = [0, 1, 2];

it('the trainings of the service desk have no mistake', () => {
  expect(declarationMistakes(contract)).toEqual([]);
});

forEachEngine('trainings', (engine) => {
  let cast: Cast;
  let count = 0;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());
  beforeEach(() =>
    cast.database.executeSql('update training_booking set deleted_at = now(); update training set deleted_at = now()'),
  );

  const day = (hour: number) => `2030-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
  const training = (more: object = {}, client: Client = cast.admin) => {
    const standard = { subject: `T${++count}`, room: `R${count}`, starts_at: day(9), ends_at: day(12), seats: 10 };
    return client.post('/v1/training', { ...standard, ...more });
  };
  const moveTo = (id: number, status: number, more: object = {}) =>
    cast.admin.post(`/v1/training/${id}`, { status, ...more });
  const booking = (training_id: number, people = 1, client: Client = cast.admin) => {
    const customer = client === cast.customer ? {} : { enterprise_id: cast.enterprise };
    return client.post('/v1/training_booking', { training_id, name: `B${++count}`, people, ...customer });
  };
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();
  const booked = async (id: number): Promise<number> => (await ok(cast.admin.get(`/v1/training/${id}`))).booked;
  const wrong = () => wrongRollups(cast.database, contract, {}, { 'training.booked': 'c.status = 0' });

  it('leave no difference between their tables and their declarations', async () => {
    expect(await tableDifferences(cast.database, contract, ['training', 'training_booking'])).toEqual([]);
  });

  const titles = async (client: Client, of: string): Promise<string[]> =>
    (await ok(client.get('/v1/notification/list?is_paginate=false'))).items
      .map(({ notice_title }: { notice_title: string }) => notice_title)
      .filter((title: string) => title.includes(of));

  it('notify those who have booked of a cancelled one, each once, and nobody else', async () => {
    const { id, subject } = await ok(training());
    await ok(booking(id, 1, cast.customer));
    await ok(booking(id, 2));
    const other = { training_id: id, people: 1, enterprise_id: cast.otherEnterprise, name: 'released' };
    const { id: released } = await ok(cast.admin.post('/v1/training_booking', other));
    await ok(cast.admin.post(`/v1/training_booking/${released}`, { status: 1 }));
    await ok(moveTo(id, cancelled));
    expect(await titles(cast.customer, subject)).toEqual([
      `The training ${subject} of 2030-01-01 09:00 UTC is cancelled`,
    ]);
    expect(await titles(cast.otherCustomer, subject)).toEqual([]);
    expect(await titles(cast.operations, subject)).toEqual([]);
  });

  it('release their bookings by an action, once there are some, and stay as they are', async () => {
    const { id } = await ok(training());
    const release = (client: Client = cast.admin) => client.post(`/v1/training/${id}/release_bookings`, {});
    expect(fieldsOf(await release())).toEqual([422, { _: ['Nobody has booked'] }]);
    const { id: first } = await ok(booking(id, 3));
    await ok(booking(id, 2));
    expect((await release(cast.customer)).status).toBe(403);
    expect(await ok(release())).toMatchObject({ id, status: planned, booked: 0 });
    expect((await ok(cast.admin.get(`/v1/training_booking/${first}`))).status).toBe(1);
    expect(await wrong()).toEqual([]);
  });

  it('release their bookings when they are cancelled', async () => {
    const { id } = await ok(training());
    const made = [await ok(booking(id, 3)), await ok(booking(id, 2, cast.customer))];
    expect(await booked(id)).toBe(5);
    await ok(moveTo(id, cancelled));
    const now = await Promise.all(made.map((one) => ok(cast.admin.get(`/v1/training_booking/${one.id}`))));
    expect(now.map(({ status }) => status)).toEqual([1, 1]);
    expect(await booked(id)).toBe(0);
    expect(await wrong()).toEqual([]);
  });

  it('remind those who have booked, and their salesmen, by the clock', async () => {
    const { id, subject } = await ok(training());
    await ok(booking(id));
    await ok(moveTo(id, confirmed));
    const clock = (now: string) =>
      cast.product.inTransaction((context) =>
        sendReminders({ ...context, now: new Date(now) }, contract.entity('training')),
      );
    await clock('2029-12-29T08:59:59Z');
    expect(await titles(cast.customer, subject)).toEqual([]);
    await clock('2029-12-29T09:00:00Z');
    await clock('2029-12-29T09:01:00Z');
    expect(await titles(cast.customer, subject)).toHaveLength(1);
    expect(await titles(cast.sales, subject)).toHaveLength(1);
    expect(await titles(cast.otherCustomer, subject)).toEqual([]);
  });

  it('are described by the API document', async () => {
    const { schemas } = (await ok(cast.admin.get('/v1/openapi.json'))).components;
    const text = JSON.stringify(schemas.training_create);
    expect(text).toContain('with the same room; this holds for records with status = [0,1]');
    expect(text).toContain('booked <= seats: “There are not enough seats”');
    const child = JSON.stringify(schemas.training_booking_create);
    expect(child).toContain('Beyond the limit of that record: “There are not enough seats”');
    expect(child).not.toContain('booked <= seats');
  });

  it('are full or not, in lists, filters and orders, as soon as a booking comes or goes', async () => {
    const [{ id: small }, { id: large }] = [await ok(training({ seats: 2 })), await ok(training({ seats: 3 }))];
    const idsOf = async (query: string) =>
      (await ok(cast.admin.get(`/v1/training/list?${query}`))).items.map((one: { id: number }) => one.id);
    expect(await idsOf('filter_full=true')).toEqual([]);
    const { id } = await ok(booking(small, 2));
    await ok(booking(large, 2));
    expect(await idsOf('filter_full=true')).toEqual([small]);
    expect(await idsOf('filter_full=false')).toEqual([large]);
    expect(await idsOf('sort=full')).toEqual([large, small]);
    expect((await ok(cast.admin.get(`/v1/training/${small}`))).full).toBe(true);
    await ok(cast.admin.delete(`/v1/training_booking/${id}`));
    expect(await idsOf('filter_full=true')).toEqual([]);
    // The booked seats are for the staff, and so is what follows from them.
    expect(await ok(cast.customer.get(`/v1/training/${small}`))).not.toHaveProperty('full');
  });

  it('are listed by room, in each room the latest first, and without a room last', async () => {
    const made = async (room: string | null, hour: number) =>
      (await ok(training({ room, starts_at: day(hour), ends_at: day(hour + 1) }))).id as number;
    const [none, south, early, late] = [
      await made(null, 15),
      await made('South', 9),
      await made('North', 9),
      await made('North', 11),
    ];
    const idsOf = async (query: string, client: Client = cast.admin) =>
      (await ok(client.get(`/v1/training/list?${query}`))).items.map((one: { id: number }) => one.id);
    const own = [late, early, south, none];
    for (const client of [cast.admin, cast.sales, cast.customer]) expect(await idsOf('', client)).toEqual(own);
    expect(await idsOf('sort=room,-starts_at')).toEqual(own);
    expect(await idsOf('filter_status=0')).toEqual(own);
    expect(await Promise.all([1, 2, 3, 4].map((page) => idsOf(`per_page=1&page=${page}`)))).toEqual(
      own.map((id) => [id]),
    );
    const csv = String((await cast.admin.get('/v1/training/export?format=csv')).body);
    const subjects = await Promise.all(own.map(async (id) => (await ok(cast.admin.get(`/v1/training/${id}`))).subject));
    const places = subjects.map((subject) => csv.search(new RegExp(`\\b${subject}\\b`)));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    // An order that is asked for replaces the list's own.
    expect(await idsOf('sort=-starts_at')).toEqual([none, late, early, south]);
    for (const sort of ['room,starts_at', '-starts_at,room', 'room,-starts_at,id', 'room,', 'room,nothing'])
      expect(fieldsOf(await cast.admin.get(`/v1/training/list?sort=${sort}`))).toEqual([
        422,
        { sort: [expect.any(String)] },
      ]);
    const { paths } = await ok(cast.admin.get('/v1/openapi.json'));
    const sort = paths['/v1/training/list'].get.parameters.find(({ name }: { name: string }) => name === 'sort');
    expect(sort.schema.enum).toEqual(expect.arrayContaining(['room', '-room', 'room,-starts_at']));
  });

  it('have an index in this order, so that a page reads its rows alone', async () => {
    await cast.database.executeSql(
      `insert into training (subject, room, starts_at, ends_at, seats)
        select 'S' || n, case when n % 5 > 0 then 'R' || n % 5 end, now() + n * interval '1 day',
          now() + n * interval '1 day' + interval '1 hour', 5 from generate_series(1, 3000) as n`,
    );
    await cast.database.executeSql('analyze training');
    const planOf = async (condition: string) =>
      JSON.stringify(
        (
          await cast.database.executeSql(
            `explain select id from training as t where t.deleted_at is null ${condition}
              order by t.room asc, t.starts_at desc, t.id desc limit 20`,
          )
        ).rows,
      );
    for (const condition of ['', 'and t.status = 0']) {
      const plan = await planOf(condition);
      expect(plan).toContain('__list_idx');
      expect(plan).not.toContain('Sort');
    }
  });

  it('are confirmed when enough seats are booked, or when no number is needed', async () => {
    const { id } = await ok(training({ needed: 3 }));
    await ok(booking(id, 2));
    const refused = await moveTo(id, 1);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('Fewer seats are booked than are needed');
    await ok(booking(id));
    await ok(moveTo(id, 1));
    await ok(moveTo((await ok(training())).id, 1));
  });

  it('say of several reasons the first that stops them', async () => {
    const begun = await ok(training({ needed: 3, starts_at: '2020-01-01T09:00:00Z', ends_at: '2020-01-01T12:00:00Z' }));
    expect(fieldsOf(await moveTo(begun.id, confirmed))).toEqual([422, { status: ['The training has already begun'] }]);
    const early = await ok(training({ needed: 3 }));
    const reason = 'Fewer seats are booked than are needed';
    expect(fieldsOf(await moveTo(early.id, confirmed))).toEqual([422, { status: [reason] }]);
  });

  it('are in the calendar unless they are cancelled, and in the table all the same', async () => {
    const [one, other] = [
      await ok(training({ room: 'North' })),
      await ok(training({ room: 'South', starts_at: day(10) })),
    ];
    await ok(moveTo(one.id, cancelled));
    const list = async (query: string, client: Client = cast.admin) => {
      const { items, total } = await ok(client.get(`/v1/training/list?sort=id&${query}`));
      return [items.map(({ id }: { id: number }) => id), total];
    };
    expect(await list('')).toEqual([[one.id, other.id], 2]);
    expect(await list('display=')).toEqual([[one.id, other.id], 2]);
    for (const client of [cast.admin, cast.sales, cast.customer])
      expect(await list('display=calendar', client)).toEqual([[other.id], 1]);
    expect(await list(`display=calendar&filter_status=${cancelled}`)).toEqual([[], 0]);
    expect(await list(`display=calendar&filter_starts_at_to=${day(9)}`)).toEqual([[], 0]);
    const csv = await cast.admin.get('/v1/training/export?format=csv&display=calendar');
    expect(String(csv.body).trim().split('\n')).toHaveLength(2);
    const refused = async (query: string) => fieldsOf(await cast.admin.get(query));
    expect(await refused('/v1/training/list?display=table')).toEqual([
      422,
      { display: [expect.stringContaining('calendar')] },
    ]);
    // A list whose calendar has no condition has no such parameter.
    expect((await refused('/v1/training_booking/list?display=calendar'))[0]).toBe(422);
    expect((await refused('/v1/training_booking/list?display='))[0]).toBe(422);
    const { paths } = await ok(cast.admin.get('/v1/openapi.json'));
    const names = (path: string) => paths[path].get.parameters.map(({ name }: { name: string }) => name);
    expect(names('/v1/training/list')).toContain('display');
    expect(names('/v1/training_booking/list')).not.toContain('display');
  });

  describe('in one room', () => {
    it('leave it to others once they are cancelled, and are planned again only if it is free', async () => {
      const { id } = await ok(training({ subject: 'First', room: 'North' }));
      const refused = await training({ room: 'north', starts_at: day(11), ends_at: day(13) });
      expect(fieldsOf(refused)).toEqual([422, { starts_at: ['This period overlaps that of “First”'] }]);
      await ok(moveTo(id, cancelled));
      const heir = await ok(training({ subject: 'Heir', room: 'North', starts_at: day(11), ends_at: day(13) }));
      expect(fieldsOf(await moveTo(id, planned))).toEqual([422, { status: ['This period overlaps that of “Heir”'] }]);
      // A cancelled training may lie anywhere.
      await ok(cast.admin.post(`/v1/training/${id}`, { ends_at: day(20) }));
      await ok(moveTo(heir.id, cancelled));
      await ok(moveTo(id, planned));
      expect(fieldsOf(await moveTo(heir.id, planned))[1]).toEqual({ status: ['This period overlaps that of “First”'] });
    });

    it('are restored if they are cancelled or the room is free', async () => {
      const [one, other] = [await ok(training({ room: 'North' })), await ok(training({ room: 'South' }))];
      await ok(moveTo(other.id, cancelled));
      for (const { id } of [one, other]) await ok(cast.admin.delete(`/v1/training/${id}`));
      await ok(training({ subject: 'Heir', room: 'North' }));
      await ok(training({ room: 'South' }));
      expect(fieldsOf(await cast.admin.post(`/v1/training/restore/${one.id}`))).toEqual([
        422,
        { starts_at: ['This period overlaps that of “Heir”'] },
      ]);
      await ok(cast.admin.post(`/v1/training/restore/${other.id}`));
    });

    it('are compared with each other in an import', async () => {
      const columns = ['subject', 'room', 'starts_at', 'ends_at', 'seats'];
      const { id } = await ok(training({ subject: 'Off', room: 'Hall' }));
      await ok(moveTo(id, cancelled));
      const rows = ['A', 'B'].map((subject, at) => [subject, 'Hall', day(9 + at), day(12), '5']);
      const { body } = await cast.admin.post('/v1/training/import', { columns, rows });
      expect(body.mistakes).toEqual([{ row: 1, field: 'starts_at', message: 'This period overlaps that of “A”' }]);
      const first = await cast.admin.post('/v1/training/import', { columns, rows: rows.slice(0, 1) });
      expect(first.body).toMatchObject({ created: 1, mistakes: [] });
    });

    it('of simultaneous writers that create, move and plan again, exactly one wins', async () => {
      const off = await Promise.all(Array.from({ length: 4 }, () => ok(training({ room: `Off ${++count}` }))));
      for (const { id } of off) {
        await ok(moveTo(id, cancelled));
        await ok(cast.admin.post(`/v1/training/${id}`, { room: 'North' }));
      }
      const elsewhere = await ok(training({ room: 'South' }));
      const answers = await Promise.all([
        ...off.map(({ id }) => moveTo(id, planned)),
        ...Array.from({ length: 4 }, (_, at) => training({ room: 'North', starts_at: day(8 + at), ends_at: day(12) })),
        cast.admin.post(`/v1/training/${elsewhere.id}`, { room: 'NORTH' }),
      ]);
      expect(statuses(answers)).toEqual([200, ...Array(8).fill(422)]);
    });

    it('are compared by a constraint of the table, too', async () => {
      const { id } = await ok(training({ room: 'North' }));
      const copy = (status: number) => `insert into training (subject, room, starts_at, ends_at, seats, status)
        select 'Copy', room, starts_at, ends_at, seats, ${status} from training where id = ${id}`;
      await cast.database.executeSql(copy(cancelled));
      await expect(cast.database.executeSql(copy(planned))).rejects.toThrow('training_room__overlap');
      const reopened = `update training set status = 0 where subject = 'Copy' and deleted_at is null`;
      await expect(cast.database.executeSql(reopened)).rejects.toThrow('training_room__overlap');
    });
  });

  describe('with a number of seats', () => {
    const atTraining = { training_id: [full] };

    it('refuse bookings beyond it on every way to write one, with their sentence', async () => {
      const { id } = await ok(training({ seats: 3 }));
      const first = await ok(booking(id, 2));
      expect(fieldsOf(await booking(id, 2))).toEqual([422, atTraining]);
      // A customer does not see the numbers of the training, and gets the same sentence.
      const own = await ok(booking(id, 1, cast.customer));
      expect((await cast.customer.get(`/v1/training/${id}`)).body).not.toHaveProperty('booked');
      const chinese = { training_id: id, name: 'X' };
      expect(fieldsOf(await cast.customer.post('/v1/training_booking', chinese, { 'X-LANG': 'zh' }))).toEqual([
        422,
        { training_id: ['座位不足'] },
      ]);
      const edit = (of: number, body: object) => cast.admin.post(`/v1/training_booking/${of}`, body);
      expect(fieldsOf(await edit(own.id, { people: 2 }))).toEqual([422, atTraining]);
      // Released seats are free, and are booked again only while they are.
      await ok(edit(first.id, { status: 1 }));
      expect([await booked(id), (await ok(cast.admin.get(`/v1/training_booking/${first.id}`))).people]).toEqual([1, 2]);
      const other = await ok(booking(id, 2));
      expect(fieldsOf(await edit(first.id, { status: 0 }))).toEqual([422, atTraining]);
      expect((await ok(cast.admin.get(`/v1/training_booking/${first.id}`))).status).toBe(1);
      await ok(cast.admin.delete(`/v1/training_booking/${other.id}`));
      await ok(edit(first.id, { status: 0 }));
      expect(fieldsOf(await cast.admin.post(`/v1/training_booking/restore/${other.id}`))).toEqual([422, atTraining]);
      // A booking that moves takes its seats along.
      const elsewhere = await ok(training({ seats: 1 }));
      expect(fieldsOf(await edit(first.id, { training_id: elsewhere.id }))).toEqual([422, atTraining]);
      await ok(edit(own.id, { training_id: elsewhere.id }));
      expect([await booked(id), await booked(elsewhere.id)]).toEqual([2, 1]);
      expect(await wrong()).toEqual([]);
    });

    it('do not offer fewer than are booked', async () => {
      expect((await training({ seats: 0 })).status).toBe(200);
      const { id } = await ok(training({ seats: 3 }));
      await ok(booking(id, 2));
      const edit = (seats: number) => cast.admin.post(`/v1/training/${id}`, { seats });
      expect(fieldsOf(await edit(1))).toEqual([422, { seats: [full] }]);
      await ok(edit(2));
      await ok(moveTo(id, 1));
    });

    it('name the rows of an import that are too many', async () => {
      const { id } = await ok(training({ seats: 5 }));
      const columns = ['training_id', 'enterprise_id', 'name', 'people'];
      const rows = [2, 1, 3, 2, 1].map((people, at) => [
        String(id),
        String(cast.enterprise),
        `Row ${at}`,
        String(people),
      ]);
      const refused = await cast.admin.post('/v1/training_booking/import', { columns, rows });
      const mistake = { field: 'training_id', message: full };
      expect(refused.body).toMatchObject({
        created: 0,
        mistakes: [
          { row: 2, ...mistake },
          { row: 4, ...mistake },
        ],
      });
      expect(await booked(id)).toBe(0);
      const fitting = { columns, rows: [rows[0], rows[1], rows[3]] };
      expect((await cast.admin.post('/v1/training_booking/import', fitting)).body).toMatchObject({ created: 3 });
      expect(await booked(id)).toBe(5);
    });

    it('are deleted and restored with their bookings', async () => {
      const { id } = await ok(training({ seats: 3 }));
      for (const people of [1, 2]) await ok(booking(id, people));
      await ok(cast.admin.delete(`/v1/training/${id}`));
      await ok(cast.admin.post(`/v1/training/restore/${id}`));
      expect(await booked(id)).toBe(3);
      expect(fieldsOf(await booking(id))).toEqual([422, atTraining]);
      await cast.database.executeSql(`update training_booking set deleted_at = now() where training_id = ${id}`);
      expect(await booked(id)).toBe(0);
    });

    it('book exactly the free ones for simultaneous writers', async () => {
      const { id } = await ok(training({ seats: 3 }));
      const answers = await Promise.all(
        Array.from({ length: 9 }, (_, at) => booking(id, 1, [cast.admin, cast.sales, cast.customer][at % 3])),
      );
      expect(statuses(answers)).toEqual([...Array(3).fill(200), ...Array(6).fill(422)]);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(fieldsOf(answer)).toEqual([422, atTraining]);
      expect(await booked(id)).toBe(3);
    });

    it('are booked again by exactly as many as there is room for', async () => {
      const { id } = await ok(training({ seats: 2 }));
      const released: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        const { id: one } = await ok(booking(id));
        await ok(cast.admin.post(`/v1/training_booking/${one}`, { status: 1 }));
        released.push(one);
      }
      expect(await booked(id)).toBe(0);
      const answers = await Promise.all(
        released.map((one) => cast.admin.post(`/v1/training_booking/${one}`, { status: 0 })),
      );
      expect(statuses(answers)).toEqual([...Array(2).fill(200), ...Array(4).fill(422)]);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(fieldsOf(answer)).toEqual([422, atTraining]);
      expect([await booked(id), await wrong()]).toEqual([2, []]);
    });

    it('are not needed by a booking that is released while it is restored, moved or enlarged', async () => {
      const [{ id }, { id: elsewhere }] = [await ok(training({ seats: 1 })), await ok(training({ seats: 0 }))];
      const one = await ok(booking(id));
      await ok(cast.admin.post(`/v1/training_booking/${one.id}`, { status: 1 }));
      await ok(cast.admin.post(`/v1/training_booking/${one.id}`, { training_id: elsewhere, people: 9 }));
      await ok(cast.admin.delete(`/v1/training_booking/${one.id}`));
      await ok(cast.admin.post(`/v1/training_booking/restore/${one.id}`));
      expect([await booked(id), await booked(elsewhere)]).toEqual([0, 0]);
      expect(fieldsOf(await cast.admin.post(`/v1/training_booking/${one.id}`, { status: 0 }))).toEqual([
        422,
        atTraining,
      ]);
    });

    it('never have more bookings than seats, whatever writers do at once', async () => {
      const all = await Promise.all(Array.from({ length: 2 }, () => ok(training({ seats: 4 }))));
      const ids = all.map(({ id }: { id: number }) => id);
      const pick = (random: number): number => ids[random % ids.length] as number;
      const writer = async (seed: number) => {
        let state = seed;
        const random = () => {
          state = (state * 48_271) % 2_147_483_647;
          return state;
        };
        const mine: number[] = [];
        const answers: Answer[] = [];
        for (let at = 0; at < scale(10, 60); at += 1) {
          const own = mine[random() % Math.max(mine.length, 1)];
          const work = random() % 7;
          if (own === undefined || work === 0) {
            const made = await booking(pick(random()), 1 + (random() % 3));
            if (made.status === 200) mine.push(made.body.id);
            answers.push(made);
          } else if (work === 1) {
            answers.push(await cast.admin.post(`/v1/training_booking/${own}`, { people: 1 + (random() % 4) }));
          } else if (work === 2) {
            answers.push(await cast.admin.post(`/v1/training_booking/${own}`, { training_id: pick(random()) }));
          } else if (work === 3) {
            answers.push(await cast.admin.post(`/v1/training/${pick(random())}`, { seats: 2 + (random() % 4) }));
          } else if (work < 6) {
            const { status } = (await cast.admin.get(`/v1/training_booking/${own}`)).body;
            answers.push(await cast.admin.post(`/v1/training_booking/${own}`, { status: 1 - status }));
          } else {
            answers.push(await cast.admin.delete(`/v1/training_booking/${own}`));
            mine.splice(mine.indexOf(own), 1);
          }
        }
        return answers;
      };
      const answers = (await Promise.all([11, 222, 3333, 44_444].map(writer))).flat();
      for (const [status, fields] of answers.map(fieldsOf))
        if (status !== 200) expect([status, Object.values(fields).flat()]).toEqual([422, [full]]);
      expect(new Set(statuses(answers))).toEqual(new Set([200, 422]));
      expect(await wrong()).toEqual([]);
      const { rows } = await cast.database.executeSql('select id from training where booked > seats');
      expect(rows).toEqual([]);
    }, 120_000);

    it('have a constraint of the table, too', async () => {
      const { id } = await ok(training({ seats: 1 }));
      const add = `insert into training_booking (training_id, enterprise_id, name, people)
        values (${id}, ${cast.enterprise}, 'Direct', 2)`;
      await expect(cast.database.executeSql(add)).rejects.toThrow('training__check_');
    });
  });
});

forEachEngine('the calendar of trainings of which some are internal', (engine) => {
  const internal = boolean({ label: { en: 'Internal', zh: '内部' }, default: false, read: staff });
  const { list } = trainingDesk.training;
  const withInternal = defineEntity({
    ...trainingDesk.training,
    fields: { ...trainingDesk.training.fields, internal },
    list: { ...list, calendar: { ...list.calendar, when: { internal: false } } },
  } as never);

  it('is there for the roles alone that may read it', async () => {
    const ofSome = contractWith({ ...trainingDesk, training: withInternal });
    expect(declarationMistakes(ofSome)).toEqual([]);
    const entity = ofSome.entity('training');
    expect(displaysFor(entity, 'SalesMan')).toEqual(['table', 'calendar']);
    expect(displaysFor(entity, 'Enterprise')).toEqual(['table']);
    const cast = await startCast(engine, { contract: ofSome, withoutClock: true });
    try {
      await addTables(cast.database, ofSome);
      await cast.database.executeSql(`insert into training (subject, starts_at, ends_at, seats, internal)
        values ('Open', now(), now() + interval '1 hour', 1, false), ('Internal', now(), now() + interval '1 hour', 1, true)`);
      const path = '/v1/training/list?display=calendar';
      expect((await ok(cast.sales.get(path))).items).toMatchObject([{ subject: 'Open' }]);
      expect((await cast.customer.get(path)).status).toBe(422);
      expect((await ok(cast.customer.get('/v1/training/list'))).total).toBe(2);
    } finally {
      await cast.close();
    }
  }, 120_000);
});
