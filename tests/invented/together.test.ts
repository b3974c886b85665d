import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { type Schema, valuesOf } from '../fuzz/arbitrary.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { documentOf, validatorOf } from '../support/conformance.ts';
import { contractWith } from '../support/contractWith.ts';
import { forAnyEngine } from '../support/database.ts';
import { type Answer, type Client, ok } from '../support/product.ts';
import { quoteDesk } from '../support/quoteDesk/desk.ts';
import { scale } from '../support/scale.ts';

const contract = contractWith(quoteDesk);
/** Created late, because it depends on the rules that the product adds at its start. */
const document = () => documentOf(contract);

interface Line {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly number: string;
  readonly [name: string]: unknown;
}

const refusalOf = ({ status, body }: Answer) => [status, body.error?.fields ?? {}];
const fieldsOf = ({ status, body }: Answer) => [status, Object.keys(body.error?.fields ?? {}).sort()];

it('the entities of the quote desk have no mistakes', () => {
  expect(findMistakes(contract)).toEqual([]);
});

forAnyEngine('a parent that is saved together with its children', (engine) => {
  let cast: Cast;
  let id: number;
  let lines: Line[];
  let serial = 0;

  const one = (quote = id) => `/v1/quote/${quote}`;
  const linesOf = async (quote = id, client: Client = cast.admin): Promise<Line[]> =>
    (await ok(client.get(`/v1/quote_line/list?filter_quote_id=${quote}&sort=id&is_paginate=false`))).items;
  const names = async (quote?: number): Promise<string[]> => (await linesOf(quote)).map(({ name }) => name);
  const line = (name: string): Line => lines.find((each) => each.name === name) as Line;
  /** The id and the version of a line as it was read. */
  const seen = (name: string) => ({ id: line(name).id, version: line(name).version });
  const quoteWith = async (given: readonly object[], client: Client = cast.admin): Promise<number> => {
    serial += 1;
    const body = { subject: `Quote ${serial}`, enterprise_id: cast.enterprise, lines: given };
    return (await ok(client.post('/v1/quote', body))).id;
  };
  const count = async (table: string, where = 'true'): Promise<number> =>
    Number((await cast.database.executeSql(`select count(*) as n from ${table} where ${where}`)).rows[0]?.n);
  const save = (body: unknown, client: Client = cast.sales, headers: Record<string, string> = {}) =>
    client.post(one(), body, headers);
  /** Everything that a refused request must not change. */
  const state = async () => [
    await ok(cast.admin.get(one())),
    await linesOf(),
    await count('audit', "result = 'ok'"),
    await count('notification'),
  ];

  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());
  beforeEach(async () => {
    id = await quoteWith([
      { name: 'Crane', count: 2, price: '10.5' },
      { name: 'Lamp', begins_on: '2030-01-01', ends_on: '2030-02-01' },
      { name: 'Gate', fixed: true },
      { name: 'Margin', internal: true },
    ]);
    lines = await linesOf();
  });

  it('changes, makes and removes them with it, and leaves those that are not named', async () => {
    const body = {
      terms: 'Net',
      lines: [
        { ...seen('Crane'), count: 3, price: ' 11 ' },
        { ...seen('Lamp'), remove: true },
        { name: ' Ladder ', count: 4, price: '0.25' },
      ],
    };
    const answer = await ok(save(body));
    expect(answer).toMatchObject({ id, terms: 'Net', version: 2 });
    expect(answer).not.toHaveProperty('lines');
    expect((await linesOf()).map(({ name, count: many, total, version }) => [name, many, total, version])).toEqual([
      ['Crane', 3, '33.00', 2],
      ['Gate', 1, null, 1],
      ['Margin', 1, null, 1],
      ['Ladder', 4, '1.00', 1],
    ]);
    expect((await linesOf()).at(-1)?.number).toMatch(/^L-\d{4}$/);
    expect((await cast.admin.get(`/v1/quote_line/${line('Lamp').id}`)).status).toBe(404);
  });

  it('leaves all of them where it names none, and counts as an edit of the parent where it names them alone', async () => {
    await ok(save({ terms: 'Net' }));
    await ok(save({ lines: [] }));
    await ok(save({ lines: null }));
    expect(await linesOf()).toEqual(lines);
    const { version } = await ok(cast.sales.get(one()));
    const changed = await ok(
      save({ lines: [{ ...seen('Crane'), count: 5 }] }, cast.sales, { 'If-Match': `"${version}"` }),
    );
    expect(changed.version).toBe(version + 1);
    expect(fieldsOf(await save({ terms: 'Late' }, cast.sales, { 'If-Match': `"${version}"` }))).toEqual([422, ['_']]);
  });

  it('makes room by what goes before what comes', async () => {
    await ok(
      save({
        lines: [
          { name: 'Lamp', count: 7 },
          { ...seen('Lamp'), remove: true },
        ],
      }),
    );
    await ok(save({ lines: [{ name: 'Crane' }, { ...seen('Crane'), name: 'Big crane' }] }));
    expect(await names()).toEqual(['Big crane', 'Gate', 'Margin', 'Lamp', 'Crane']);
  });

  it('tells each child in the audit, the timeline, the changes and the notices, as requests of their own would', async () => {
    const before = { audit: await count('audit'), notices: await count('notification') };
    const stream = async (after?: string) =>
      String((await cast.admin.get('/v1/events?wait=0', after ? { 'last-event-id': after } : {})).body);
    const start = [...(await stream()).matchAll(/^id: (.+)$/gm)].at(-1)?.[1];
    const body = [{ ...seen('Crane'), count: 3 }, { ...seen('Lamp'), remove: true }, { name: 'Ladder' }];
    await ok(save({ terms: 'Net', lines: body }));
    const { rows } = await cast.database.executeSql(
      `select action, entity, entity_id, actor_id, after from audit order by id offset ${before.audit}`,
    );
    const made = (await linesOf()).at(-1);
    expect(rows.map(({ action, entity, entity_id }) => [action, entity, entity_id])).toEqual([
      ['update', 'quote', id],
      ['remove', 'quote_line', line('Lamp').id],
      ['update', 'quote_line', line('Crane').id],
      ['create', 'quote_line', made?.id],
    ]);
    expect(rows[2]).toMatchObject({ actor_id: cast.sales.id, after: { count: 3 } });
    expect(await count('notification')).toBe(before.notices + 1);
    const entries = (await ok(cast.sales.get(`/v1/timeline/quote/${id}`))).items as Record<string, unknown>[];
    expect(entries).toContainEqual(expect.objectContaining({ part: 'lines', kind: 'create', detail: 'Ladder' }));
    // The database publishes the change shortly after the response.
    const changes = async () =>
      [...(await stream(start)).matchAll(/^data: (.+)$/gm)]
        .map(([, data = '']) => JSON.parse(data))
        .filter(({ entity }) => entity?.startsWith('quote'))
        .map((change) => [change.id, change.action]);
    await expect.poll(changes).toEqual([
      [id, 'update'],
      [line('Lamp').id, 'remove'],
      [line('Crane').id, 'update'],
      [made?.id, 'create'],
    ]);
  });

  const fine = () => [{ ...seen('Crane'), count: 9 }, { name: 'Ladder' }];
  const not = {
    here: ['The chosen record does not exist or is not yours'],
    writable: ['You may not set this item'],
    known: ['This item is not known here'],
    empty: ['The current item cannot be empty'],
    stale: ['The record has changed in the meantime, please reload'],
    taken: ['This value is already in use'],
    now: ['This is not possible in the current state'],
  };

  /** The third item, after two valid ones, and its errors. */
  const refusals: Readonly<Record<string, [item: () => unknown, errors: object]>> = {
    'an unknown id': [() => ({ id: 999_999, count: 2 }), { 'lines[2].id': not.here }],
    'a child out of scope': [() => ({ ...seen('Margin'), count: 2 }), { 'lines[2].id': not.here }],
    'a child out of scope that is to go': [() => ({ ...seen('Margin'), remove: true }), { 'lines[2].id': not.here }],
    'a child twice': [() => ({ ...seen('Crane'), price: '1' }), { 'lines[2].id': ['This record is listed twice'] }],
    'a child that changes and goes': [
      () => ({ ...seen('Crane'), remove: true }),
      { 'lines[2].id': ['This record is listed twice'] },
    ],
    'a stale child': [() => ({ id: line('Lamp').id, version: 7, count: 2 }), { 'lines[2].version': not.stale }],
    'a stale child that is to go': [
      () => ({ id: line('Lamp').id, version: 7, remove: true }),
      { 'lines[2].version': not.stale },
    ],
    'a child that is not open': [() => ({ ...seen('Gate'), count: 2 }), { 'lines[2]': not.now }],
    'a child that may not go': [() => ({ ...seen('Gate'), remove: true }), { 'lines[2]': not.now }],
    'a field of another role': [() => ({ ...seen('Lamp'), discount: 5 }), { 'lines[2].discount': not.writable }],
    'a field of another role of a new child': [() => ({ name: 'X', fixed: true }), { 'lines[2].fixed': not.writable }],
    'the parent of a child': [() => ({ ...seen('Lamp'), quote_id: 1 }), { 'lines[2].quote_id': not.writable }],
    'what is no field': [() => ({ ...seen('Lamp'), colour: 'red' }), { 'lines[2].colour': not.known }],
    'a value with what goes': [() => ({ ...seen('Lamp'), remove: true, count: 2 }), { 'lines[2].count': not.writable }],
    'what neither goes nor stays': [() => ({ ...seen('Lamp'), remove: 'yes' }), { 'lines[2].remove': not.known }],
    'what was never there and is to go': [
      () => ({ remove: true }),
      { 'lines[2].name': not.empty, 'lines[2].remove': not.known },
    ],
    'a required value emptied': [() => ({ ...seen('Lamp'), name: ' ' }), { 'lines[2].name': not.empty }],
    'a wrong value': [
      () => ({ ...seen('Lamp'), count: 100 }),
      { 'lines[2].count': ['The largest allowed value is 99'] },
    ],
    'an id that is none': [() => ({ id: 'x', count: 1 }), { 'lines[2].id': ['Enter a whole number'] }],
    'what is no object': [() => 5, { 'lines[2]': ['This item has the wrong shape'] }],
    'a rule between fields': [
      () => ({ ...seen('Lamp'), ends_on: '2029-01-01' }),
      { 'lines[2].ends_on': ['It must be after: Begins on'] },
    ],
    'a value that a rule requires': [() => ({ ...seen('Lamp'), count: 99 }), { 'lines[2].price': not.empty }],
    'a reference to what is not there': [
      () => ({ ...seen('Lamp'), after_id: 999_999 }),
      { 'lines[2].after_id': not.here },
    ],
    'a value that is taken': [() => ({ ...seen('Lamp'), name: 'gate' }), { 'lines[2].name': not.taken }],
    'a value that two new children have': [() => ({ name: 'Ladder' }), { 'lines[2].name': not.taken }],
  };

  it.each(Object.entries(refusals))('refuses %s at its place, and nothing is done', async (_, [item, errors]) => {
    const before = await state();
    expect(refusalOf(await save({ terms: 'Net', lines: [...fine(), item()] }))).toEqual([422, errors]);
    expect(await state()).toEqual(before);
  });

  it('says what is refused in the language of the caller, and by its code', async () => {
    const stale = { id: line('Lamp').id, version: 7, count: 2 };
    const { status, body } = await save({ lines: [stale] }, cast.sales, { 'X-LANG': 'zh' });
    expect([status, body]).toEqual([
      422,
      {
        title: '记录已被修改，请刷新后重试',
        code: 'stale',
        error: { fields: { 'lines[0].version': ['记录已被修改，请刷新后重试'] } },
      },
    ]);
  });

  it('refuses a child of another parent, one that was deleted, and one that others need', async () => {
    const other = await quoteWith([{ name: 'Crane' }]);
    const [foreign] = await linesOf(other);
    await ok(cast.admin.delete(`/v1/quote_line/${line('Lamp').id}`));
    const before = [await linesOf(), await linesOf(other)];
    for (const stranger of [foreign?.id, line('Lamp').id])
      expect(refusalOf(await save({ lines: [...fine(), { id: stranger, count: 2 }] }))).toEqual([
        422,
        { 'lines[2].id': not.here },
      ]);
    expect([await linesOf(), await linesOf(other)]).toEqual(before);
    await ok(save({ lines: [{ name: 'Hook', after_id: line('Crane').id }] }));
    const linesBefore = await linesOf();
    expect(refusalOf(await save({ terms: 'Net', lines: [{ ...seen('Crane'), remove: true }] }))).toEqual([
      422,
      { 'lines[0]': ['It is in use and cannot be deleted'] },
    ]);
    expect(await linesOf()).toEqual(linesBefore);
    // It may be removed together with the line that needs it.
    const hook = linesBefore.find(({ name }) => name === 'Hook') as Line;
    await ok(
      save({
        lines: [
          { id: hook.id, remove: true },
          { ...seen('Crane'), remove: true },
        ],
      }),
    );
    expect(await names()).toEqual(['Lamp', 'Gate', 'Margin'].filter((name) => name !== 'Lamp'));
  });

  it('audits who asks for children that are not theirs', async () => {
    const before = await count('audit', "action = 'denied'");
    await save({ lines: [{ ...seen('Margin'), count: 2 }] });
    expect(await count('audit', "action = 'denied'")).toBe(before + 1);
  });

  it('gives each role what its own requests would', async () => {
    const change = [{ ...seen('Crane'), count: 4 }];
    expect(refusalOf(await save({ lines: [...change, { name: 'Mine' }] }, cast.customer))).toEqual([
      422,
      { 'lines[1]': not.writable },
    ]);
    expect(refusalOf(await save({ lines: [{ ...seen('Crane'), remove: true }] }, cast.customer))).toEqual([
      422,
      { 'lines[0]': not.writable },
    ]);
    expect((await save({ lines: change }, cast.otherSales)).status).toBe(404);
    expect((await save({ lines: change }, cast.otherCustomer)).status).toBe(404);
    expect(await linesOf()).toEqual(lines);
    await ok(save({ lines: change }, cast.customer));
    await ok(
      save(
        {
          lines: [
            { ...seen('Margin'), discount: 5 },
            { ...seen('Lamp'), fixed: true },
          ],
        },
        cast.admin,
      ),
    );
    expect((await linesOf()).map(({ count: many, discount, fixed }) => [many, discount, fixed])).toEqual([
      [4, null, false],
      [1, null, true],
      [1, null, true],
      [1, 5, false],
    ]);
  });

  it('holds the state of the parent before anything of its children, and has no part in its steps', async () => {
    expect(fieldsOf(await save({ status: 1, lines: fine() }))).toEqual([422, ['lines']]);
    await ok(save({ closed: true }, cast.admin));
    expect(fieldsOf(await save({ lines: fine() }))).toEqual([422, ['status']]);
    expect(await linesOf()).toEqual(lines);
  });

  it('is all or nothing when the last child of many fails in the database, and when the parent does', async () => {
    const taken = (await ok(cast.sales.get(one(await quoteWith([]))))).subject;
    const before = await state();
    const many = Array.from({ length: 98 }, (_, at) => ({ name: `Line ${at}` }));
    expect(fieldsOf(await save({ terms: 'Net', lines: [...fine(), ...many.slice(1), { name: 'LAMP' }] }))).toEqual([
      422,
      ['lines[99].name'],
    ]);
    expect(fieldsOf(await save({ subject: taken, lines: fine() }))).toEqual([422, ['subject']]);
    expect(fieldsOf(await save({ lines: [...fine(), ...many, { name: 'One too many' }] }))).toEqual([422, ['lines']]);
    expect(await state()).toEqual(before);
    await ok(save({ terms: 'Net', lines: [...fine(), ...many] }));
    expect(await linesOf()).toHaveLength(103);
  });

  it('is done once for a request key', async () => {
    const key = { 'Idempotency-Key': `lines ${id}` };
    const first = await ok(save({ lines: fine() }, cast.sales, key));
    expect(await ok(save({ lines: fine() }, cast.sales, key))).toEqual(first);
    expect((await save({ lines: [] }, cast.sales, key)).body.code).toBe('idempotency');
    expect((await names()).filter((name) => name === 'Ladder')).toHaveLength(1);
  });

  it('lets one of two editors win who saw the same, whatever of it they change', async () => {
    const tries = [
      { lines: [{ ...seen('Crane'), count: 3 }, { name: 'First' }] },
      { lines: [{ ...seen('Crane'), count: 4 }, { name: 'Second' }] },
    ];
    const answers = await Promise.all(tries.map((body) => save(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const lost = answers.find(({ status }) => status === 422);
    expect([lost?.body.code, Object.keys(lost?.body.error.fields)]).toEqual(['stale', ['lines[0].version']]);
    const won = answers[0]?.status === 200 ? ['First', 3] : ['Second', 4];
    const after = await linesOf();
    expect([after.at(-1)?.name, after[0]?.count]).toEqual(won);
    expect(after).toHaveLength(5);
    // A separate edit of the child is detected too; without a version, the item is not checked.
    await ok(cast.sales.post(`/v1/quote_line/${line('Lamp').id}`, { count: 8 }));
    expect(fieldsOf(await save({ lines: [{ ...seen('Lamp'), price: '1' }] }))).toEqual([422, ['lines[0].version']]);
    await ok(save({ lines: [{ id: line('Lamp').id, price: '1' }] }));
    expect((await linesOf())[1]).toMatchObject({ count: 8, price: '1.00', version: 3 });
  });

  it('keeps to the order of its locks when several save the same children at once', async () => {
    const all = lines.filter(({ name }) => name === 'Crane' || name === 'Lamp').map((each) => each.id);
    const bodies = Array.from({ length: 8 }, (_, at) => {
      const items = all.map((line_id) => ({ id: line_id, count: at + 1 }));
      return { lines: at % 2 ? items : items.reverse() };
    });
    const answers = await Promise.all(bodies.map((body) => save(body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const [crane, lamp] = await linesOf();
    expect([crane?.count, crane?.version, lamp?.version]).toEqual([lamp?.count, 9, 9]);
  });

  describe('in the document', () => {
    const schemas = document().components.schemas as Record<string, { properties?: object }>;
    const edit = () => schemas.quote_update as { properties: Record<string, Schema> };
    const items = () => edit().properties.lines as Schema & { items: Schema };

    it('says what an item may ask for', () => {
      const [made, changed, removed] = items().items.anyOf ?? [];
      expect(items().maxItems).toBe(100);
      expect([made?.required, changed?.required, removed?.required]).toEqual([['name'], ['id'], ['id', 'remove']]);
      expect(Object.keys(removed?.properties ?? {})).toEqual(['id', 'version', 'remove']);
      expect(removed?.properties?.remove).toMatchObject({ const: true });
      const takes = validatorOf(items());
      expect(
        [[{ id: 1, version: 2, remove: true }], [{ id: 1, count: 3 }], [{ name: 'X' }], null].map((body) =>
          takes(body),
        ),
      ).toEqual([true, true, true, true]);
      expect(
        [[{ id: 1, remove: false }], [{ id: 1, remove: true, count: 3 }], [{ count: 3 }]].map((body) => takes(body)),
      ).toEqual([false, false, false]);
    });

    it('allows nothing that breaks, and what is saved is what was asked', async () => {
      const resolve = (schema: Schema): Schema => schema;
      const bodies = fc.sample(valuesOf(items(), resolve), { numRuns: scale(60, 2_000), seed: 20_261_124 });
      for (const body of bodies) {
        const now = await linesOf();
        const asked = ((body ?? []) as Record<string, unknown>[]).map((item) => {
          const named = now[Number(item.id ?? 0) % Math.max(now.length, 1)];
          return item.id === undefined || !named ? item : { ...item, id: named.id, version: named.version };
        });
        const answer = await save({ lines: asked }, cast.admin);
        expect([200, 422]).toContain(answer.status);
        const after = await linesOf();
        if (answer.status === 422) expect(after).toEqual(now);
        else expect(after.map(({ id: line_id }) => line_id)).toEqual(left(now, asked, after));
      }
    });
  });

  /** The ids of the children that should exist: the previous ones without removed ones, and the new ones. */
  function left(before: readonly Line[], asked: readonly Record<string, unknown>[], after: readonly Line[]): number[] {
    const gone = asked.filter(({ remove }) => remove === true).map((item) => item.id);
    const stays = before.map((each) => each.id).filter((each) => !gone.includes(each));
    const made = asked.filter((item) => item.id === undefined).length;
    const fresh = after.map((each) => each.id).filter((each) => !before.some((known) => known.id === each));
    expect(fresh).toHaveLength(made);
    return [...stays, ...fresh];
  }
});
