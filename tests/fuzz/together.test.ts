import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { ok } from '../support/product.ts';
import { quoteDesk } from '../support/quoteDesk/desk.ts';
import { brief, scale } from '../support/scale.ts';
import { seatDesk } from '../support/seatDesk/desk.ts';
import { Fuzzer } from './fuzz.ts';

const contract = contractWith({ ...quoteDesk, ...seatDesk });

/** No entity of the product is saved together with its children, so the test entities are used. */
const desks = [
  { parent: 'quote', section: 'lines', item: (at: number): object => ({ name: `L${at}` }) },
  { parent: 'seating', section: 'seats', item: (at: number): object => ({ place: at }) },
] as const;

const requests = Number(process.env.FUZZ_REQUESTS ?? scale(brief(200, 800), 20_000));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('pglite', { contract, withoutClock: true });
  await addTables(cast.database, contract);
}, 120_000);
afterAll(() => cast?.close());

/** Creates several parents with items, one of them for a customer of another salesman; their ids are the first ones. */
async function begin({ parent, section, item }: (typeof desks)[number]): Promise<void> {
  for (const name of ['First', 'Second', 'Third', 'Fourth']) {
    const enterprise_id = name === 'Fourth' ? cast.otherEnterprise : cast.enterprise;
    const title = parent === 'quote' ? { subject: name } : { name };
    await ok(cast.admin.post(`/v1/${parent}`, { ...title, enterprise_id, [section]: [1, 2, 3].map(item) }));
  }
}

it(`finds nothing where parents are saved with their children, with ${requests} requests (seed ${seed})`, async () => {
  for (const desk of desks) await begin(desk);
  const { admin: SA, operations: GA, sales: SM, otherSales: IMP, customer: EN, otherCustomer: SU } = cast;
  const stage = { cast, actors: { SA, GA, SM, IMP, EN, SU }, common: {} };
  const ids = Array.from({ length: 12 }, (_, at) => at + 1);
  const report = await new Fuzzer(stage, seed, { paths: /^\/v1\/(quote|seat)/, ids }).run(requests);
  expect(report.findings.slice(0, 20)).toEqual([]);
  expect(report.requests).toBe(requests);
  expect(report.statuses[200]).toBeGreaterThan(requests / 10);
  // No child is left without its parent.
  const { rows: left } = await cast.database.executeSql(
    `select c.id from ${quoteDesk.quote_line.table} c join ${quoteDesk.quote.table} p on p.id = c.quote_id
      where c.deleted_at is null and p.deleted_at is not null`,
  );
  expect(left).toEqual([]);
  const { rows } = await cast.database.executeSql(
    `select s.id from seat s where s.deleted_at is not null and not exists (
      select 1 from audit a where a.entity = 'seat' and a.entity_id = s.id and a.action = 'remove')`,
  );
  expect(rows).toEqual([]);
}, 7_200_000);
