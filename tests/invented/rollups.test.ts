import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { integer, reference, rollup, text } from '../../contract/schema/field/field.ts';
import { dumpDatabase } from '../../server/db/backup/dump.ts';
import { loadDatabase } from '../../server/db/backup/load.ts';
import { type Database, transaction } from '../../server/db/connection.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { rebuildRollupsSql } from '../../server/db/summary/rollups.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { quoteDesk } from '../support/quoteDesk/desk.ts';
import { wrongRollups } from '../support/rollups.ts';
import { scale } from '../support/scale.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const label = { en: 'Box', zh: '箱' };
const access = { list: admins, create: admins, rows: { SuperAdmin: everything, GeneralAdmin: everything } } as const;

/** A tree of boxes: each has the number and the weight of the boxes in it, and the shelf the weight of all its boxes. */
const box = (more: object = {}, words: object = {}) =>
  defineEntity({
    name: 'box',
    label,
    title: 'name',
    fields: {
      name: text({ label, required: true }),
      inside_id: reference('box', { label }),
      kilograms: integer({ label, min: -99 }),
      ...more,
    },
    access,
    list: { columns: ['name'], sort: 'id' },
    ...words,
  } as never);
const boxes = rollup({ entity: 'box', by: 'inside_id' }, integer({ label }));
const weight = rollup({ entity: 'box', by: 'inside_id', sum: 'kilograms' }, integer({ label, min: -99 }));

const formulas = { 'quote_line.total': 'coalesce(round("count"::numeric * "price"::numeric, 2), 0)' };

/** Entities and counts with names that the SQL of the triggers could take for its own. */
const namedLikeSql = ['part', 'own', 'found', 'parts'];

/** A tree of records whose name and fields are as the SQL of the triggers might call its own parts. */
const likeSql = (name: string) =>
  defineEntity({
    name,
    label,
    title: 'name',
    fields: {
      name: text({ label, required: true }),
      above_id: reference(name, { label }),
      parent: rollup({ entity: name, by: 'above_id' }, integer({ label })),
      part: rollup({ entity: name, by: 'above_id', sum: 'sign' }, integer({ label })),
      sign: integer({ label, required: true }),
    },
    access,
    list: { columns: ['name'], sort: 'id' },
  } as never);

forEachEngine('counts and sums of children', (engine) => {
  const others = Object.fromEntries(namedLikeSql.map((name) => [name, likeSql(name)]));
  const contract = contractWith({ ...quoteDesk, box: box({ boxes, weight }), ...others });
  let cast: Cast;
  let quotes = 0;

  const quoteWith = async (lines: readonly object[]): Promise<number> => {
    quotes += 1;
    const body = { subject: `Quote ${quotes}`, enterprise_id: cast.enterprise, lines };
    return (await ok(cast.admin.post('/v1/quote', body))).id;
  };
  const seen = async (id: number) => {
    const { lines_count, total } = await ok(cast.admin.get(`/v1/quote/${id}`));
    return [lines_count, total];
  };
  const wrong = () => wrongRollups(cast.database, contract, formulas);

  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it.each(namedLikeSql)('hold for an entity called %s with fields called part and parent', async (name) => {
    const { id } = await ok(cast.admin.post(`/v1/${name}`, { name: 'Top', sign: 1 }));
    for (const sign of [2, 3]) await ok(cast.admin.post(`/v1/${name}`, { name: `Below ${sign}`, sign, above_id: id }));
    expect(await ok(cast.admin.get(`/v1/${name}/${id}`))).toMatchObject({ parent: 2, part: 5 });
    const fills = rebuildRollupsSql(contract.entity(name), []).filter((statement) => statement.startsWith('update'));
    for (const statement of fills) await cast.database.executeSql(statement);
    expect(await ok(cast.admin.get(`/v1/${name}/${id}`))).toMatchObject({ parent: 2, part: 5 });
  });

  it('are declared without a mistake', () => {
    expect(findMistakes(contract)).toEqual([]);
  });

  it('follow children that are created, changed, deleted and restored, on every way to write them', async () => {
    const id = await quoteWith([{ name: 'Crane', count: 2, price: '10.5' }, { name: 'Lamp' }]);
    expect(await seen(id)).toEqual([2, '21.00']);
    const lines = (await ok(cast.admin.get(`/v1/quote_line/list?filter_quote_id=${id}&sort=id`))).items;
    const [crane, lamp] = lines as { id: number }[];
    await ok(cast.admin.post(`/v1/quote_line/${lamp?.id}`, { price: '0.25' }));
    expect(await seen(id)).toEqual([2, '21.25']);
    await ok(cast.admin.delete(`/v1/quote_line/${crane?.id}`));
    expect(await seen(id)).toEqual([1, '0.25']);
    await ok(cast.admin.post(`/v1/quote_line/restore/${crane?.id}`, {}));
    expect(await seen(id)).toEqual([2, '21.25']);
    const quote = await ok(cast.admin.get(`/v1/quote/${id}`));
    const body = { lines: [{ name: 'Gate', count: 3, price: '1.10' }] };
    expect(await ok(cast.admin.post(`/v1/quote/${id}`, body))).toMatchObject({ lines_count: 3, total: '24.55' });
    expect((await ok(cast.admin.get(`/v1/quote/${id}`))).version).toBe(quote.version + 1);
    expect(await wrong()).toEqual([]);
  });

  it('are set by nobody else', async () => {
    const id = await quoteWith([]);
    const refused = await cast.admin.post(`/v1/quote/${id}`, { total: '99.00' });
    expect([refused.status, await seen(id)]).toEqual([422, [0, '0.00']]);
  });

  it('sort, filter, export and describe a list, for the roles that may read them', async () => {
    const few = await quoteWith([{ name: 'Cable', price: '700' }]);
    const many = await quoteWith([{ name: 'Cable', price: '800' }, { name: 'Rope' }, { name: 'Hook' }]);
    const ids = async (query: string) =>
      (await ok(cast.admin.get(`/v1/quote/list?${query}`))).items.map(({ id }: { id: number }) => id);
    expect((await ids('sort=-total')).slice(0, 2)).toEqual([many, few]);
    expect(await ids('filter_total_from=700&filter_total_to=700.00')).toEqual([few]);
    expect(await ids('filter_total_from=700&filter_lines_count_from=2')).toEqual([many]);
    expect(await ids('filter_lines_count_from=3000000000')).toEqual([]);
    const csv = await cast.admin.get('/v1/quote/export?format=csv&filter_total_from=800');
    expect(String(csv.body)).toContain('800.00');
    const { items } = await ok(cast.sales.get('/v1/quote/list'));
    expect(items.every((item: object) => !('total' in item) && !('lines_count' in item))).toBe(true);
    expect((await cast.sales.get('/v1/quote/list?sort=total')).status).toBe(422);
    const { rows } = await cast.database.executeSql(
      `select indexname as name from pg_indexes where indexname in ('quotes_total_idx', 'quotes_lines_count_idx')`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(['quotes_lines_count_idx', 'quotes_total_idx']);
  });

  it('are read from their index, in either direction, in a list of many', async () => {
    await cast.database.executeSql(`
      insert into quotes (subject, enterprise_id) select 'Bulk ' || g, ${cast.enterprise} from generate_series(1, 5000) g;
      insert into quote_line (quote_id, name, count, price)
        select id, 'Line', 1, id from quotes where subject like 'Bulk %';
      analyze quotes;`);
    for (const direction of ['asc', 'desc']) {
      const { rows } = await cast.database.executeSql(
        `explain select id from quotes where deleted_at is null order by total ${direction}, id ${direction} limit 20`,
      );
      expect(JSON.stringify(rows)).toContain('quotes_total_idx');
    }
    expect(await wrong()).toEqual([]);
    await cast.database.executeSql(`delete from quote_line where name = 'Line'`);
    expect(await wrong()).toEqual([]);
  });

  it('of a tree follow a box that moves, whatever a statement moves with it', async () => {
    await cast.database.executeSql(`
      insert into box (id, name, inside_id, kilograms) values (1, 'A', null, 5), (2, 'B', 1, 7), (3, 'C', 1, -2), (4, 'D', 2, null)`);
    expect(await wrong()).toEqual([]);
    await cast.database.executeSql('update box set inside_id = 4 - inside_id where inside_id is not null');
    expect(await wrong()).toEqual([]);
    await cast.database.executeSql('update box set inside_id = null where id = 2; delete from box where id = 3');
    expect(await wrong()).toEqual([]);
    await cast.database.executeSql('truncate box');
    expect(await wrong()).toEqual([]);
  });

  it('are exact at every step of writers at once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => quoteWith([{ name: 'First', price: '1' }])));
    const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;
    let writing = 0;
    const repeated = async (work: (at: number) => Promise<unknown>, name: number) => {
      writing += 1;
      try {
        for (let at = 0; at < scale(6, 60); at += 1) await work(name * 1000 + at);
      } finally {
        writing -= 1;
      }
    };
    const throughApi = async (at: number) => {
      const body = { quote_id: pick(ids, at), name: `Line ${at}`, count: (at % 9) + 1, price: `${at % 7}.${at % 90}` };
      const { id } = await ok(cast.admin.post('/v1/quote_line', body));
      await ok(cast.admin.post(`/v1/quote_line/${id}`, { count: (at % 5) + 1 }));
      if (at % 3 === 0) await ok(cast.admin.delete(`/v1/quote_line/${id}`));
    };
    const inBulk = async (at: number) => {
      const list = ids.join(', ');
      await cast.database.executeSql(`insert into quote_line (quote_id, name, count, price)
        select id, 'Bulk ${at}', 2, ${at % 11} from quotes where id in (${list})`);
      const undone = cast.database.db.transaction().execute(async (trx) => {
        await trx.deleteFrom('quote_line' as never).execute();
        throw new Error('taken back');
      });
      await expect(undone).rejects.toThrow('taken back');
      await cast.database.executeSql(`update quote_line set quote_id = ${pick(ids, at)} where name = 'Bulk ${at}' and
        quote_id = ${pick(ids, at + 1)} and not exists (select from quote_line o where o.quote_id = ${pick(ids, at)} and o.name = 'Bulk ${at}')`);
      await cast.database.executeSql(
        `delete from quote_line where name = 'Bulk ${at}' and quote_id = ${pick(ids, at)}`,
      );
    };
    const all = [throughApi, throughApi, throughApi, inBulk].map((work, at) => repeated(work, at));
    while (writing > 0) expect(await wrong()).toEqual([]);
    await Promise.all(all);
    expect(await wrong()).toEqual([]);
  }, 120_000);

  it('come back from a backup as they were', async () => {
    const above = mkdtempSync(join(tmpdir(), 'rollups-'));
    const folder = join(above, 'backup');
    const other = await freshDatabase(engine);
    const sumOf = async (database: Database) =>
      (await database.executeSql('select sum(total)::text as sum from quotes')).rows[0]?.['sum'];
    try {
      const content = await transaction(cast.database, (trx) => dumpDatabase(trx, contract, folder), {
        snapshot: true,
      });
      await addTables(other, contract);
      await transaction(other, (trx) => loadDatabase(trx, folder, content));
      expect(await wrongRollups(other, contract, formulas)).toEqual([]);
      expect(await sumOf(other)).toBe(await sumOf(cast.database));
      await other.executeSql(`update quote_line set count = count + 1`);
      expect(await wrongRollups(other, contract, formulas)).toEqual([]);
      expect(await sumOf(other)).not.toBe(await sumOf(cast.database));
    } finally {
      await other.close();
      rmSync(above, { recursive: true, force: true });
    }
  });
});

forEachEngine('the migration of counts and sums', (engine) => {
  it('fills in existing rows, follows a changed declaration, and takes its triggers away', async () => {
    const database = await freshDatabase(engine);
    const apply = async (declared: unknown): Promise<string> => {
      const contract = contractWith({ box: declared });
      const entity: Entity = contract.entity('box');
      const { sql, online, after, refusals } = await planEntity(database, entity);
      expect(refusals).toEqual([]);
      for (const part of [sql, withinTransaction(online), after]) if (part) await database.executeSql(part);
      expect(await tableDifferences(database, contract, [entity.name])).toEqual([]);
      return sql + online;
    };
    const state = async (names: string, of: Database = database) =>
      (await of.executeSql(`select ${names} from box order by id`)).rows.map((row) => Object.values(row).map(Number));
    try {
      await apply(box());
      await database.executeSql(`insert into box (id, name, inside_id, kilograms) values
        (1, 'A', null, 5), (2, 'B', 1, 7), (3, 'C', 1, null)`);
      await apply(box({ boxes }));
      expect(await state('boxes')).toEqual([[2], [0], [0]]);
      expect(await apply(box({ boxes, weight_inside: weight }))).toContain('drop function');
      expect(await state('boxes, weight_inside')).toEqual([
        [2, 7],
        [0, 0],
        [0, 0],
      ]);
      const renamed = { weight_inside: weight, count: { ...boxes, migrate: { renamedFrom: 'boxes' } } };
      await apply(box(renamed));
      await database.executeSql('update box set inside_id = 2 where id = 3');
      expect(await state('"count", weight_inside')).toEqual([
        [1, 7],
        [1, 0],
        [0, 0],
      ]);
      expect(await apply(box(renamed))).toBe('');
      await apply(box({}, { migrate: { removed: ['count', 'weight_inside'] } }));
      await database.executeSql('update box set inside_id = 1 where id = 3');
    } finally {
      await database.close();
    }
  }, 120_000);

  it('waits for the columns of the parent', async () => {
    const database = await freshDatabase(engine);
    try {
      const contract = contractWith(quoteDesk);
      const plan = await planEntity(database, contract.entity('quote_line'));
      expect(plan.refusals).toEqual([
        expect.stringContaining('quote_line.quote_id refers to quote, which has no table yet'),
        expect.stringContaining(
          'counted or summed in quote.lines_count, which has no column yet; write the migration of quote first',
        ),
        expect.stringContaining('quote.total'),
      ]);
    } finally {
      await database.close();
    }
  });
});
