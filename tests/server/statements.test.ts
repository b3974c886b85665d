import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callsOf } from '../../contract/actionCall.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { entities } from '../../contract/index.ts';
import { summaryTables } from '../../server/db/summaries.ts';
import { startCast } from '../support/cast.ts';
import { licences } from '../support/effects/licences.ts';
import { catalogue, orderRoad } from '../support/effects/orders.ts';
import { applications, byTheClock, others } from '../support/effects/others.ts';
import { accounts, signingIn } from '../support/effects/people.ts';
import type { Steps, World } from '../support/effects/world.ts';
import { fillEverything } from '../support/manyRows.ts';
import { ok } from '../support/product.ts';
import { heard, listen, planOf, type Statement } from '../support/statements.ts';

/** Tables that stay short, so that reading all of one is no fault. */
const small: Readonly<Record<string, string>> = {
  product: 'a vendor has some dozens',
  product_license: 'one for each product',
  signing_key: 'one for each rotation',
  job: 'one for each job that waits, for moments',
  secret_key: 'one',
  lease: 'one for each turn of processes',
  stored_file: 'no entity of the product has a file',
  ...Object.fromEntries(entities.flatMap(summaryTables).map((table) => [table, 'a few for each part'])),
  schema_migration: 'one line for each migration',
};

/** Statements that read everything by their nature. */
const whole: readonly [RegExp, string][] = [
  [
    /^select count\(\*\)::int as total from "\w+" as t where t.deleted_at is null and true$/,
    'the total of all there is',
  ],
  [/^select count\(\*\).* from user_product/s, 'the total of those who hold a product, which may be most users'],
];

/** Calls that are not asked here. Neither are exports and `npm run audit`, which read all there is on purpose. */
const left: { readonly [name in EndpointName]?: string } = {
  dashboard: 'its numbers are sums over all that the role sees',
  order_amount: 'its sums are over all orders that the role sees',
  key_set: 'it reads the signing keys alone',
  signing_keys: 'it reads the signing keys alone',
  product_deployment_list: 'it reads no table',
  product_deployment_category_list: 'it reads no table',
  auth_config: 'it reads no table',
  openapi: 'it reads no table',
  alive: 'it reads no table',
  ready: 'it reads no table',
};

const steps: Steps = {
  ...accounts,
  ...signingIn,
  ...catalogue,
  ...orderRoad,
  ...licences,
  ...applications,
  ...others,
  ...byTheClock,
};

/** DingTalk knows any code as an account of the other salesman's phone. */
const dingtalk = {
  corpId: 'corp',
  authorizeUrl: (_: string, state: string) => `http://dingtalk.example/?state=${state}`,
  account: async (code: string) => ({ unionId: code, nick: code, mobile: '13812345678', corpId: 'corp' }),
};

let world: World;

/** Not the steps of a transaction, nor what the queue asks of its own tables. */
const isExplained = ({ text }: Statement): boolean =>
  /^\s*(select|insert|update|delete|with)\b[^;]*$/i.test(text) &&
  !/\bjob\b/.test(text) &&
  !whole.some(([pattern]) => pattern.test(text));

/** The tables that grow and that a statement would read from end to end. */
async function scanned(statement: Statement): Promise<string[]> {
  const nodes = await planOf(world.database, statement);
  const tables = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
  return [...new Set(tables)].filter((table) => !Object.hasOwn(small, table));
}

describe('over 100,000 orders and what belongs to them, on postgres', () => {
  beforeAll(async () => {
    const cast = await startCast('postgres', { withoutWorkers: true, dingtalk });
    await fillEverything(cast);
    world = { ...cast, subUser: cast.customer, kept: {}, texts: {} };
    await ok(cast.admin.post(`/v1/user/${cast.otherSales.id}`, { phone: '+86 138 1234 5678' }));
    listen();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  it('every table is long but those that stay small', async () => {
    const { rows } = await world.database.executeSql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 2000`,
    );
    expect(rows.map(({ relname }) => relname).sort()).toEqual(Object.keys(small).sort());
  });

  it('every call is asked, or left out for a reason', () => {
    const asked = [...Object.keys(steps), ...Object.keys(left)];
    expect(
      [...Object.keys(endpoints), ...entities.flatMap(callsOf).map(({ name }) => name)].filter(
        (name) => !asked.includes(name),
      ),
    ).toEqual([]);
  });

  it.each(Object.keys(steps))('%s reads no growing table from end to end', async (name) => {
    const { statements } = await heard(async () => steps[name]?.(world));
    expect(statements.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const statement of statements.filter(isExplained)) {
      for (const table of await scanned(statement)) found.push(`${table}: ${statement.text}`);
    }
    expect(found).toEqual([]);
  });
});
