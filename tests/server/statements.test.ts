import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRestorable } from '../../contract/access/retention.ts';
import type { EndpointName } from '../../contract/endpoints/index.ts';
import { contract } from '../../contract/index.ts';
import { allActionEndpoints, allRecordEndpoints, endpointNames } from '../../server/http/paths.ts';
import { startCast } from '../support/cast.ts';
import { licences } from '../support/effects/licences.ts';
import { catalogue, orderRoad } from '../support/effects/orders.ts';
import { applications, byTheClock, others, programs } from '../support/effects/others.ts';
import { accounts, signingIn } from '../support/effects/people.ts';
import type { Steps, World } from '../support/effects/world.ts';
import { fakeOidc } from '../support/fakeOidc.ts';
import { fillEverything } from '../support/manyRows.ts';
import { ok } from '../support/product.ts';
import { readCells } from '../support/readCells.ts';
import { clientWithRole } from '../support/readWorld.ts';
import { smallTables } from '../support/smallTables.ts';
import { isRowStatement, planOf, recordStatements, type Statement, withStatements } from '../support/statements.ts';

/** Statements that must read whole tables. */
const whole: readonly [RegExp, string][] = [
  [
    /^select count\(\*\)::int as total from "\w+" as t where t.deleted_at is null and true$/,
    'the total of all there is',
  ],
  [/^select count\(\*\).* from user_product/s, 'the total of those who hold a product, which may be most users'],
];

/**
 * Endpoints that are not tested here. Exports and `npm run audit`, which read everything by design, are not tested
 * either.
 */
type UserAction = 'user_invite' | 'user_reset_factor' | 'user_deactivate' | 'user_reactivate';
const left: { readonly [name in EndpointName | UserAction]?: string } = {
  user_invite: 'it reads one user by its number, and the mails of that user',
  user_reset_factor: 'it reads and writes the rows of one user by its number',
  user_deactivate: 'it reads and writes the rows of one user by its number',
  user_reactivate: 'it reads and writes the row of one user by its number',
  dashboard: 'its numbers are sums over all that the role sees',
  order_amount: 'its sums are over all orders that the role sees',
  key_set: 'it reads the signing keys alone',
  signing_keys: 'it reads the signing keys alone',
  product_deployment_list: 'it reads no table',
  product_deployment_category_list: 'it reads no table',
  auth_config: 'it reads no table',
  openapi: 'it reads no table',
  product_logo: 'it reads no table, or the one row of the settings',
  alive: 'it reads no table',
  ready: 'it reads no table',
  second_factor_begin: 'it reads and writes the rows of one user by its number',
  second_factor_confirm: 'it reads and writes the rows of one user by its number',
  second_factor_recovery_codes: 'it reads and writes the rows of one user by its number',
  confirm: 'it reads one user by its number',
  second_factor_remove: 'it reads and writes the rows of one user by its number',
  passkey_begin: 'it reads and writes the rows of one user by its number',
  passkey_add: 'it reads and writes the rows of one user by its number',
  passkey_rename: 'it reads and writes the rows of one user by its number',
  passkey_remove: 'it reads and writes the rows of one user by its number',
  passkey_confirm_begin: 'it reads and writes the rows of one user by its number',
  passkey_confirm: 'it reads and writes the rows of one user by its number',
  service_account_activity: 'it reads the lines of one actor, by the index of the list of the audit',
  service_token_rotate: 'it reads one token by its number',
  webhook_rotate: 'it reads one webhook by its number',
  webhook_example: 'it reads no table',
  setup: 'it asks whether each of a few tables has a row',
  signing_key_list: 'it reads the few keys, and counts the licences once for all of them',
  signing_key_prepare: 'it writes one key and reads as the list does',
  signing_key_rotate: 'it writes one or two keys and reads as the list does',
  mail_setting_test: 'it reads one user and one setting by their numbers',
  oidc_link: 'it reads one user and one provider by their numbers',
};

const likeOthers = 'it reads its record by its number, and what keeps it, as those of other contract.entities do';
const byAnotherName = 'a step below does it by another name';

/** Endpoints of records that are not tested here. tests/operations/reads.test.ts tests the reads. */
const leftOfRecords: Readonly<Record<string, string>> = {
  'enterprise: edit': byAnotherName,
  'user_product: create': byAnotherName,
  'application: create': byAnotherName,
  'application: edit': byAnotherName,
  'application: remove': byAnotherName,
  'activation: edit': byAnotherName,
  'assignment: edit': byAnotherName,
  'assignment: remove': byAnotherName,
  'enterprise: import': 'it looks names of records up once for all rows of a file',
  'product: import': 'it looks names of records up once for all rows of a file',
  'product: edit': likeOthers,
  'product_license: edit': likeOthers,
  'product_license: remove': likeOthers,
  'user_product: remove': likeOthers,
  'enterprise_product: remove': likeOthers,
  'order_project: remove': likeOthers,
  'user_oauth: remove': likeOthers,
  'saved_view: edit': likeOthers,
  'saved_view: remove': likeOthers,
  'service_account: create': 'it looks one enterprise up by its number',
  'service_account: edit': likeOthers,
  'service_account: remove': likeOthers,
  'service_token: create': 'it looks one account up by its number',
  'webhook: create': 'it looks one enterprise up by its number',
  'webhook: edit': likeOthers,
  'webhook: remove': likeOthers,
  'identity_provider: edit': likeOthers,
  'identity_provider: remove': likeOthers,
  'role_variant: edit': likeOthers,
  'role_variant: remove': likeOthers,
  'product_setting: edit': likeOthers,
  'retention_setting: edit': likeOthers,
  'sign_in_setting: edit': likeOthers,
  'mail_setting: edit': likeOthers,
  'payment: upload': 'it reads and writes one row of the files',
  'product_setting: upload': 'it reads and writes one row of the files',
  'product_setting: download': likeOthers,
  'payment: download': 'it reads its record and one row of the files',
};

const steps: Steps = {
  ...accounts,
  ...signingIn,
  ...catalogue,
  ...orderRoad,
  ...licences,
  ...applications,
  ...others,
  ...programs,
  ...byTheClock,
};

/** DingTalk resolves any code to an account with the other salesman's phone. */
const dingtalk = {
  corpId: 'corp',
  authorizeUrl: (_: string, state: string) => `http://dingtalk.example/?state=${state}`,
  account: async (code: string) => ({ unionId: code, nick: code, mobile: '13812345678', corpId: 'corp' }),
};

let world: World;

const isExplained = (statement: Statement): boolean =>
  isRowStatement(statement) && !whole.some(([pattern]) => pattern.test(statement.text));

/** The growing tables that a statement would read by a sequential scan. */
async function scanned(statement: Statement): Promise<string[]> {
  const nodes = await planOf(world.database, statement);
  const tables = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
  return [...new Set(tables)].filter((table) => !Object.hasOwn(smallTables, table));
}

const restored = contract.entities.filter(isRestorable);

describe('over 100,000 orders and what belongs to them, on postgres', () => {
  beforeAll(async () => {
    const cast = await startCast('postgres', { withoutWorkers: true, dingtalk, oidc: fakeOidc });
    await fillEverything(cast);
    world = { ...cast, subUser: cast.customer, ids: {}, texts: {} };
    await ok(cast.admin.post(`/v1/user/${cast.otherSales.id}`, { phone: '+86 138 1234 5678' }));
    recordStatements();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await world.close();
  });

  it('every table is long but those that stay small', async () => {
    const { rows } = await world.database.executeSql(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 2000`,
    );
    expect(rows.map(({ relname }) => relname).sort()).toEqual(Object.keys(smallTables).sort());
  });

  it('every call is asked, or left out for a reason', () => {
    const asked = [...Object.keys(steps), ...Object.keys(left)];
    expect(
      [...endpointNames, ...allActionEndpoints(contract).map(({ name }) => name)].filter(
        (name) => !asked.includes(name),
      ),
    ).toEqual([]);
  });

  it('every call of a record is asked, by name or as one of the ways to read it, or left out for a reason', () => {
    const read = new Set(readCells.map(({ entity, operation }) => `${entity.name}: ${operation}`));
    const named = [...Object.keys(steps).map((name) => name.replace(/, .*/, '')), ...Object.keys(leftOfRecords)];
    const all = allRecordEndpoints(contract).map(({ entity, operation }) => `${entity.name}: ${operation}`);
    const isRestored = (name: string) => restored.some((entity) => name === `${entity.name}: restore`);
    expect(all.filter((name) => !read.has(name) && !named.includes(name) && !isRestored(name))).toEqual([]);
    expect(Object.keys(leftOfRecords).filter((name) => !all.includes(name))).toEqual([]);
  });

  it.each(Object.keys(steps))('%s reads no growing table from end to end', async (name) => {
    const { statements } = await withStatements(async () => steps[name]?.(world));
    expect(statements.length).toBeGreaterThan(0);
    const found: string[] = [];
    for (const statement of statements.filter(isExplained)) {
      for (const table of await scanned(statement)) found.push(`${table}: ${statement.text}`);
    }
    expect(found).toEqual([]);
  });

  it.each(restored)(
    'a restored $name is read by its number, with what keeps it and what goes with it',
    async (entity) => {
      const client = clientWithRole(world, entity.access.remove?.[0] ?? 'SuperAdmin');
      const { items } = await ok(client.get(`/v1/${entity.path}/list?per_page=5&sort=id`));
      const { id } = items.at(-1) ?? { id: 1 };
      await world.database.executeSql(`update "${entity.table}" set deleted_at = now() where id = ${id}`);
      const { result, statements } = await withStatements(() => client.post(`/v1/${entity.path}/restore/${id}`));
      expect([200, 404, 422]).toContain(result.status);
      const found: string[] = [];
      for (const statement of statements.filter(isExplained))
        for (const table of await scanned(statement)) found.push(`${table}: ${statement.text}`);
      expect(found).toEqual([]);
    },
  );
});
