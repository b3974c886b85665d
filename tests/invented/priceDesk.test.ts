import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { dateTime, text } from '../../contract/schema/field/field.ts';
import { offer } from '../../examples/service-desk/prices/offer.ts';
import { price } from '../../examples/service-desk/prices/price.ts';
import { declarationMistakes } from '../../server/resource/compile/checkDeclarations.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, type Client, ok } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

/** A room that is booked between points in time, without anything to tell bookings apart. */
const booking = defineEntity({
  name: 'booking',
  label: { en: 'Booking', zh: '预订' },
  title: 'room',
  fields: {
    room: text({ label: { en: 'Room', zh: '房间' }, max: 20 }),
    starts_at: dateTime({ label: { en: 'Starts at', zh: '开始时间' } }),
    ends_at: dateTime({ label: { en: 'Ends at', zh: '结束时间' } }),
  },
  noOverlap: { by: ['room'], from: 'starts_at', until: 'ends_at' },
  access: { SuperAdmin: [everything, 'list create edit remove'] },
  list: { columns: ['room', 'starts_at'] },
});

const contract = contractWith({ price, offer, booking });
const fieldsOf = ({ status, body }: Answer) => [status, body.error?.fields];

it('the prices of the service desk have no mistake', () => {
  expect(declarationMistakes(contract)).toEqual([]);
});

forEachEngine('periods and checks', (engine) => {
  let cast: Cast;
  let count = 0;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const body = (more: object) => ({ name: `P${++count}`, product_id: cast.productId, amount: 100, ...more });
  const create = (more: object, client: Client = cast.admin) => client.post('/v1/price', body(more));
  const clear = () =>
    cast.database.executeSql('update price set deleted_at = now(); update booking set deleted_at = now()');

  it('leaves no difference between the table and the declaration', async () => {
    expect(await tableDifferences(cast.database, contract, ['price', 'booking'])).toEqual([]);
  });

  it('is described by the API document', async () => {
    const document = await ok(cast.admin.get('/v1/openapi.json'));
    const text = JSON.stringify(document.components.schemas.price_create);
    expect(text).toContain('lowest <= amount: “The lowest price cannot exceed the list price”');
    expect(text).toContain('does not overlap that of another record with the same product_id, currency');
    expect(JSON.stringify(document.components.schemas.offer_create)).toContain(
      'the amount of the record that price_id names',
    );
  });

  describe('periods', () => {
    it('refuses a period of the same product and currency that shares a day, and names the other record', async () => {
      await clear();
      const first = await ok(create({ name: 'Spring', starts_on: '2030-01-01', ends_on: '2030-06-30' }));
      const refused = await create({ starts_on: '2030-06-30', ends_on: '2030-07-31' });
      expect(fieldsOf(refused)).toEqual([422, { starts_on: ['This period overlaps that of “Spring”'] }]);
      await ok(create({ starts_on: '2030-07-01', ends_on: '2030-07-31' }));
      await ok(create({ currency: 'EUR', starts_on: '2030-01-01', ends_on: '2030-12-31' }));
      expect((await create({ starts_on: '2030-08-01' })).status).toBe(200);
      expect((await create({ starts_on: '2031-08-01', ends_on: '2031-08-01' })).status).toBe(422);
      expect((await create({ ends_on: '2029-12-31' })).status).toBe(200);
      // Its own period is no obstacle to an edit, another one is.
      await ok(cast.admin.post(`/v1/price/${first.id}`, { ends_on: '2030-06-01' }));
      const longer = await cast.admin.post(`/v1/price/${first.id}`, { ends_on: '2030-07-01' });
      expect(fieldsOf(longer)[1]).toEqual({ ends_on: [expect.stringMatching(/^This period overlaps that of “P/)] });
    });

    it('says it in Chinese, and does not name a record that the caller may not see', async () => {
      await clear();
      await ok(create({ name: 'Hidden', internal: true, starts_on: '2030-01-01', ends_on: '2030-06-30' }));
      const chinese = await cast.admin.post('/v1/price', body({ starts_on: '2030-02-01' }), { 'X-LANG': 'zh' });
      expect(fieldsOf(chinese)).toEqual([422, { starts_on: ['该期间与“Hidden”的期间重叠'] }]);
      const refused = await create({ starts_on: '2030-02-01' }, cast.sales);
      expect(fieldsOf(refused)).toEqual([422, { starts_on: ['This period overlaps that of another record'] }]);
    });

    it('refuses a period that ends before it begins', async () => {
      const refused = await create({ currency: 'EUR', starts_on: '2040-02-01', ends_on: '2040-01-31' });
      expect(fieldsOf(refused)).toEqual([422, { ends_on: ['It must not be before the beginning'] }]);
      await ok(create({ currency: 'EUR', starts_on: '2040-02-01', ends_on: '2040-02-01' }));
    });

    it('lets a period between points in time begin when the previous one ends', async () => {
      const book = (room: string | null, starts_at: string, ends_at: string | null) =>
        cast.admin.post('/v1/booking', { room, starts_at, ends_at });
      await ok(book('North', '2030-01-01T10:00:00Z', '2030-01-01T12:00:00Z'));
      await ok(book('North', '2030-01-01T12:00:00Z', '2030-01-01T13:00:00Z'));
      await ok(book('South', '2030-01-01T10:00:00Z', '2030-01-01T12:00:00Z'));
      expect((await book('NORTH', '2030-01-01T11:59:59Z', null)).status).toBe(422);
      expect((await book('North', '2030-01-02T10:00:00Z', '2030-01-02T10:00:00Z')).body.error.fields).toEqual({
        ends_at: ['It must be after: Starts at'],
      });
      // Without a room it belongs to none, as with unique values.
      await ok(book(null, '2030-01-01T10:00:00Z', null));
      await ok(book(null, '2030-01-01T10:00:00Z', null));
    });

    it('does not restore a deleted record whose period is taken', async () => {
      await clear();
      const { id } = await ok(create({ starts_on: '2030-01-01', ends_on: '2030-06-30' }));
      await ok(cast.admin.delete(`/v1/price/${id}`));
      await ok(create({ name: 'Heir', starts_on: '2030-03-01', ends_on: '2030-03-31' }));
      const refused = await cast.admin.post(`/v1/price/restore/${id}`);
      expect(fieldsOf(refused)).toEqual([422, { starts_on: ['This period overlaps that of “Heir”'] }]);
    });

    it('of simultaneous writers exactly one wins', async () => {
      await clear();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, day) => create({ starts_on: `2030-01-0${day + 1}`, ends_on: '2030-01-31' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
      const names = answers.filter(({ status }) => status === 422).map((one) => fieldsOf(one)[1]);
      for (const fields of names) expect(fields).toEqual({ starts_on: [expect.stringMatching(/that of “P\d+”$/)] });
    });

    it('is a constraint of the table, too', async () => {
      await clear();
      await ok(create({ starts_on: '2030-01-01', ends_on: '2030-06-30' }));
      const copy = `insert into price (name, product_id, currency, starts_on, ends_on, amount)
        select 'Copy', product_id, currency, starts_on, ends_on, amount from price where deleted_at is null`;
      await expect(cast.database.executeSql(copy)).rejects.toThrow('price_product_id__currency__overlap');
    });
  });

  describe('checks', () => {
    it.each([
      [{ amount: 100, lowest: 101 }, { lowest: ['The lowest price cannot exceed the list price'] }],
      [{ amount: 100, lowest: 100 }, undefined],
      [{ least: 5, most: 4 }, { most: ['The greatest quantity is below the least'] }],
      [{ least: 5 }, undefined],
      [{ discount: '10.25', bonus: '20.25' }, undefined],
      [
        { discount: '10.25', bonus: '20.26', most: 5 },
        { discount: ['Discount and bonus together are at most 30.5%, except for fewer than five'] },
      ],
      [{ discount: '10.25', bonus: '20.26', most: 4 }, undefined],
      [{ discount: '0.10', bonus: '30.40' }, undefined],
      [{ starts_on: '2050-01-01', ends_on: '2052-01-01' }, undefined],
      [{ starts_on: '2050-01-01', ends_on: '2052-01-02' }, { ends_on: ['A price applies for two years at most'] }],
    ])('%j', async (given, expected) => {
      await clear();
      const answer = await create(given);
      expect(fieldsOf(answer)).toEqual(expected ? [422, expected] : [200, undefined]);
      // The database decides the same.
      const columns = Object.keys(given);
      const values = Object.values(given).map((value) => `'${value}'`);
      const written = cast.database.executeSql(
        `update price set deleted_at = now();
         insert into price (name, product_id, currency${columns.includes('amount') ? '' : ', amount'}, ${columns.join(', ')})
         values ('Direct', ${cast.productId}, 'EUR'${columns.includes('amount') ? '' : ', 100'}, ${values.join(', ')})`,
      );
      if (expected) await expect(written).rejects.toThrow(/price__check_/);
      else await written;
    });

    it('checks an edit of either field, in the language of the caller', async () => {
      await clear();
      const { id } = await ok(create({ least: 5, most: 10 }));
      expect(fieldsOf(await cast.admin.post(`/v1/price/${id}`, { least: 11 }, { 'X-LANG': 'zh' }))).toEqual([
        422,
        { most: ['最大数量不能小于最小数量'] },
      ]);
      await ok(cast.admin.post(`/v1/price/${id}`, { least: 11, most: 12 }));
    });

    it('checks each row of an import, and rows against each other', async () => {
      await clear();
      const columns = ['name', 'product_id', 'currency', 'amount', 'starts_on', 'ends_on', 'least', 'most'];
      const row = (name: string, from: string, until: string, least = '', most = '') => [
        name,
        String(cast.productId),
        'EUR',
        '1.00',
        from,
        until,
        least,
        most,
      ];
      const rows = [
        row('A', '2030-01-01', '2030-01-31'),
        row('B', '2030-01-31', '2030-02-28'),
        row('C', '2030-03-01', '2030-03-31', '5', '4'),
      ];
      const { body: answer } = await cast.admin.post('/v1/price/import', { columns, rows });
      expect(JSON.stringify(answer)).toContain('This period overlaps that of “A”');
      expect(JSON.stringify(answer)).toContain('The greatest quantity is below the least');
    });

    it('names broken checks beside other mistakes of a body', async () => {
      const answer = await create({ name: '', least: 5, most: 4 });
      expect(Object.keys(fieldsOf(answer)[1]).sort()).toEqual(['most', 'name']);
    });
  });

  describe('defaults from a referenced record', () => {
    const offered = (price_id: number | null, more: object = {}, client: Client = cast.customer) =>
      client.post('/v1/offer', { subject: 'Mover', price_id, ...more });

    it('are its values where a body leaves them out, even if the caller may not list it', async () => {
      await clear();
      const given = { currency: 'EUR', amount: 12_345, discount: '7.5', ends_on: '2031-01-31' };
      const { id } = await ok(create(given));
      const taken = { currency: 'EUR', amount: 12_345, discount: '7.50', valid_until: '2031-01-31' };
      expect(await ok(offered(id))).toMatchObject(taken);
      expect(await ok(offered(id, {}, cast.admin))).toMatchObject(taken);
      // What is given stays, also if it is empty; later changes of the price change nothing.
      const own = await ok(offered(id, { amount: 11_000, discount: null }));
      expect(own).toMatchObject({ amount: 11_000, discount: null });
      await ok(cast.admin.post(`/v1/price/${id}`, { amount: 20_000 }));
      expect((await ok(cast.customer.get(`/v1/offer/${own.id}`))).amount).toBe(11_000);
    });

    it('are not taken from a record that the caller may not pick, or from none', async () => {
      await clear();
      const { id } = await ok(create({ internal: true }));
      expect(Object.keys(fieldsOf(await offered(id))[1])).toEqual(['price_id']);
      expect(Object.keys(fieldsOf(await offered(null))[1])).toEqual(['price_id']);
    });
  });
});
