import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type Database, transaction } from '../../server/db/connection.ts';
import { compactSummaries, createCompactor } from '../../server/db/summary/compactSummaries.ts';
import { addressOf, freshDatabase } from '../support/database.ts';
import { planOf, recordStatements, withStatements } from '../support/statements.ts';

const summary = 'orders_summary__enterprise_id__status';
let database: Database;
beforeAll(async () => {
  database = await freshDatabase('postgres', { connections: 1 });
  await database.executeSql(`insert into enterprise (name, code, status) values ('One', 'ONE', 1)`);
  recordStatements();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await database.close();
});

/** Inserts orders, each with its own statement. */
async function order(count: number): Promise<void> {
  await database.executeSql(`do $$ begin for g in 1..${count} loop
    insert into orders (code, category_id, purchased_hosts, enterprise_id)
      select gen_random_uuid()::text, 1003, 1, id from enterprise; end loop; end $$`);
}
const rows = async () => (await database.executeSql(`select from ${summary}`)).rows.length;

it('a summary is put together when it has grown, or once a minute, and is not read when nothing is new', async () => {
  const round = createCompactor(contract);
  const statements = async (seconds: number) => {
    // PostgreSQL publishes its statistics with a delay of some seconds unless it is forced to.
    await database.executeSql('select pg_stat_force_next_flush()');
    const compacting = await withStatements(() => transaction(database, (trx) => round(trx, seconds * 1_000)));
    return compacting.statements.filter(({ text }) => text.includes(summary)).length;
  };
  await order(20);
  expect([await rows(), await statements(0), await rows()]).toEqual([20, 1, 1]);
  expect([await statements(5), await statements(10)]).toEqual([0, 0]);
  await order(30);
  expect([await statements(15), await rows()]).toEqual([0, 31]);
  expect([await statements(61), await rows()]).toEqual([1, 1]);
  await order(600);
  expect([await statements(65), await rows()]).toEqual([1, 1]);
  expect(await statements(70)).toBe(0);
});

it('what is put together is found by what is new, however long the summary has grown, also where a part is of nothing', async () => {
  const plain = (text: string) => ({ text, values: [] });
  await database.executeSql(`insert into ${summary} (enterprise_id, status, _records)
    select e, s, 1 from generate_series(1000, 30000) e, generate_series(0, 2) s;
    insert into assignment_summary__status__task_status (status, task_status, _records)
    select s, t, 1 from generate_series(0, 30000) s, unnest(array['failed', null]) t`);
  await transaction(database, (trx) => compactSummaries(trx, contract));
  await database.executeSql(`vacuum analyze ${summary}`);
  await database.executeSql('vacuum analyze assignment_summary__status__task_status');
  const before = await rows();
  await order(20);
  await database.executeSql(`insert into assignment_summary__status__task_status (status, task_status, _records)
    select s, null, 1 from generate_series(0, 9) s`);
  const { statements } = await withStatements(() => transaction(database, (trx) => compactSummaries(trx, contract)));
  expect(await rows()).toBe(before);
  const parts = await database.executeSql(`select sum(_records)::int as records, count(*)::int as rows
    from assignment_summary__status__task_status where status < 10`);
  expect(parts.rows).toEqual([{ records: 30, rows: 20 }]);
  const read: string[] = [];
  for (const { text } of statements.filter((one) => /summary/.test(one.text)))
    for (const node of await planOf(database, plain(text)))
      if (node['Node Type'] === 'Seq Scan') read.push(node['Relation Name'] ?? '');
  expect(read.filter((name) => [summary, 'assignment_summary__status__task_status'].includes(name))).toEqual([]);
});

it('rows that came while their table was analyzed are put together all the same', async () => {
  // The analyzed table looks empty, since its rows were not yet committed, and all of them are on the pages it counts.
  const writer = new Client({ connectionString: await addressOf(database) });
  await writer.connect();
  await database.executeSql(`delete from ${summary}`);
  try {
    await writer.query('begin');
    await writer.query(`insert into ${summary} (enterprise_id, status, _records)
      select e, s, 1 from generate_series(1000, 20000) e, generate_series(0, 2) s`);
    await database.executeSql(`vacuum analyze ${summary}`);
    await writer.query('commit');
  } finally {
    await writer.end();
  }
  await transaction(database, (trx) => compactSummaries(trx, contract));
  expect((await database.executeSql(`select from ${summary} where _folded`)).rows).toHaveLength(57_003);
});
