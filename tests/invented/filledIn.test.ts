import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { plus } from '../../contract/schema/field/default.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  integer,
  list,
  longText,
  many,
  money,
  object,
  reference,
  serial,
  tags,
  text,
} from '../../contract/schema/field/field.ts';
import { now, today } from '../../contract/schema/now.ts';
import { AppError } from '../../server/core/appError.ts';
import type { FieldValues, Rules, RulesOf } from '../../server/core/rules.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { seed } from '../support/kindFields.ts';
import { ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';

const label = (en: string) => ({ en, zh: en });
const admins = ['SuperAdmin'] as const;
const levels = [
  { id: 1, label: label('Low') },
  { id: 2, label: label('High') },
] as const;
const currencies = [{ id: 'CNY', label: label('CNY') }] as const;

/** Fields of all kinds, with each kind of default and without one. */
const fields = {
  name: text({ label: label('Name'), required: true, max: 60 }),
  room: text({ label: label('Room'), default: 'A1' }),
  note: longText({ label: label('Note') }),
  count: integer({ label: label('Count'), default: 3 }),
  share: decimal({ label: label('Share'), default: '2.5', scale: 2 }),
  currency: choice(currencies, { label: label('Currency'), default: 'CNY' }),
  price: money({ label: label('Price'), default: 500, currency: 'currency' }),
  is_open: boolean({ label: label('Open'), default: true }),
  is_quiet: boolean({ label: label('Quiet') }),
  level: choice(levels, { label: label('Level'), default: 2 }),
  state: choice(levels, { label: label('State'), default: 1, readOnly: true }),
  from_at: dateTime({ label: label('From'), default: '2026-03-01T08:00:00Z' }),
  until_at: dateTime({ label: label('Until'), default: plus('from_at', { hours: 2 }) }),
  asked_at: dateTime({ label: label('Asked at'), default: now }),
  on: date({ label: label('Day'), default: '2026-03-01' }),
  due_on: date({ label: label('Due on'), default: plus(today, { days: 3 }) }),
  keeper_id: reference('user', { label: label('Keeper'), default: me('id') }),
  other_id: reference('user', { label: label('Other') }),
  words: tags({ label: label('Words') }),
  steps: list(integer({ label: label('Step') }), { label: label('Steps') }),
  more: object({ phone: text({ label: label('Phone') }) }, { label: label('More') }),
  products: many('product', { label: label('Products') }),
} as const;

/** The fields that a row of inputs can have. */
const rowFields = Object.keys(fields).filter((name) => !['state', 'price', 'steps', 'more', 'products'].includes(name));

const access = { list: admins, create: admins, edit: admins, rows: { SuperAdmin: everything } } as const;
const booking = defineEntity({
  name: 'booking',
  label: label('Booking'),
  title: 'name',
  fields: {
    number: serial('B-{0000}', { label: label('Number') }),
    ...fields,
    pin: text({ label: label('Pin'), inputOnly: true }),
  },
  rules: [
    { field: 'until_at', after: 'from_at' },
    { field: 'note', requiredWhen: { level: 1 } },
  ],
  access,
  import: true,
  children: {
    parts: { entity: 'booking_part', by: 'booking_id', nested: true, add: rowFields, onDelete: 'cascade' },
  },
  actions: {
    copy: {
      endpoint: { name: 'copy_booking', path: '/v1/booking/copy/{id}', label: label('Copy') },
      roles: admins,
      label: label('Copy'),
      assign: { count: 4 },
      create: { booking_part: { booking_id: { fromRecord: 'id' }, name: 'Copied' } },
    },
  },
  list: { columns: ['name'], filters: ['level'], sort: 'id' },
  form: ['name'],
  screens: [{ path: '/booking', roles: admins, label: label('Bookings'), menu: { order: 72 } }],
});
const bookingPart = defineEntity({
  name: 'booking_part',
  label: label('Part'),
  title: 'name',
  fields: { booking_id: reference('booking', { label: label('Booking'), required: true }), ...fields },
  access,
  list: { columns: ['name'], filters: ['booking_id'], sort: 'id' },
  form: ['name', 'booking_id'],
  screens: [{ path: '/booking_part', roles: admins, label: label('Parts'), menu: { order: 73 } }],
});

/** The values that the rules have seen, by the name of the record. */
const seen = new Map<string, FieldValues>();
const after = new Map<string, FieldValues>();

/** No two bookings of a room begin at the same time. */
const bookingRules: RulesOf<typeof booking> = {
  async beforeCreate({ trx, contract }, values) {
    seen.set(values.name, values);
    const { room, from_at } = values;
    const others = await trx
      .selectFrom(contract.entity('booking').table as 'orders')
      .select('id')
      .where('room' as never, '=', room as never)
      .where('from_at' as never, '=', from_at as never)
      .execute();
    if (values.pin === 'alone' && others.length > 0) throw AppError.unprocessable('taken', undefined, 'room');
    return values;
  },
  async afterCreate(_context, row, values) {
    after.set(row.name, { ...values });
  },
};
const partRules: RulesOf<typeof bookingPart> = {
  async beforeCreate(_context, values) {
    seen.set(values.name, values);
    return values;
  },
};

const contract = contractWith({ booking, booking_part: bookingPart });

const given = fc.record(
  {
    room: fc.constantFrom('B1', null),
    note: fc.constantFrom('Text', null),
    count: fc.integer({ min: 0, max: 9 }),
    share: fc.constantFrom('1', '7.25'),
    price: fc.integer({ min: 0, max: 900 }),
    is_open: fc.boolean(),
    is_quiet: fc.boolean(),
    from_at: fc.constantFrom('2026-05-01T10:00:00Z', '2027-01-31T23:59:59Z'),
    on: fc.constantFrom('2026-02-28'),
    due_on: fc.constantFrom('2026-02-28', null),
    asked_at: fc.constantFrom('2026-02-28T00:00:00Z', null),
    words: fc.constantFrom([], ['one', 'two']),
    steps: fc.constantFrom([], [1, 2]),
    more: fc.constantFrom({ phone: '110' }),
  },
  { requiredKeys: [] },
);

forEachEngine('the values that rules see', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    const rules = { booking: bookingRules as unknown as Rules, booking_part: partRules as unknown as Rules };
    cast = await startCast(engine, { contract, rules });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  /** Expects that the rules have seen what is stored, except what the database draws. */
  async function expectStored(table: string, name: string) {
    const { rows } = await cast.database.executeSql(`select * from ${table} where name = '${name}'`);
    const { id, number: _number, deleted_at: _deleted, ...row } = rows[0] as FieldValues;
    const { number, pin: _pin, products, ...values } = seen.get(name) ?? {};
    expect([number ?? null, products]).toEqual([null, []]);
    expect(values).toEqual(row);
    return Number(id);
  }
  const next = () => `Record ${seen.size}`;

  it('are those that are stored, whatever a body leaves out', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (body) => {
        const name = next();
        await ok(cast.admin.post('/v1/booking', { name, ...body }));
        await expectStored('booking', name);
        expect(after.get(name)).toEqual(seen.get(name));
      }),
      { numRuns: scale(15, 100), seed },
    );
  });

  it('are those that are stored of children, and of a record that an action creates', async () => {
    await fc.assert(
      fc.asyncProperty(given, async ({ price: _price, steps: _steps, more: _more, ...body }) => {
        const [name, part] = [next(), `Part of ${next()}`];
        const { id } = await ok(cast.admin.post('/v1/booking', { name, parts: [{ name: part, ...body }] }));
        await expectStored('booking', name);
        await expectStored('booking_part', part);
        await cast.database.executeSql(`update booking_part set name = 'Old' where name = 'Copied'`);
        await ok(cast.admin.post(`/v1/booking/copy/${id}`, {}));
        await expectStored('booking_part', 'Copied');
      }),
      { numRuns: scale(4, 20), seed },
    );
  });

  it('are those that are stored of an import, also of its trial', async () => {
    const rows = [
      ['Import 1', '', '', 'B2', ''],
      ['Import 2', '7', '', '', 'No'],
      ['Import 3', '', '2026-06-01T10:00:00Z', '', 'Yes'],
    ];
    const columns = ['name', 'count', 'from_at', 'room', 'is_open'];
    const send = (dry_run: boolean) => ok(cast.admin.post('/v1/booking/import', { columns, rows, dry_run }));
    expect((await send(true)).mistakes).toEqual([]);
    const tried = rows.map(([name = '']) => seen.get(name));
    expect((await send(false)).created).toBe(3);
    for (const [at, [name = '']] of rows.entries()) {
      await expectStored('booking', name);
      const times = { created_at: 0, updated_at: 0, asked_at: 0, number: 0 };
      expect({ ...tried[at], ...times }).toEqual({ ...seen.get(name), ...times });
    }
  });

  it('let no rule in code be passed by leaving a field out', async () => {
    const body = { from_at: '2026-09-09T09:09:09Z', pin: 'alone' };
    await ok(cast.admin.post('/v1/booking', { name: 'First', room: 'A1', ...body }));
    const answer = await cast.admin.post('/v1/booking', { name: 'Second', ...body });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['room']]);
  });

  it('let no rule between fields be passed by leaving a field out', async () => {
    const early = { name: 'Early', until_at: '2026-03-01T07:00:00Z' };
    const answer = await cast.admin.post('/v1/booking', early);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['until_at']]);
    await ok(cast.admin.post('/v1/booking', { ...early, from_at: '2026-03-01T06:00:00Z' }));
  });
});

/** Names of fields that an entity does not have. `npm run check` fails if one compiles. */
export const misspeltRules = (): RulesOf<typeof booking>[] => [
  {
    // @ts-expect-error
    beforeCreate: async (_context, { raum, ...values }) => values,
  },
  {
    // @ts-expect-error
    beforeCreate: async () => ({ raum: 'B1' }),
  },
  {
    // @ts-expect-error
    beforeCreate: async (_context, values) => ({ ...values, count: 'three' }),
  },
  {
    // @ts-expect-error
    beforeUpdate: async (_context, _row, { room }) => ({ raum: room }),
  },
  {
    async afterCreate(_context, _row, values) {
      // @ts-expect-error
      if (values.raum) throw AppError.notFound();
    },
  },
  {
    // @ts-expect-error
    actions: { copy: async () => ({ raum: 1 }) },
  },
  {
    // @ts-expect-error
    effects: { copy: { within: async (_context, _row, { room }) => ({ raum: room }) } },
  },
];
