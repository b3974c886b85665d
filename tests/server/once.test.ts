import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { purgeAnswers } from '../../server/core/security/idempotency.ts';
import { allocationBody, approvedOrder, type Cast, delivery, periods, placeOrder, startCast } from '../support/cast.ts';
import { documentOf } from '../support/conformance.ts';
import { eitherEngine, forEachEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

forEachEngine('a request key (C21)', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());
  const order = (hosts: number, key: string, client = cast.customer) =>
    client.post(
      '/v1/order',
      { category_id: 1001, product_id: cast.productId, purchased: { hosts }, params: delivery },
      { 'Idempotency-Key': key },
    );
  const total = async () => (await ok(cast.admin.get('/v1/order/list'))).total;

  it('gives the first answer again, and refuses another body', async () => {
    const before = await total();
    const first = await ok(order(3, 'key-1'));
    expect(await ok(order(3, 'key-1'))).toEqual(first);
    const other = await order(4, 'key-1');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency']);
    expect(await total()).toBe(before + 1);
    await ok(order(3, 'key-1', cast.otherCustomer));
    expect(await total()).toBe(before + 2);
  });

  it('lets one of many at once work, and gives all the same answer', async () => {
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 12 }, () => order(2, 'key-at-once')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await total()).toBe(before + 1);
  });

  it('is free again after a refusal, and takes no hosts twice', async () => {
    const id = await placeOrder(cast, 2);
    const confirm = (body: object) => cast.sales.post(`/v1/order/${id}`, body, { 'Idempotency-Key': 'confirm' });
    expect((await confirm({ status: 1 })).status).toBe(422);
    await ok(confirm({ status: 1, ...periods }));
    expect((await confirm({ status: 1, ...periods })).status).toBe(200);
    const bought = await approvedOrder(cast, 5);
    const take = () =>
      cast.customer.post(
        '/v1/assignment',
        { project_id: cast.project, orders: [{ order_id: bought, hosts: 2 }] },
        { 'Idempotency-Key': 'take' },
      );
    expect((await ok(take())).items).toEqual((await ok(take())).items);
    expect((await ok(cast.customer.get(`/v1/order/${bought}`))).available.hosts.value).toBe(3);
  });

  it('keeps of a body nothing that a password could be guessed by, nor anything of the calls about sessions', async () => {
    const headers = { 'Idempotency-Key': 'secret' };
    const body = { name: `once.${engine}`, nick_name: 'Once', role_id: 2, password };
    const { id } = await ok(cast.admin.post('/v1/user', body, headers));
    expect((await ok(cast.admin.post('/v1/user', body, headers))).id).toBe(id);
    const change = { password: 'Wrong-2026', password1: 'Another-2026', password2: 'Another-2026' };
    await cast.admin.post('/v1/auth/password', change, headers);
    const acting = async () => ok(cast.sales.post(`/v1/auth/login/user/${cast.customer.id}`, {}, headers));
    expect((await acting()).api_key).not.toBe((await acting()).api_key);
    const { rows } = await cast.database.executeSql("select path, body_hash from idempotency where key = 'secret'");
    expect(rows.map(({ path }) => path)).toEqual(['/v1/user']);
    const digests = ['hex', 'base64', 'base64url'].map((form) =>
      createHash('sha256')
        .update(JSON.stringify(body))
        .digest(form as 'hex'),
    );
    expect(digests).not.toContain(rows[0]?.['body_hash']);
  });

  it('keeps no secret in the open, and is forgotten after a day', async () => {
    const { rows } = await cast.database.executeSql('select answer_sealed from idempotency');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every((row) => String(row['answer_sealed']).startsWith('v3.'))).toBe(true);
    await cast.product.inTransaction((context) => purgeAnswers({ ...context, now: new Date(Date.now() + 86_500_000) }));
    expect((await cast.database.executeSql('select key from idempotency')).rows).toEqual([]);
  });
});

describe('a version (C21)', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(eitherEngine);
  });
  afterAll(() => cast.close());

  it('that has moved is refused as stale, for a change and for a step; the present one goes through', async () => {
    const { id, version } = await ok(cast.admin.get(`/v1/product/${cast.productId}`));
    const change = (name: string, seen: number) =>
      cast.admin.post(`/v1/product/${id}`, { name }, { 'If-Match': `"${seen}"` });
    const next = await ok(change('Two', version));
    expect(next.version).toBe(version + 1);
    expect((await change('Three', version)).body.code).toBe('stale');
    // Only a bare star means any version: in quotation marks it is a tag like another.
    for (const other of ['"*"', 'W/"*"', '"other, *"', `"0,${next.version}"`]) {
      const refused = await cast.admin.post(`/v1/product/${id}`, { name: 'Three' }, { 'If-Match': other });
      expect([other, refused.status, refused.body.code]).toEqual([other, 422, 'stale']);
    }
    const order = await placeOrder(cast, 1);
    const step = await cast.sales.post(`/v1/order/${order}`, { status: 1, ...periods }, { 'If-Match': '"99"' });
    expect([step.status, step.body.code]).toEqual([422, 'stale']);
    expect((await ok(cast.sales.get(`/v1/order/${order}`))).status).toBe(0);
  });

  it('that has moved is refused for a deletion too, of every entity; the present one, any, or none goes through (issue 33)', async () => {
    const made = async (code: string): Promise<{ id: number; version: number }> =>
      ok(cast.admin.post('/v1/product', { name: code, code, deployment_id: 1, category_id: 1001 }));
    const seen = await made('SEEN');
    await ok(cast.admin.post(`/v1/product/${seen.id}`, { name: 'Changed' }));
    const refused = await cast.admin.delete(`/v1/product/${seen.id}`, { 'If-Match': `"${seen.version}"` });
    expect([refused.status, refused.body.code]).toEqual([422, 'stale']);
    expect((await ok(cast.admin.get(`/v1/product/${seen.id}`))).name).toBe('Changed');
    for (const version of [`"${seen.version + 1}"`, '*', `"7", W/"${seen.version + 1}"`, undefined]) {
      const { id } = await ok(cast.admin.post(`/v1/product/restore/${seen.id}`)).catch(() => seen);
      const now = (await ok(cast.admin.get(`/v1/product/${id}`))).version;
      const given = version?.replace(String(seen.version + 1), String(now));
      await ok(cast.admin.delete(`/v1/product/${id}`, given === undefined ? {} : { 'If-Match': given }));
    }
    const { paths } = documentOf(contract);
    const deletions = Object.values(paths).flatMap(({ delete: one }) => (one ? [one] : []));
    const ofRecords = deletions.filter(({ operationId }) => operationId.startsWith('delete'));
    expect(ofRecords.length).toBeGreaterThan(8);
    for (const { parameters } of ofRecords)
      expect(parameters).toContainEqual({ $ref: '#/components/parameters/version' });
  });

  it('lets a failed allocation be tried with the same key', async () => {
    const order = await approvedOrder(cast, 1);
    expect((await allocationBody(cast, order, 2)).status).toBe(422);
    expect((await allocationBody(cast, order, 1)).status).toBe(200);
  });
});
