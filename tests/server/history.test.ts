import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../contract/entities/audit.ts';
import { contract } from '../../contract/index.ts';
import { allParameter, type Entity, mayRead } from '../../contract/schema/entity.ts';
import { withAuditChoices } from '../../contract/timeline/auditChoices.ts';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  effectiveProject,
  issuedLicence,
  periods,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok, password } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const history = (client: Client, entity: string, id: number, query = '') =>
  client.get(`/v1/history/${entity}/${id}${query}`);
const first = async (client: Client, entity: string, id: number) => (await ok(history(client, entity, id))).items[0];

describe('the history of a record', () => {
  it('tells who did what, the last first, field by field, and pages', async () => {
    const id = await placeOrder(cast, 3);
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    const { items, ...page } = await ok(history(cast.operations, 'order', id));
    expect(page).toEqual({ total: 2, page: 1, per_page: 20 });
    const [confirmed, made] = items;
    expect(confirmed).toMatchObject({ action: 'confirm', actor: 'sales', role_id: 3, behalf_of: null, failed: false });
    expect(confirmed.before).toMatchObject({ status: 0, use_period: null });
    expect(confirmed.after).toMatchObject({ status: 1, use_period: 365 });
    expect(Object.keys(confirmed.after)).toEqual(Object.keys(confirmed.before));
    expect(Date.parse(confirmed.at)).toBeGreaterThanOrEqual(Date.parse(made.at));
    expect(made).toMatchObject({ action: 'create', actor: 'first', role_id: 4 });
    expect(made.after).toMatchObject({ 'params.is_stamp': false });
    expect(Object.keys(made).sort()).toEqual(
      ['action', 'actor', 'at', 'before', 'after', 'behalf_of', 'failed', 'id', 'role_id'].sort(),
    );
    const later = await ok(history(cast.operations, 'order', id, '?page=2'));
    expect(later.items).toEqual([]);
    expect((await history(cast.operations, 'order', id, '?page=0')).status).toBe(422);
  });

  it('says who really did it, and for whom, when a salesman acts (C12)', async () => {
    const { api_key } = await ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`, {}));
    const project = await effectiveProject(cast.customer, cast.productId, 'ACTED');
    await ok(cast.request('POST', `/v1/project/${project}`, { key: api_key, body: { name: 'Renamed' } }));
    expect(await first(cast.admin, 'project', project)).toMatchObject({
      action: 'update',
      actor: 'sales',
      role_id: 3,
      behalf_of: 'first',
      before: { name: 'Project ACTED' },
      after: { name: 'Renamed' },
    });
  });

  it('is the vendor’s: in a salesman’s own scope, and not for enterprises', async () => {
    const id = await placeOrder(cast, 1);
    expect((await history(cast.sales, 'order', id)).status).toBe(200);
    expect((await history(cast.otherSales, 'order', id)).status).toBe(404);
    expect((await history(cast.customer, 'order', id)).status).toBe(403);
    expect((await history(cast.admin, 'order', 999_999)).status).toBe(404);
    expect((await history(cast.admin, 'nothing', id)).status).toBe(404);
    expect((await history(cast.sales, 'product_license', 1)).status).toBe(403);
    expect((await history(cast.admin, 'audit', 1)).status).toBe(404);
    await ok(cast.customer.delete(`/v1/order/${id}`));
    expect((await history(cast.admin, 'order', id)).status).toBe(404);
  });

  it('tells of a secret only that it changed, and nothing of who came and looked', async () => {
    const user = { name: 'historic', nick_name: 'Historic', role_id: 5, password };
    const { id } = await ok(cast.customer.post('/v1/user', user));
    await cast.login('historic');
    await ok(cast.customer.post(`/v1/user/${id}`, { nick_name: 'History' }));
    const entries = await ok(history(cast.admin, 'user', id));
    expect(entries.items.map(({ action }: { action: string }) => action)).toEqual(['update', 'create']);
    expect(JSON.stringify(entries)).not.toContain(password);
    expect(JSON.stringify(entries)).not.toMatch(/address|agent|request_id|\$argon|\$scrypt/);
  });

  it('goes back to what was told under the former name of the entity', async () => {
    const project_id = await effectiveProject(cast.customer, cast.productId, 'FORMER');
    const found = await cast.database.executeSql(
      `insert into application (project_id, enterprise_id, hosts) select id, enterprise_id, 2 from project where id = $1
       returning id`,
      [project_id],
    );
    const id = Number(found.rows[0]?.['id']);
    await cast.database.executeSql(
      `insert into audit (action, entity, entity_id, before, after, result)
       values ('update', 'allocation', $1, '{"hosts": 1}', '{"hosts": 2}', 'done')`,
      [id],
    );
    expect(await first(cast.admin, 'application', id)).toMatchObject({ before: { hosts: 1 }, after: { hosts: 2 } });
  });
});

/** The declared names that no response to the role may contain. */
const unreadable = (entity: Entity, role: 'SalesMan' | 'GeneralAdmin'): string[] =>
  Object.entries(entity.fields).flatMap(([name, field]) => (mayRead(field, role) ? [] : [name, allParameter(name)]));

it('tells no role of a field that it may not read, whatever the audit holds', async () => {
  const ids: Record<string, number> = {};
  for (const name of ['order', 'project', 'enterprise', 'user', 'product']) {
    const { items } = await ok(cast.admin.get(`/v1/${name}/list?per_page=1`));
    ids[name] = name === 'enterprise' ? cast.enterprise : name === 'product' ? cast.productId : items[0].id;
  }
  for (const entity of contract.entities.filter(({ name }) => ids[name])) {
    const id = ids[entity.name] as number;
    const all = Object.fromEntries(Object.keys(entity.fields).map((name) => [name, `told ${name}`]));
    await cast.database.executeSql(
      `insert into audit (action, entity, entity_id, before, after, result, address, agent)
       values ('update', $1, $2, '{}', $3, 'done', '192.0.2.7', 'a browser')`,
      [entity.name, id, JSON.stringify({ ...all, undeclared: 'told' })],
    );
    for (const [client, role] of [
      [cast.sales, 'SalesMan'],
      [cast.operations, 'GeneralAdmin'],
    ] as const) {
      const answer = await history(client, entity.name, id);
      if (answer.status === 404 && role === 'SalesMan') continue;
      const entries = Object.keys(answer.body.items[0].after).map((name) => name.split('.')[0] ?? '');
      const wrong = [...unreadable(entity, role), 'undeclared'].filter((name) => entries.includes(name));
      expect([entity.name, role, wrong, entries.length > 0]).toEqual([entity.name, role, [], true]);
      expect(JSON.stringify(answer.body)).not.toMatch(/192\.0\.2\.7|a browser/);
      const secrets = Object.entries(entity.fields).filter(([, field]) => field.encrypted || field.secret);
      for (const [name] of secrets) expect(JSON.stringify(answer.body)).not.toContain(`told ${name}"`);
    }
  }
});

describe('the audit is searched', () => {
  const found = async (search: string) => {
    const query = new URLSearchParams({ search, per_page: '100' });
    const { items } = await ok(cast.admin.get(`/v1/audit/list?${query}`));
    return items as readonly Record<string, unknown>[];
  };
  const kinds = async (search: string) => [
    ...new Set((await found(search)).map(({ entity, action }) => `${entity} ${action}`)),
  ];

  it('by what was done and to what, in either language, and by several words at once', async () => {
    const id = await placeOrder(cast, 2);
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    await ok(cast.operations.post(`/v1/order/${id}`, { status: 2 }));
    const gone = await placeOrder(cast, 1);
    await ok(cast.customer.delete(`/v1/order/${gone}`));
    for (const words of ['订单 通过', '通过 订单', 'order approve', 'ORDERS agree'])
      expect([words, await kinds(words)]).toEqual([words, ['order approve']]);
    for (const words of ['订单 删除', 'delete order'])
      expect([words, await kinds(words)]).toEqual([words, ['order remove']]);
    expect(await kinds('删除')).toContain('order remove');
    expect((await kinds('订单')).every((kind) => kind.startsWith('order'))).toBe(true);
    expect(await found('订单 zebra')).toEqual([]);
  });

  it('and narrowed by what was done, which a list offers by the words of either language', async () => {
    const id = await placeOrder(cast, 2);
    await ok(cast.sales.post(`/v1/order/${id}`, { status: 1, ...periods }));
    const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=confirm'));
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ action }: { action: string }) => action))).toEqual(new Set(['confirm']));
    const offered = withAuditChoices(contract, audit.fields.action)?.choices ?? [];
    const labels = Object.fromEntries(offered.map(({ id, label }) => [id, label]));
    expect(labels).toMatchObject({
      create: { en: 'Create', zh: '新建' },
      remove: { en: 'Delete', zh: '删除' },
      confirm: { en: 'Confirm', zh: '确认' },
      approve: { en: 'Approve / Agree', zh: '通过' },
      relocate: { en: 'Move', zh: '转移' },
    });
    // An event that is shown under another name is offered under that name.
    expect(labels).not.toHaveProperty('serve');
  });

  it('by the code of a record, also of a deleted one, and by who did it', async () => {
    const id = await placeOrder(cast, 2);
    const { code } = await ok(cast.customer.get(`/v1/order/${id}`));
    await ok(cast.customer.delete(`/v1/order/${id}`));
    const lines = await found(code.toLowerCase());
    expect(lines.map(({ entity_id, record_name, action }) => [entity_id, record_name, action])).toEqual([
      [id, code, 'remove'],
      [id, code, 'create'],
    ]);
    expect(await found(`${code} 新建`)).toHaveLength(1);
    const own = await found('first 删除');
    expect(own.length).toBeGreaterThan(0);
    for (const line of own) expect([line.actor_id, line.action]).toEqual([cast.customer.id, 'remove']);
  });

  it('and leads to it where the reader finds it: at its own address, or in the record that it stands within', async () => {
    const pathOf = async (entity: string, id: number) => {
      const { items } = await ok(cast.admin.get(`/v1/audit/list?filter_entity=${entity}&is_paginate=false`));
      const line = items.find((one: { entity_id: number }) => one.entity_id === id);
      const whole = await ok(cast.admin.get(`/v1/audit/${line.id}`));
      expect(whole.record_path).toBe(line.record_path);
      return line.record_path;
    };
    const order = await approvedOrder(cast, 1);
    const [{ id: licence }] = (await ok(allocationBody(cast, order, 1))).items;
    const user = { name: 'pathfinder', nick_name: 'Pathfinder', role_id: 5, password };
    const { id: subUser } = await ok(cast.customer.post('/v1/user', user));
    expect(await pathOf('order', order)).toBe(`/authorization/order/${order}`);
    expect(await pathOf('assignment', licence)).toBe(`/authorization/order/${order}`);
    expect(await pathOf('user', cast.admin.id)).toBe(`/user/general/${cast.admin.id}`);
    expect(await pathOf('user', cast.sales.id)).toBe(`/user/salesman/${cast.sales.id}`);
    expect(await pathOf('user', cast.customer.id)).toBe(`/user/enterprise_user/${cast.customer.id}`);
    expect(await pathOf('user', subUser)).toBe(`/enterprise/${cast.enterprise}`);
    await issuedLicence(cast, licence);
    await cast.database.executeSql(`insert into audit (action, entity, entity_id, result)
      select 'resend', 'mail', min(id), 'done' from mail where assignment_id = ${licence}`);
    const { items: mails } = await ok(cast.admin.get('/v1/audit/list?filter_entity=mail'));
    expect(mails[0].record_path).toBe(`/authorization/order/${order}`);
    const form = { company: 'Pier Ltd', contact_man: 'Ann', contact_mail: 'ann@pier.example', hosts: 5 };
    const sold = await ok(cast.customer.post('/v1/subscription', form));
    const { items: subscriptions } = await ok(cast.admin.get(`/v1/subscription/temp/list?search=${sold.code}`));
    const [{ id: subscribed }] = subscriptions;
    expect(await pathOf('subscription', subscribed)).toBe(`/userinfo?active=3&id=${subscribed}`);
  });

  it('and names the record: by its title, or by the texts that name it together, or not where it is gone', async () => {
    const named = async (words: string) => (await found(words)).map((line) => line['record_name']);
    expect(await named('operations 登录')).toContain('operations');
    const order = await approvedOrder(cast, 1);
    const [{ id: licence }] = (await ok(allocationBody(cast, order, 1))).items;
    const { project, order: bought } = await ok(cast.customer.get(`/v1/assignment/${licence}`));
    expect(await named('许可 分配')).toContain(`${project.name} · ${bought.code}`);
    await cast.database.executeSql(
      `insert into audit (action, entity, entity_id, result) values ('remove', 'order', 2000000000, 'done')`,
    );
    expect(await named('订单 删除')).toContain(null);
  });
});
