import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failIssue } from '../../server/domain/licence/licence.ts';
import { allocationBody, approvedOrder, type Cast, effectiveProject, startCast } from '../support/cast.ts';
import { type Answer, type Client, ok, password } from '../support/product.ts';

let cast: Cast;
let subUser: Client;
beforeAll(async () => {
  cast = await startCast('postgres', { withoutWorkers: true });
  await ok(cast.customer.post('/v1/user', { name: 'subuser', nick_name: 'Sub', role_id: 5, password }));
  subUser = await cast.login('subuser');
  await ok(cast.customer.post(`/v1/project/${cast.project}`, { sub_user_id: subUser.id }));
});
afterAll(() => cast.close());

type Who = 'admin' | 'operations' | 'sales' | 'customer' | 'otherCustomer';
/** The caller, the body, and the response: 200, or the status, the code and the refused fields. */
type Row = readonly [who: Who, body: object, answer: 200 | readonly [number, string, ...string[]]];

/**
 * Sends the rows one after the other.
 * @returns the rows with an unexpected response
 */
async function otherwise(path: string, rows: readonly Row[], common: object = {}): Promise<unknown[]> {
  const found = [];
  for (const [who, body, answer] of rows) {
    const { status, body: answered } = await cast[who].post(path, { ...common, ...body });
    const got = status === 200 ? 200 : [status, answered.code, ...Object.keys(answered.error.fields)];
    if (JSON.stringify(got) !== JSON.stringify(answer)) found.push([who, body, got]);
  }
  return found;
}

const form = { company: 'Harbour Ltd', contact_man: 'Ann', contact_mail: 'ann@harbour.example', hosts: 5 };

/** The audit entries of these actions in order, with the items that each changed. */
async function audited(actions: readonly string[]): Promise<string[]> {
  const text = 'select action, actor_id, after from audit where action = any($1) and entity <> $2 order by id';
  const { rows } = (await cast.database.executeSql(text, [actions, 'order'])) as {
    rows: { action: string; actor_id: number | null; after: object }[];
  };
  return rows.map(({ action, actor_id, after }) => {
    const who = (['admin', 'operations', 'customer'] as const).find((name) => cast[name].id === actor_id);
    return [action, who, ...Object.keys(after).sort()].join(' ');
  });
}

const own = ['_'] as const;

describe('a subscription (C17)', () => {
  it('refuses what is not the role’s, what is missing, and what its state does not allow', async () => {
    const { code } = await ok(cast.customer.post('/v1/subscription', form));
    const { id } = (await ok(cast.admin.get(`/v1/subscription/temp/list?search=${code}`))).items[0];
    const { productId: product_id } = cast;
    const backwards = { period_start_at: '2026-02-01T00:00:00Z', period_end_at: '2026-01-01T00:00:00Z' };
    const wrong = [422, 'wrong_state', 'status'] as const;
    const rows: Row[] = [
      ['admin', {}, [422, 'required', 'status']],
      ['admin', { id: null, status: 1 }, [422, 'invalid', 'id']],
      ['admin', { auto_renew: true, confirm: 'Yes' }, [422, 'invalid', 'auto_renew', 'confirm']],
      ['admin', { status: 2 }, [422, 'invalid', 'status']],
      ['admin', { status: 1 }, [422, 'invalid', 'product_id']],
      ['admin', { status: 1, product_id: 99_999 }, [422, 'invalid', 'product_id']],
      ['admin', { status: 1, product_id, ...backwards }, [422, 'invalid', 'period_end_at']],
      ['customer', {}, [422, 'required', 'auto_renew']],
      ['customer', { status: 8, auto_renew: false }, [422, 'invalid', 'status']],
      ['customer', { auto_renew: true }, [422, 'auto_renew_confirm', 'confirm']],
      ['customer', { auto_renew: true, confirm: 'yes' }, [422, 'auto_renew_confirm', 'confirm']],
      ['customer', { auto_renew: true, confirm: ' Yes ' }, 200],
      ['customer', { auto_renew: false, confirm: 'no' }, 200],
      ['otherCustomer', { auto_renew: false }, [422, 'invalid', 'id']],
      ['sales', { status: 8 }, [403, 'forbidden']],
      ['operations', { status: 1, product_id }, 200],
      ['operations', { status: 1 }, wrong],
      ['operations', { status: 8, product_id }, 200],
      ['operations', { status: 8 }, wrong],
      ['admin', { status: 1 }, wrong],
    ];
    expect(await otherwise('/v1/subscription/temp/update_status', rows, { id })).toEqual([]);
    expect(await audited(['update_status'])).toEqual([
      'update_status customer auto_renew',
      'update_status customer auto_renew',
      'update_status operations period_end_at period_start_at product_id status time_zone',
      'update_status operations status',
    ]);
  });
});

describe('an application (C15)', () => {
  const file = async (): Promise<number> =>
    (await ok(subUser.post('/v1/allocation', { project_id: cast.project, hosts: 1 }))).id;
  const auditedActions = async (): Promise<string[]> =>
    (await ok(subUser.get('/v1/notification/list?is_paginate=false&sort=id'))).items.map(
      (one: { notice_title: string }) => one.notice_title.split(' ').at(-1),
    );

  it('is decided once, by its enterprise, which tells its applicant', async () => {
    const rows: Row[] = [
      ['customer', {}, [422, 'invalid', 'status']],
      ['customer', { status: 8 }, [422, 'invalid', 'status']],
      ['customer', { status: 1 }, [422, 'not_enough_orders', ...own]],
      ['admin', { status: 9 }, [403, 'forbidden']],
      ['otherCustomer', { status: 9 }, [404, 'not_found']],
      ['customer', { status: 9, comment: '' }, 200],
      ['customer', { status: 9 }, [422, 'wrong_state', ...own]],
      ['customer', { status: 1 }, [422, 'wrong_state', ...own]],
    ];
    expect(await otherwise(`/v1/allocation/approve/${await file()}`, rows)).toEqual([]);
    expect(await auditedActions()).toEqual(['rejected']);
  });

  it('is served from chosen orders, and answers the licences', async () => {
    const order_id = await approvedOrder(cast, 3);
    const allocation_id = await file();
    const of = (hosts: number) => ({ orders: [{ order_id, hosts }] });
    const rows: Row[] = [
      ['customer', {}, [422, 'invalid', 'orders']],
      ['customer', { orders: [] }, [422, 'required', 'orders']],
      ['customer', of(2), [422, 'over_application', 'orders']],
      ['otherCustomer', of(1), [422, 'invalid', 'allocation_id', 'orders[0].order_id']],
      ['admin', of(1), [403, 'forbidden']],
    ];
    expect(await otherwise('/v1/allocation_assignment', rows, { allocation_id })).toEqual([]);
    const { items } = await ok(cast.customer.post('/v1/allocation_assignment', { allocation_id, ...of(1) }));
    expect(items).toMatchObject([{ allocation_id, order: { id: order_id }, content: { hosts: 1 } }]);
    expect((await cast.customer.post('/v1/allocation_assignment', { allocation_id, ...of(1) })).status).toBe(422);
    expect(await audited(['approve', 'reject'])).toEqual([
      'reject customer decided_at status',
      'approve customer decided_at status',
    ]);
    expect((await auditedActions()).sort()).toEqual(['approved', 'rejected']);
  });
});

it('a project is moved within its enterprise by that, and to another by administrators (C13)', async () => {
  const project = await effectiveProject(cast.customer, cast.productId, 'KEY-MOVE');
  const rows: Row[] = [
    ['customer', {}, [422, 'required', 'sub_user_id']],
    ['customer', { enterprise_id: cast.otherEnterprise }, [422, 'invalid', 'enterprise_id']],
    ['customer', { enterprise_id: null, sub_user_id: subUser.id }, 200],
    ['customer', { sub_user_id: null }, 200],
    ['admin', {}, [422, 'invalid', 'enterprise_id']],
    ['admin', { sub_user_id: subUser.id }, [422, 'invalid', 'sub_user_id']],
    ['admin', { enterprise_id: cast.enterprise }, [422, 'enterprise_other', 'enterprise_id']],
    ['sales', { enterprise_id: cast.otherEnterprise }, [403, 'forbidden']],
    ['otherCustomer', { sub_user_id: null }, [404, 'not_found']],
    ['admin', { enterprise_id: cast.otherEnterprise }, 200],
  ];
  expect(await otherwise(`/v1/project/relocation/${project}`, rows)).toEqual([]);
  expect(await audited(['relocate'])).toEqual([
    'relocate customer sub_user_id transfer_status',
    'relocate customer sub_user_id',
    'relocate admin enterprise_id',
  ]);
});

it('a failed issue is tried again by its enterprise or operations, named by its task (C6, E13)', async () => {
  const order_id = await approvedOrder(cast, 3);
  const { uuid } = (await ok(allocationBody(cast, order_id, 1))).items[0].task;
  const retry = (client: Client, task = uuid, body = {}): Promise<Answer> =>
    client.post(`/v1/task/${task}/retry`, body);
  const status = async (answer: Promise<Answer>) => (await answer).status;
  expect((await retry(cast.customer)).body.code).toBe('not_failed');
  await cast.product.inTransaction((context) => failIssue(context, uuid, 'issue_failed'));
  expect(await status(retry(cast.otherCustomer))).toBe(404);
  expect(await status(retry(cast.sales))).toBe(403);
  for (const unknown of ['nope', uuid.toUpperCase(), 'a%00b'])
    expect(await status(retry(cast.customer, unknown))).toBe(404);
  expect(await status(retry(cast.customer, uuid, { hosts: 1 }))).toBe(422);
  const again = { 'Idempotency-Key': 'once' };
  for (const _ of [1, 2]) {
    const answer = await cast.customer.post(`/v1/task/${uuid}/retry`, {}, again);
    expect([answer.status, answer.body.task.status]).toEqual([200, 'running']);
  }
  expect((await retry(cast.customer)).body.code).toBe('not_failed');
  expect(await audited(['retry'])).toEqual(['retry customer task_result task_status']);
});
