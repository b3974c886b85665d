import { HttpError } from 'react-admin';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type NamedAction, namedActions } from '../../contract/schema/action.ts';
import { createDataProvider } from '../../src/dataProvider/dataProvider.ts';
import { fetchBlob } from '../../src/dataProvider/files/downloadFile.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import type { NetworkCall } from './support/network.ts';

const dataProvider = createDataProvider(contract);
let desk: Desk;
let customer: Customer;
let page: Page;
let calls: NetworkCall[];
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
beforeEach(async () => {
  page = await desk.open('sales');
  calls = [];
  page.on('request', (request) => calls.push(request));
});
afterAll(() => desk.close());

const paths = () => calls.map((one) => `${one.method()} ${new URL(one.url()).pathname}`);
const sort = { field: 'code', order: 'ASC' } as const;
const pagination = { page: 1, perPage: 5 };
const word = () => customer.enterprise.name.split(' ')[1] ?? '';

it('a file that breaks off on its way is not saved, and says so', async () => {
  const parts = [new TextEncoder().encode('a half')];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.pop();
      if (part) controller.enqueue(part);
      else controller.error(new TypeError('terminated'));
    },
  });
  const fetching = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  const sizes: number[] = [];
  const file = dataProvider.download('/v1/order/export', {}, (bytes) => sizes.push(bytes));
  await expect(file).rejects.toThrow('The download was interrupted and the file was not saved. Please try again.');
  expect([sizes, saving.mock.calls]).toEqual([[6], []]);
  for (const spy of [fetching, saving]) spy.mockRestore();
});

it('a file goes on from where it broke off, and is not put together of two', async () => {
  const whole = 'the whole content';
  const asked: unknown[] = [];
  /** Sends six characters at a time, then the connection breaks. */
  const cutAnswer = (from: number, status: number, etag: string): Response => {
    const rest = new TextEncoder().encode(whole.slice(from, from + 6));
    const isEnd = from + 6 >= whole.length;
    let given = false;
    const body = new ReadableStream({
      pull(controller) {
        if (!given) controller.enqueue(rest);
        else if (isEnd) controller.close();
        else controller.error(new Error('gone'));
        given = true;
      },
    });
    return new Response(body, { status, headers: { etag } });
  };
  let isChanged = false;
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const headers = new Headers(init?.headers);
    const range = headers.get('range');
    asked.push([range, headers.get('if-range')]);
    if (!range) return cutAnswer(0, 200, '"one"');
    return isChanged ? cutAnswer(0, 200, '"two"') : cutAnswer(Number(/\d+/.exec(range)?.[0]), 206, '"one"');
  });
  expect(await (await fetchBlob('/v1/order/1/files/a')).text()).toBe(whole);
  expect(asked).toEqual([
    [null, null],
    ['bytes=6-', '"one"'],
    ['bytes=12-', '"one"'],
  ]);
  isChanged = true;
  await expect(fetchBlob('/v1/order/1/files/a')).rejects.toThrow('The download was interrupted');
  fetching.mockRestore();
});

describe('the data provider over the real server', () => {
  it('getList: a page, sorted and filtered, with the total and the key and language of the session', async () => {
    const filter = { search: word(), status: [0, 1] };
    const { data, total, meta } = await dataProvider.getList('enterprise', { pagination, sort, filter });
    expect([total, meta?.per_page, data.map(({ id }) => id)]).toEqual([1, 5, [customer.enterprise.id]]);
    const [asked] = calls;
    expect(decodeURI(new URL(asked?.url() ?? '').search)).toContain('filter_status=0,1');
    expect(asked?.headers()).toMatchObject({ 'x-lang': 'en', authorization: expect.any(String) });
  });

  it('getOne and getMany: many records are one request by their ids', async () => {
    const { data } = await dataProvider.getList('product', { pagination, sort, filter: {} });
    const ids = data.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(1);
    calls.length = 0;
    const many = await dataProvider.getMany('product', { ids });
    expect(many.data.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(calls).toHaveLength(1);
    expect(new URL(calls[0]?.url() ?? '').searchParams.get('filter_id')).toBe(ids.join());
    const one = await dataProvider.getOne('product', { id: ids[0] });
    expect(one.data).toMatchObject({ id: ids[0], category: { name: expect.any(String) } });
  });

  it('getMany where the role may look at records but not list them asks for each', async () => {
    const own = await desk.open(customer.name);
    const asked: string[] = [];
    own.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const { data } = await dataProvider.getMany('enterprise', { ids: [customer.enterprise.id] });
    expect([data[0]?.name, asked]).toEqual([customer.enterprise.name, [`/v1/enterprise/${customer.enterprise.id}`]]);
  });

  it('getMany where the role may neither pick records nor look at one asks nobody', async () => {
    const own = await desk.open(customer.name);
    const asked: string[] = [];
    own.on('request', (request) => asked.push(request.url()));
    const { data } = await dataProvider.getMany('audit', { ids: [3, 4] });
    expect([data, asked]).toEqual([[{ id: 3 }, { id: 4 }], []]);
  });

  it('getList and getMany where the role may only look titles up', async () => {
    await desk.open(customer.name);
    const { access } = contract.entity('product');
    const { list } = access;
    Object.assign(access, { list: list.filter((role) => role !== 'Enterprise'), lookup: ['Enterprise'] });
    const asked: string[] = [];
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      asked.push(decodeURIComponent(String(url)));
      return Response.json({ items: [{ id: 7, name: 'Seven' }], total: 1, page: 1, per_page: 20 });
    });
    try {
      const filter = { search: 'sev', category_id: 1001 };
      const { data } = await dataProvider.getList('product', { pagination, sort, filter });
      expect(data).toEqual([{ id: 7, name: 'Seven' }]);
      await dataProvider.getMany('product', { ids: [7, 8] });
      expect(asked.map((one) => one.replace(/^.*\/v1/, ''))).toEqual([
        '/product/lookup?search=sev&page=1&per_page=5',
        '/product/lookup?filter_id=7,8&page=1&per_page=100',
      ]);
    } finally {
      fetching.mockRestore();
      Object.assign(access, { list });
      Reflect.deleteProperty(access, 'lookup');
    }
  });

  it('getManyReference: the records that point to one', async () => {
    const params = {
      target: 'enterprise_id',
      id: customer.enterprise.id,
      pagination,
      sort: { field: 'id', order: 'ASC' as const },
      filter: {},
    };
    const { data, total } = await dataProvider.getManyReference('enterprise_product', params);
    expect([total, data[0]?.product_id]).toEqual([1, customer.product.id]);
  });

  it('create, update and delete: what the role may write goes out, and of an edit what has changed, with its version', async () => {
    page = await desk.open('superadmin');
    page.on('request', (request) => calls.push(request));
    const made = await dataProvider.create('product', {
      data: {
        name: 'Crane',
        code: 'CRANE-1',
        deployment_id: 1,
        category_id: 1001,
        unit: null,
        id: 77,
        created_at: 'now',
      },
    });
    expect(calls[0]?.postDataJSON()).toEqual({
      name: 'Crane',
      code: 'CRANE-1',
      deployment_id: 1,
      category_id: 1001,
      unit: null,
    });
    const previousData = made.data as { id: number; version: number };
    const updated = await dataProvider.update('product', {
      id: previousData.id,
      data: { ...previousData, name: 'Crane II' },
      previousData,
    });
    expect(updated.data).toMatchObject({ name: 'Crane II', version: previousData.version + 1 });
    expect(calls[1]?.postDataJSON()).toEqual({ name: 'Crane II' });
    expect(calls[1]?.headers()['if-match']).toBe(`"${previousData.version}"`);
    const late = dataProvider.update('product', { id: previousData.id, data: { name: 'Late' }, previousData });
    await expect(late).rejects.toMatchObject({ status: 422, body: { code: 'stale' } });
    await dataProvider.update('product', { id: previousData.id, data: updated.data, previousData: updated.data });
    expect(calls).toHaveLength(3);
    await dataProvider.delete('product', { id: previousData.id, previousData: updated.data });
    await expect(dataProvider.getOne('product', { id: previousData.id })).rejects.toMatchObject({ status: 404 });
  });

  it('updateMany and deleteMany: one after the other', async () => {
    page = await desk.open('superadmin');
    const make = async (code: string) =>
      (await dataProvider.create('product', { data: { name: code, code, deployment_id: 1, category_id: 1001 } })).data
        .id;
    const ids = [await make('MANY-1'), await make('MANY-2')];
    await dataProvider.updateMany('product', { ids, data: { name: 'Both' } });
    const { data } = await dataProvider.getMany('product', { ids });
    expect(data.map(({ name }) => name)).toEqual(['Both', 'Both']);
    await dataProvider.deleteMany('product', { ids });
    expect((await dataProvider.getMany('product', { ids })).data).toEqual([]);
  });

  it('a changed state is the step that leads there, with what it asks for', async () => {
    const id = await customer.order(3);
    const { data: previousData } = await dataProvider.getOne('order', { id });
    const data = { status: 1, use_period: 30, assign_period: 10, comment: ' soon ' };
    const { data: order } = await dataProvider.update('order', { id, data, previousData });
    expect(order).toMatchObject({ status: 1, use_period: 30, assign_period: 10 });
    expect(calls.at(-1)?.postDataJSON()).toEqual({ ...data, comment: 'soon' });
  });

  it('call: a declared endpoint with its path, query, body and idempotency key', async () => {
    const id = await customer.order(1);
    const timeline = await dataProvider.call('order_timeline', { path: { id } });
    expect(timeline.items.length).toBeGreaterThan(0);
    const input = { body: { type: 'name', name: word() }, idempotencyKey: 'key-1' } as const;
    const checked = await dataProvider.call('user_check', input);
    expect(checked.success).toBe(false);
    expect(calls.at(-1)?.headers()['idempotency-key']).toBe('key-1');
    expect(paths().at(-1)).toBe('POST /v1/user/check');
  });

  it('the same creation under one key makes one record', async () => {
    page = await desk.open(customer.name);
    const params = { data: { name: 'Quay', product_id: customer.product.id }, meta: { idempotencyKey: 'once' } };
    const first = await dataProvider.create('project', params);
    const second = await dataProvider.create('project', params);
    expect(second.data.id).toBe(first.data.id);
  });

  it('refusals stand at the sources of the inputs; a quiet one has no message', async () => {
    page = await desk.open(customer.name);
    const order = { category_id: 1001, product_id: customer.product.id, purchased: { hosts: { value: 0 } } };
    const failure = await dataProvider.create('order', { data: order }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ status: 422, body: { errors: { 'purchased.hosts.value': expect.any(String) } } });
    const quiet = await dataProvider
      .call('order_timeline', { path: { id: 999_999 }, quiet: true })
      .catch((error: unknown) => error);
    expect(quiet).toMatchObject({ status: 404, message: '', body: { title: 'Requested resource not found' } });
  });

  it('a read that is taken back ends its request', async () => {
    expect(dataProvider.supportAbortSignal).toBe(true);
    const taken = new AbortController();
    taken.abort();
    const params = { pagination, sort, filter: {}, signal: taken.signal };
    await expect(dataProvider.getList('enterprise', params)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a refusal at a field that nobody was asked for', () => {
  const empty = 'The current item cannot be empty';
  const refuse = (fields: Record<string, string[]>) =>
    page.route(/\/v1\/(order|project|assignment)/, (route) => {
      const [[message = ''] = []] = Object.values(fields);
      return route.fulfill({ status: 422, json: { title: message, code: 'invalid', error: { fields } } });
    });
  const failureOf = async (work: Promise<unknown>): Promise<unknown[]> => {
    const error = (await work.catch((failure: unknown) => failure)) as HttpError;
    return [error.message, error.body.title, Object.keys(error.body.errors)];
  };
  const step = (data: object) =>
    dataProvider.update('order', { id: 7, data, previousData: { id: 7, status: 0, version: 1 } });

  it('of a step names the field, and one below an input of its dialog does not', async () => {
    await refuse({ 'params.stamp_time': [empty], use_period: [empty] });
    const message = `Seal date: ${empty}`;
    expect(await failureOf(step({ status: 1, comment: 'x' }))).toEqual([
      message,
      message,
      ['params.stamp_time', 'use_period'],
    ]);
    await refuse({ use_period: [empty] });
    expect(await failureOf(step({ status: 1 }))).toEqual([empty, empty, ['use_period']]);
    await refuse({ status: ['Not now'] });
    expect(await failureOf(step({ status: 1 }))).toEqual(['Not now', 'Not now', ['status']]);
  });

  it('of an action and of several records names it, also where nothing is told at once', async () => {
    const entity = contract.entity('project');
    const [action] = namedActions(entity).filter(({ input }) => input !== undefined);
    const asked = Object.keys(action?.input ?? {})[0] ?? '';
    await refuse({ license_key: [empty] });
    const message = `${entity.fields['license_key']?.label.en}: ${empty}`;
    const act = (quiet: boolean) =>
      dataProvider.act(entity, action as NamedAction, { id: 1, name: 'x' }, {}, { quiet });
    expect((await failureOf(act(false))).slice(0, 2)).toEqual([message, message]);
    expect((await failureOf(act(true))).slice(0, 2)).toEqual(['', message]);
    await refuse({ [asked]: [empty] });
    expect((await failureOf(act(false))).slice(0, 2)).toEqual([empty, empty]);
  });

  it('of a form names what has no input in it', async () => {
    await refuse({ 'purchased.hosts': [empty] });
    const data = { category_id: 1001, purchased: { hosts: { value: 3 } } };
    expect((await failureOf(dataProvider.create('order', { data })))[0]).toBe(empty);
    expect((await failureOf(dataProvider.create('order', { data: { category_id: 1001 } })))[0]).toBe(
      `Quantity: ${empty}`,
    );
  });
});
