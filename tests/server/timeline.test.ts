import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { hasTimeline, nextStep, timelineDates, timelineEventKinds } from '../../contract/timeline/timelineSources.ts';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  effectiveProject,
  issuedLicence,
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

interface Entry {
  readonly part: string;
  readonly kind: string;
  readonly actor: string | null;
  readonly role_id: number | null;
  readonly detail: string | null;
  readonly comment: string | null;
}

const ask = (client: Client, entity: string, id: number) => client.get(`/v1/timeline/${entity}/${id}`);
const entriesOf = async (client: Client, entity: string, id: number): Promise<Entry[]> =>
  (await ok(ask(client, entity, id))).items;
const kinds = (entries: readonly Entry[]) => entries.map(({ part, kind }) => [part, kind].filter(Boolean).join(' '));

const licence = async (hosts: number, more = {}) => {
  const order = await approvedOrder(cast, hosts);
  const { items } = await ok(allocationBody(cast, order, hosts, more));
  await issuedLicence(cast, items[0].id);
  return { order, id: items[0].id as number };
};

describe('the timeline of a record', () => {
  it('tells an order with its licences and what is to come, in the order of their times; names as the reader may know them', async () => {
    const { order } = await licence(2);
    const own = ['create', 'confirm', 'approve', 'licences allocate', 'licences issue', 'expired_at'];
    for (const client of [cast.admin, cast.sales, cast.customer]) {
      const entries = await entriesOf(client, 'order', order);
      expect(kinds(entries).filter((kind) => !kind.includes('mail'))).toEqual(own);
      const confirmed = entries.find(({ kind }) => kind === 'confirm');
      expect(confirmed).toMatchObject({ role_id: 3, actor: client === cast.customer ? null : 'sales' });
      expect(entries.find(({ kind }) => kind === 'allocate')).toMatchObject({
        part: 'licences',
        entity: 'assignment',
        detail: 'Project KEY-1',
        quantity: 2,
        actor: 'first',
        product: { metering: 'host', unit: null },
      });
    }
    const before = await ok(cast.admin.get(`/v1/order/timeline/${order}`));
    expect(before).toEqual(await ok(ask(cast.admin, 'order', order)));
  });

  it('tells a licence its issue, its withdrawal and its end, which is none once it is withdrawn', async () => {
    const { id } = await licence(1);
    expect(kinds(await entriesOf(cast.customer, 'assignment', id))).toEqual(
      expect.arrayContaining(['allocate', 'issue', 'ends']),
    );
    await ok(cast.admin.post(`/v1/assignment/${id}`, { status: 8, comment: 'Sold' }));
    const entries = await entriesOf(cast.sales, 'assignment', id);
    expect(kinds(entries)).not.toContain('ends');
    expect(entries.at(-1)).toMatchObject({ kind: 'withdraw', actor: 'Admin', comment: 'Sold' });
  });

  it('is told by the record itself where no line of the audit tells it', async () => {
    const { rows } = await cast.database.executeSql(
      `insert into application (project_id, enterprise_id, product_id, hosts, status, decided_at)
       values ($1, $2, $3, 1, 9, now() + interval '1 hour') returning id`,
      [cast.project, cast.enterprise, cast.productId],
    );
    const entries = await entriesOf(cast.customer, 'application', Number(rows[0]?.['id']));
    expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['create', null],
      ['reject', null],
    ]);
  });

  it('tells a customer nothing of the time in which the record was another’s (C13)', async () => {
    const id = await effectiveProject(cast.customer, cast.productId, 'MOVES');
    await ok(cast.customer.post(`/v1/project/${id}`, { status: 8 }));
    await ok(cast.admin.post(`/v1/project/relocation/${id}`, { enterprise_id: cast.otherEnterprise }));
    await ok(cast.otherCustomer.post(`/v1/project/${id}`, { status: 1 }));
    const seen = await entriesOf(cast.otherCustomer, 'project', id);
    expect(kinds(seen)).toEqual(['create', 'relocate', 'activate']);
    expect(seen.map(({ actor }) => actor)).toEqual([null, null, 'second']);
    expect(kinds(await entriesOf(cast.admin, 'project', id))).toEqual([
      'create',
      'activate',
      'close',
      'relocate',
      'activate',
    ]);
    expect((await ask(cast.customer, 'project', id)).status).toBe(404);
  });

  it('names nobody but themselves to a sub-user, and tells an application its reply', async () => {
    const name = 'told.sub';
    const { id: sub } = await ok(cast.customer.post('/v1/user', { name, nick_name: name, role_id: 5, password }));
    const client = await cast.login(name);
    const project = await effectiveProject(cast.customer, cast.productId, 'ASKED');
    await ok(cast.customer.post(`/v1/project/relocation/${project}`, { sub_user_id: sub }));
    const { id } = await ok(client.post('/v1/allocation', { project_id: project, hosts: 1, comment: 'Please' }));
    await ok(cast.customer.post(`/v1/allocation/approve/${id}`, { status: 9, comment: 'Not now' }));
    expect(await entriesOf(client, 'application', id)).toMatchObject([
      { kind: 'create', actor: name, role_id: 5, comment: 'Please' },
      { kind: 'reject', actor: null, role_id: 4, comment: 'Not now' },
    ]);
    expect((await entriesOf(cast.customer, 'application', id)).map(({ actor }) => actor)).toEqual([name, 'first']);
  });

  it('is in the reader’s scope, of records that can be looked at', async () => {
    const id = await placeOrder(cast, 1);
    expect((await ask(cast.otherSales, 'order', id)).status).toBe(404);
    expect((await ask(cast.otherCustomer, 'order', id)).status).toBe(404);
    expect((await ask(cast.admin, 'order', 999_999)).status).toBe(404);
    expect((await ask(cast.admin, 'nothing', id)).status).toBe(404);
    expect((await ask(cast.admin, 'mail', 1)).status).toBe(404);
    expect((await ask(cast.sales, 'product_license', 1)).status).toBe(403);
  });

  it('tells the latest of a long one, and how many there are', async () => {
    const id = await effectiveProject(cast.customer, cast.productId, 'LONG');
    await cast.database.executeSql(
      `insert into audit (action, entity, entity_id, before, after, result, created_at)
       select 'close', 'project', $1, '{}', '{}', 'done', now() + n * interval '1 second' from generate_series(1, 150) n`,
      [id],
    );
    const { items, total } = await ok(ask(cast.admin, 'project', id));
    expect([items.length, total, items[0].kind]).toEqual([100, 152, 'close']);
  });
});

describe('what a timeline can tell', () => {
  it('is worked out where nothing is declared of it', () => {
    const { timeline: _none, ...plain } = contract.entity('order');
    expect(timelineEventKinds(plain).map(({ name, label, at }) => [name, label.en, at])).toEqual([
      ['create', 'Created', 'created_at'],
      ['confirm', 'Confirmed', 'confirmed_at'],
      ['approve', 'Approved', 'approval_at'],
      ['reject', 'Rejected', undefined],
      ['turn_down', 'Rejected', undefined],
      ['cancel', 'Cancelled', undefined],
    ]);
    expect(timelineDates(plain).map(({ name, label }) => [name, label.en])).toEqual([['expired_at', 'Allocate until']]);
  });

  it('is nothing but its making of some, which have none', () => {
    const without = contract.entities.filter((entity) => !hasTimeline(entity, 'SuperAdmin')).map(({ name }) => name);
    expect(without).toEqual(
      expect.arrayContaining(['user_product', 'enterprise_product', 'order_project', 'notification', 'audit', 'mail']),
    );
    expect(without).not.toEqual(expect.arrayContaining(['order']));
  });

  it.each([
    ['order', { status: 0 }, 'Confirm', ['SalesMan']],
    ['order', { status: 1 }, 'Agree', ['GeneralAdmin']],
    ['order', { status: 2 }, undefined, undefined],
    ['project', { status: 0 }, 'Activate', ['SuperAdmin', 'GeneralAdmin', 'Enterprise']],
    ['project', { status: 8 }, undefined, undefined],
    ['application', { status: 0 }, 'Approve', ['Enterprise']],
    ['enterprise', { status: 9 }, undefined, undefined],
    ['assignment', { status: 0, task: { status: 'failed' } }, 'Retry', ['SuperAdmin', 'GeneralAdmin', 'Enterprise']],
    ['assignment', { status: 0, task: { status: 'running' } }, undefined, undefined],
    ['product', {}, undefined, undefined],
  ])('of %s %o expects %s next', (name, record, step, roles) => {
    const next = nextStep(contract.entity(name), record);
    expect([next?.label.en, next?.roles]).toEqual([step, roles]);
  });
});
