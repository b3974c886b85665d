import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Role } from '../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../contract/schema/entity.ts';
import { viewFor } from '../../server/resource/compile/resource.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { addressOf } from '../support/database.ts';
import { fillOrders, runPatiently } from '../support/manyOrders.ts';
import { longestHold } from '../support/processorTime.ts';
import { ok } from '../support/product.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import {
  type PlanNode,
  planOf,
  plansOf,
  recordStatements,
  rowsLookedAt,
  type Statement,
  withStatements,
} from '../support/statements.ts';
import { wrongSummaries } from '../support/summaries.ts';

/** A list request of a role. With `field`, its value in the first order that the role sees is appended to the query. */
interface Cell {
  readonly role: Role;
  readonly query: string;
  readonly field?: string;
  /** A search first selects ids. */
  readonly isSearch?: true;
}

/** The usual Chinese word has two characters. */
const word = '企业';

const order: Entity = contract.entity('order');
const filters = order.list.filters ?? [];
const clients: { readonly [role in Role]?: 'admin' | 'operations' | 'sales' | 'customer' } = {
  SuperAdmin: 'admin',
  GeneralAdmin: 'operations',
  SalesMan: 'sales',
  Enterprise: 'customer',
};

const sortable = (role: Role): string[] => [...viewFor(order, role).sortable];

function filterCells(role: Role, name: string): Cell[] {
  const declared = fieldOf(order, name);
  if (!declared || !mayRead({ ...declared, hidden: false }, role)) return [];
  const query = `filter_${name}=`;
  return declared.choices?.map(({ id }) => ({ role, query: `${query}${id}` })) ?? [{ role, query, field: name }];
}

const cells: Cell[] = order.access.list.flatMap((role) => [
  { role, query: '' },
  { role, query: role === 'Enterprise' ? 'page=20' : 'page=400' },
  { role, query: 'search=', field: 'code', isSearch: true },
  { role, query: `search=${word}`, isSearch: true },
  ...filters.flatMap((name) => filterCells(role, name)),
  ...sortable(role).flatMap((name) => [name, `-${name}`].map((sort) => ({ role, query: `sort=${sort}` }))),
]);

let cast: Cast;

async function rowsOf(role: Role, query: string) {
  const name = clients[role];
  if (!name) throw new Error(`nobody here is ${role}`);
  return (await ok(cast[name].get(`/v1/order/list?${query}`))).items;
}

async function queryOf({ role, query, field }: Cell): Promise<string> {
  if (!field) return query;
  const [{ id }] = await rowsOf(role, 'per_page=1');
  const { rows } = await cast.database.executeSql(`select ${field} as value from orders where id = $1`, [id]);
  return `${query}${rows[0]?.value}`;
}

const isControl = ({ text }: Statement): boolean => /^(begin|(select 1; )?commit)$/.test(text);
/** True for statements that only concern the session. */
const isSession = ({ text }: Statement): boolean =>
  /^(select s\.id as session_id|update "session") /.test(text.replace(',', ' '));

/** The statements of a list request with results, without those of its transaction and session. */
async function statementsOf(cell: Cell): Promise<Statement[]> {
  const query = await queryOf(cell);
  const { result: items, statements } = await withStatements(() => rowsOf(cell.role, query));
  expect(items.length).toBeGreaterThan(0);
  return statements.filter((statement) => !isControl(statement) && !isSession(statement));
}

const isIndexRead = (node: PlanNode): boolean => /^(Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type']);

/** How PostgreSQL reads orders for this statement: those of the list, and referenced ones. */
const readsOfOrders = async (statement: Statement): Promise<PlanNode[]> =>
  (await planOf(cast.database, statement)).filter((node) => node['Relation Name'] === order.table);

/** The leading fields of the indexes on orders. */
async function leadingFields(): Promise<unknown[]> {
  const { rows } = await cast.database.executeSql(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = $1::regclass and i.indisvalid`,
    [order.table],
  );
  return rows.map(({ name }) => name);
}

describe('lists of 100,000 orders on postgres', () => {
  beforeAll(async () => {
    cast = await startCast('postgres', { withoutWorkers: true });
    await fillOrders(cast);
    await cast.database.executeSql('update enterprise set name = $1 where id = $2', [`和平${word}`, cast.enterprise]);
    recordStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await cast.close();
  });

  it('are that long', async () => {
    expect((await ok(cast.admin.get('/v1/order/list?per_page=1'))).total).toBe(100_000);
  });

  it('have an index for every declared filter and sort, also where this data does not need it', async () => {
    const declared = [...filters, ...order.access.list.flatMap(sortable)];
    expect(await leadingFields()).toEqual(expect.arrayContaining(declared));
  });

  it('and an audit of as many lines is searched and narrowed by indexes: a code, words of either language, what was done', async () => {
    await runPatiently(cast.database, [
      `insert into audit (action, entity, entity_id, result, actor_id)
        select case when n % 500 = 0 then 'turn_down' else 'tell_usage' end,
          case when n % 500 = 0 then 'order' else 'assignment' end, n, 'done', 1 from generate_series(1, 100000) as n`,
      'analyze audit',
    ]);
    const [{ code }] = await rowsOf('SuperAdmin', 'per_page=1');
    const searches = [code, '拒绝', 'reject order'].map((search) => ({ search }));
    const done = ['turn_down', 'tell_usage'].map((filter_action) => ({ filter_action }));
    for (const words of [...searches, ...done]) {
      const query = new URLSearchParams(words);
      const { statements } = await withStatements(() => ok(cast.admin.get(`/v1/audit/list?${query}`)));
      const asked = statements.filter((one) => !isControl(one) && !isSession(one));
      expect(asked.length).toBeLessThanOrEqual(4);
      const reads = (await Promise.all(asked.map((one) => planOf(cast.database, one)))).flat();
      const large = reads.filter((node) => ['audit', 'orders'].includes(node['Relation Name'] ?? ''));
      expect(large.length).toBeGreaterThan('search' in words ? 1 : 0);
      expect([words, large.filter((read) => !isIndexRead(read))]).toEqual([words, []]);
    }
  });

  it.each(cells)('take few statements, and read by an index, as $role with $query', async (cell) => {
    const statements = await statementsOf(cell);
    expect(statements.length).toBeLessThanOrEqual(2);
    const paged = statements.filter(({ text }) => / order by [^)]* limit \d+/.test(text));
    expect(paged).toHaveLength(1);
    // A total may count all rows.
    for (const statement of cell.isSearch ? statements : paged) {
      const reads = await readsOfOrders(statement);
      expect(reads.map(({ Alias }) => Alias)).toContain(cell.isSearch && statement === statements[0] ? 's' : 't');
      expect(reads.filter((read) => !isIndexRead(read))).toEqual([]);
    }
  });

  it.each(['SuperAdmin', 'SalesMan', 'Enterprise'] as const)(
    'are counted as they were written, by the statement that reads them, for %s',
    async (role) => {
      for (const query of ['', 'filter_status=2']) {
        const statements = await statementsOf({ role, query });
        expect(statements).toHaveLength(1);
        const reads = await planOf(cast.database, statements[0] as Statement);
        const tables = reads.map((node) => node['Relation Name'] ?? '');
        expect(tables.filter((name) => name.startsWith(`${order.table}_summary__`))).toHaveLength(1);
        const orders = reads.filter((node) => node['Relation Name'] === order.table);
        expect(orders.filter((read) => !isIndexRead(read))).toEqual([]);
      }
      expect(await wrongSummaries(cast.database)).toEqual([]);
    },
  );

  it.each([
    ['of thousands of orders', word],
    ['of a few hundred', 'Enterprise 77'],
    ['of nearly all', 'Enterprise'],
    ['and a code', '0004217'],
    ['of none', 'Enterprise 202'],
  ])('are searched by the name of enterprises %s, and counted without reading them', async (_, search) => {
    const mine = {
      SuperAdmin: 'true',
      SalesMan: `enterprise_id in (select id from enterprise where sales_user_id = ${cast.sales.id})`,
      Enterprise: `enterprise_id = ${cast.enterprise}`,
    };
    for (const [role, rows] of Object.entries(mine))
      for (const [asked, narrowed, sorted] of [
        ['', 'true', 'created_at desc, id desc'],
        ['&filter_status=2', 'status = 2', 'created_at desc, id desc'],
        ['&sort=created_at', 'true', 'created_at, id'],
        ['&sort=-purchased_hosts', 'true', 'purchased_hosts desc, id desc'],
      ] as const) {
        const wanted = await cast.database.executeSql(
          `select id, count(*) over ()::int as total from orders where ${rows} and ${narrowed} and (code ilike $1
              or enterprise_id in (select id from enterprise where name ilike $1)
              or product_id in (select id from product where name ilike $1))
            order by ${sorted} limit 20`,
          [`%${search}%`],
        );
        const name = clients[role as Role] ?? 'admin';
        const query = `search=${encodeURIComponent(search)}${asked}`;
        const { result, statements } = await withStatements(() => ok(cast[name].get(`/v1/order/list?${query}`)));
        const found = result.items.map(({ id }: { id: number }) => ({ id, total: result.total }));
        expect([role, query, found]).toEqual([role, query, wanted.rows]);
        const counting = statements.filter(({ text }) => /count\(\*\)::int.* from "orders"/.test(text));
        if (search.startsWith('Enterprise ')) expect(counting).toEqual([]);
      }
  });

  it('are searched by the name of a few enterprises in as many rows as these have on a page, though others ordered since', async () => {
    await cast.database.executeSql(
      `insert into orders (code, category_id, enterprise_id, purchased_hosts, created_at)
        select 'LATE-' || g, 1001, (select id from enterprise where code = 'E-99'), 1, now() + g * interval '1 s'
        from generate_series(1, 3000) g`,
    );
    for (const role of ['SuperAdmin', 'SalesMan'] as const)
      for (const query of [`search=${word}`, `search=${word}&filter_status=2`]) {
        const page = (await statementsOf({ role, query })).at(-1) as Statement;
        const reads = await planOf(cast.database, page, true);
        const own = reads.filter(
          (node) => node['Relation Name'] === order.table && /^t(_\d+)?$/.test(node.Alias ?? ''),
        );
        const looked = own.reduce((sum, node) => sum + rowsLookedAt(node), 0);
        expect([role, query, looked < 1000]).toEqual([role, query, true]);
      }
    await cast.database.executeSql(`update orders set deleted_at = now() where code like 'LATE-%'`);
  });

  it('are found by two signs that many have, too', async () => {
    const { rows } = await cast.database.executeSql(
      `select count(*)::int as total from orders where code ilike '%00%' and deleted_at is null`,
    );
    const { items, total } = await ok(cast.admin.get('/v1/order/list?search=00'));
    expect([items.length, total]).toEqual([20, rows[0]?.['total']]);
  });

  it('have each row on one page, however far on, in the order asked for', async () => {
    const theirs = `enterprise_id in (select id from enterprise where sales_user_id = ${cast.sales.id})`;
    const far: [Role, string, string, number][] = [
      ['SalesMan', '', `where ${theirs} order by created_at desc, id desc`, 400],
      ['SalesMan', 'sort=-purchased_hosts', `where ${theirs} order by purchased_hosts desc, id desc`, 301],
      ['SuperAdmin', 'filter_status=2', 'where status = 2 order by created_at desc, id desc', 2],
      ['SuperAdmin', 'sort=id', 'order by id', 4000],
    ];
    for (const [role, query, wanted, page] of far) {
      const { rows } = await cast.database.executeSql(
        `select id from orders ${wanted} limit 20 offset ${(page - 1) * 20}`,
      );
      expect(rows).toHaveLength(20);
      const ids = (await rowsOf(role, `${query}&page=${page}`)).map(({ id }: { id: number }) => ({ id }));
      expect([query, ids]).toEqual([query, rows]);
    }
  });

  it('are handed on to another salesman by indexes, the deleted ones too', async () => {
    const { rows } = await cast.database.executeSql(
      `select prosrc as text from pg_proc where proname like '%scope\\_\\_%moved'`,
    );
    const written = rows.flatMap(({ text }) => String(text).match(/update [^;]+/g) ?? []);
    expect(written).toHaveLength(2);
    for (const one of written) {
      const text = one.replaceAll(/new\.\S+/g, '1');
      const reads = await planOf(cast.database, { text, values: [] });
      const read = reads.filter((node) => node['Relation Name'] === order.table);
      expect([text, read.filter((node) => !isIndexRead(node) && node['Node Type'] !== 'ModifyTable')]).toEqual([
        text,
        [],
      ]);
    }
  });

  it('are planned once for any value, whatever the planner has seen of their totals while others wrote', async () => {
    await runPatiently(cast.database, [
      `do $$ declare one int; begin
        for one in select id from orders where status in (0, 1) limit 8000 loop
          update orders set status = 1 - status where id = one;
        end loop;
      end $$`,
      `update enterprise set sales_user_id = ${cast.sales.id} where id % 3 = 0`,
      'analyze',
    ]);
    const url = await addressOf(cast.database);
    const again: unknown[] = [];
    const all = ['', 'page=2', 'filter_status=2', 'filter_status=0', `search=${word}`];
    for (const role of ['SuperAdmin', 'SalesMan'] as const)
      for (const query of all) {
        const page = (await statementsOf({ role, query })).at(-1) as Statement;
        const plans = await plansOf(url, page, 20);
        // PostgreSQL makes five plans before it decides whether a generic plan is cheaper.
        if (plans > 5) again.push([role, query, plans]);
      }
    expect(again).toEqual([]);
  });

  it('are exported without holding the others up for long (B38)', async () => {
    const { query, rows } = scale({ query: '?filter_status=8', rows: 10_000 }, { query: '', rows: 100_000 });
    let lines = 0;
    const longest = await longestHold(async () => {
      const key = { headers: { authorization: cast.admin.key } };
      const { body } = await cast.app.request(`/v1/order/export${query}`, key);
      for await (const part of body as unknown as AsyncIterable<Uint8Array>)
        for (const byte of part) if (byte === 10) lines += 1;
    });
    expect(lines).toBe(rows + 1);
    expect(longest).toBeLessThan(200);
    reportProof({
      promised: 'A large export holds nobody up',
      done: `${rows} orders exported`,
      seen: `the event loop held for ${longest} ms of the processor at most`,
    });
  });
});
