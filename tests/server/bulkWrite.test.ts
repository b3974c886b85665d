import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../server/db/connection.ts';
import { inBulk } from '../../server/db/maintenance/bulkWrite.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';

/** A large import holds the one connection of the embedded database as shortly as it can (issue 33, section 2). */

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('pglite');
}, 120_000);
afterAll(() => cast.close());

/** Writes fifteen hundred products, with other codes each time, and returns how long that took, in milliseconds. */
async function timeToWrite(prefix: string, isInBulk: boolean): Promise<number> {
  const { database } = cast;
  const begin = performance.now();
  await transaction(database, async (trx) => {
    const write = () =>
      sql`insert into product (name, code, deployment_id, category_id)
        select 'Name ' || i, ${prefix} || md5(i::text), 1, 1001 from generate_series(1, 1500) i`.execute(trx);
    await (isInBulk ? inBulk(database, trx, 'product', write) : write());
  });
  return performance.now() - begin;
}

const settingsOfIndexes = async () =>
  (
    await cast.database.executeSql(
      `select c.relname, c.reloptions from pg_class c join pg_index i on i.indexrelid = c.oid
        join pg_am a on a.oid = c.relam where i.indrelid = 'product'::regclass and a.amname = 'gin' order by 1`,
    )
  ).rows;

it('writing in bulk takes at most seven tenths of the time, and leaves the search indexes as they were', async () => {
  const before = await settingsOfIndexes();
  expect(before.length).toBeGreaterThan(0);
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1)
    ratios.push((await timeToWrite(`B${round}-`, true)) / (await timeToWrite(`S${round}-`, false)));
  // It is about a third; the least of three rounds leaves out what the machine did besides.
  expect(Math.min(...ratios)).toBeLessThan(0.7);
  expect(await settingsOfIndexes()).toEqual(before);
}, 120_000);

it('a large import that is refused leaves the indexes as they were, and one that is stored is found by its search', async () => {
  const before = await settingsOfIndexes();
  const columns = ['code', 'name', 'deployment_id', 'category_id'];
  const rows = Array.from({ length: 400 }, (_, at) => [`BULK-${at}`, `Bulk ${at}`, '1', '1001']);
  const refused = [...rows, ['BULK-0', 'Again', '1', '1001']];
  const answer = await ok(cast.admin.post('/v1/product/import', { columns, rows: refused }));
  expect(answer).toMatchObject({ created: 0, mistakes: [{ row: 400, field: 'code' }] });
  expect(await settingsOfIndexes()).toEqual(before);
  await ok(cast.admin.post('/v1/product/import', { columns, rows }));
  expect(await settingsOfIndexes()).toEqual(before);
  expect(await ok(cast.admin.get('/v1/product/list?search=BULK-399'))).toMatchObject({ total: 1 });
});
