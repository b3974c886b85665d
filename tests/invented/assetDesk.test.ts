import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { serviceContract as rules } from '../../examples/service-desk/assets/serviceContractRules.ts';
import type { Rules } from '../../server/core/rules.ts';
import { findRuleMistakes } from '../../server/domain/checkRuleBook.ts';
import { StepBackoff } from '../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../server/resource/schedule/scheduledSteps.ts';
import { addTables } from '../support/addTables.ts';
import { assetDesk } from '../support/assetDesk/desk.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { documentOf } from '../support/conformance.ts';
import { contractWith } from '../support/contractWith.ts';
import { eitherEngine } from '../support/database.ts';
import { parsed } from '../support/mailPage.ts';
import { type Answer, type Client, ok, password } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const contract = contractWith(assetDesk);
/** Created late, because it depends on the rules that the product adds at its start. */
const document = () => documentOf(contract);

const assets = '/v1/service/asset';
const contracts = '/v1/service_contract';
const firstNumber = `SC-${new Date().getUTCFullYear()}-0001`;
let cast: Cast;
let worker: Client;
let crane: number;

const refused = ({ status, body }: Answer) => [status, Object.keys(body.error?.fields ?? {}).sort()];
const made = async (client: Client, path: string, body: object) => (await ok(client.post(path, body))).id as number;
const draft = (more: object = {}) => ({
  subject: 'Crane service',
  enterprise_id: cast.enterprise,
  asset_id: crane,
  begins_on: '2030-01-31',
  contacts: [cast.sales.id],
  ...more,
});
const visits = async (asset_id: number): Promise<string[]> =>
  (await ok(cast.admin.get(`/v1/asset_visit/list?filter_asset_id=${asset_id}&sort=id`))).items.map(
    ({ note }: { note: string }) => note,
  );

beforeAll(async () => {
  cast = await startCast(eitherEngine, {
    contract,
    rules: { service_contract: rules as unknown as Rules },
    withoutClock: true,
  });
  await addTables(cast.database, contract);
  const sub = { name: 'worker', nick_name: 'Worker', role_id: 5, password, phone: '12345678' };
  await ok(cast.customer.post('/v1/user', sub));
  worker = await cast.login('worker');
  crane = await made(cast.admin, assets, { tag: 'CR-1', serial: 'a1', product_id: cast.productId });
}, 120_000);
afterAll(() => cast.close());

describe('the entities of the examples of docs/reference/declaration', () => {
  it('have no mistakes, and their tables are as declared', async () => {
    expect(findMistakes(contract)).toEqual([]);
    expect(findRuleMistakes(Object.values(assetDesk) as never, { service_contract: rules } as never)).toEqual([]);
    expect(
      await tableDifferences(
        cast.database,
        contract,
        Object.values(assetDesk).map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  it('an asset has a warranty from the day and for the months that it is created with', async () => {
    const made = async (tag: string, more: object) => {
      const id = (await ok(cast.admin.post(assets, { tag, ...more }))).id;
      return (await ok(cast.admin.get(`${assets}/${id}`))).warranty_until;
    };
    const day = { bought_on: '2030-01-31' };
    expect(await made('WA-1', { ...day, warranty_months: 13 })).toBe('2031-02-28');
    expect(await made('WA-2', day)).toBeNull();
    expect(await made('WA-3', { warranty_months: 13 })).toBeNull();
    expect(await made('WA-4', { ...day, warranty_months: 13, warranty_until: '2030-06-30' })).toBe('2030-06-30');
    expect(await made('WA-5', { ...day, warranty_months: 13, warranty_until: null })).toBeNull();
    expect(refused(await cast.admin.post(assets, { tag: 'WA-6', ...day, warranty_months: 'many' }))).toEqual([
      422,
      ['warranty_months'],
    ]);
    const { schemas } = (await ok(cast.admin.get('/v1/openapi.json'))).components;
    expect(JSON.stringify(schemas.asset_create.properties.warranty_until)).toContain(
      'bought_on plus warranty_months months',
    );
  });

  it('an asset is lent by a salesman, reported by who has it, taken back, and written off', async () => {
    const { admin, sales, customer, otherCustomer, otherSales } = cast;
    const lamp = { tag: 'LA-1', serial: 'A1', product_id: cast.productId };
    const id = await made(admin, assets, lamp);
    const one = `${assets}/${id}`;
    // `a1` and `A1` are different serial numbers, but tags are compared without case.
    expect(refused(await admin.post(assets, { ...lamp, tag: 'la-1', serial: 'B2' }))).toEqual([422, ['tag']]);
    expect(refused(await admin.post(assets, { ...lamp, tag: 'LA-2' }))).toEqual([422, ['product_id', 'serial']]);
    expect((await sales.post(assets, { ...lamp, tag: 'LA-3' })).status).toBe(403);
    const bare = await made(admin, assets, { tag: 'LA-4' });
    const lent = await admin.post(`${assets}/${bare}`, { status: 1, enterprise_id: cast.enterprise });
    expect(refused(lent)).toEqual([422, ['product_id']]);
    expect(lent.body.error.fields.product_id).toEqual(['This step needs it: edit the record and fill it in first']);
    expect((await customer.get(one)).status).toBe(404);
    expect(refused(await sales.post(one, { status: 1 }))).toEqual([422, ['enterprise_id']]);
    await ok(sales.post(one, { status: 1, enterprise_id: cast.enterprise }));
    expect(await ok(customer.get(one))).toMatchObject({ status: 1, lent_at: expect.any(String), faulty: false });
    for (const stranger of [otherCustomer, otherSales]) expect((await stranger.get(one)).status).toBe(404);
    const notices = (await ok(customer.get('/v1/notification/list'))).items;
    expect(notices).toMatchObject([{ notice_title: 'Asset LA-1 is lent to you' }]);
    await ok(customer.post(`${one}/report`, { fault: 'It is dark' }));
    const waiting = (await ok(admin.get(`${assets}/list?filter_faulty=true`))).items;
    expect(waiting).toMatchObject([{ tag: 'LA-1', fault: 'It is dark', enterprise: { id: cast.enterprise } }]);
    const { numbers } = await ok(sales.get('/v1/dashboard'));
    expect(numbers.map(({ key }: { key: string }) => key)).toContain('assets_lent');
    expect(refused(await admin.delete(one))).toEqual([422, ['status']]);
    await ok(sales.post(one, { status: 0 }));
    expect(await ok(admin.get(one))).toMatchObject({ enterprise_id: null, faulty: false });
    await ok(admin.post(one, { status: 9 }));
    expect((await admin.post(one, { serial: 'C3' })).status).toBe(422);
    expect(refused(await admin.post(contracts, draft({ asset_id: id })))).toEqual([422, ['asset_id']]);
    expect(Object.keys(document().paths)).toContain(`${assets}/import`);
    expect(Object.keys(document().paths)).not.toContain(`${assets}/export`);
  });

  it('a contract is answered to each as it may be seen', async () => {
    const { admin, sales, customer } = cast;
    const body = {
      ...draft({ level: 3, reason: 'They work at night', product_id: cast.productId, hours: '1.5', fee: 100 }),
      customer: { order: 'PO-7' },
      remark: 'Kind people',
      gate_code: 'G-1',
      password: 'open sesame',
      partner: 'AB',
      former_id: 'x1',
      topics: ['crane'],
      tariff: [{ from: 1 }],
      site: { city: 'Berlin' },
    };
    expect(refused(await sales.post(contracts, { ...body, margin: 5 }))).toEqual([422, ['margin']]);
    const wrong = { partner: 'A', hours: '1.55', quantity: 0, level: 2, topics: ['a', 'b', 'c', 'd', 'e', 'f'] };
    expect(refused(await sales.post(contracts, { ...body, ...wrong }))).toEqual([422, Object.keys(wrong).sort()]);
    const id = await made(admin, contracts, { ...body, margin: 5 });
    const one = `${contracts}/${id}`;
    const whole = await ok(admin.get(one));
    expect(whole).toMatchObject({
      number: firstNumber,
      margin: 5,
      gate_code: 'G-1',
      customer: { order: 'PO-7' },
      visits_a_year: 2,
      ends_on: '2031-01-31',
      service_level: { id: 3, name: 'Same day', hours: 8 },
      product_code: 'MOVER',
      days_left: expect.any(Number),
      visits: 1,
      currency: 'CNY',
      quantity: 1,
      extensions: 0,
      partner: 'AB',
    });
    for (const name of ['password', 'password_hash']) expect(whole).not.toHaveProperty(name);
    const { rows } = await cast.database.executeSql('select password_hash, gate_code from service_contract');
    expect(rows).toEqual([
      { password_hash: expect.stringMatching(/^[0-9a-f]{64}$/), gate_code: expect.not.stringMatching(/G-1/) },
    ]);
    expect(await ok(sales.get(one))).not.toHaveProperty('margin');
    const theirs = await ok(customer.get(one));
    for (const name of ['margin', 'remark', 'gate_code']) expect(theirs).not.toHaveProperty(name);
    expect(theirs.partner).toBeNull();
    const [listed] = (await ok(admin.get(`${contracts}/list`))).items;
    for (const name of ['remark', 'gate_code']) expect(listed).not.toHaveProperty(name);
    // One unique value ignores case, the other does not. The contract prevents the deletion of its customer and
    // product.
    const others = draft({ customer: { order: 'po-7' }, former_id: 'X1' });
    expect(refused(await admin.post(contracts, others))).toEqual([422, ['customer.order']]);
    expect(refused(await admin.post(one, { enterprise_id: cast.otherEnterprise }))).toEqual([422, ['enterprise_id']]);
    // At least one contact is required.
    for (const contacts of [[], null])
      for (const place of [one, contracts])
        expect(refused(await admin.post(place, place === one ? { contacts } : draft({ contacts })))).toEqual([
          422,
          ['contacts'],
        ]);
    expect(refused(await admin.post(contracts, { ...draft(), contacts: undefined }))).toEqual([422, ['contacts']]);
    const twice = await ok(admin.post(one, { contacts: [cast.sales.id, cast.otherSales.id] }));
    expect(twice.contacts).toHaveLength(2);
    expect((await admin.delete(`/v1/product/${cast.productId}`)).status).toBe(422);
    expect(refused(await admin.post(one, { ends_on: '2030-01-31' }))).toEqual([422, ['ends_on']]);
    expect(await visits(crane)).toEqual(['Bring the spare parts']);
    const { items } = await ok(admin.get('/v1/audit/list?is_paginate=false&search=view_secret'));
    expect(items.filter((line: { entity: string }) => line.entity === 'service_contract').length).toBeGreaterThan(0);
  });

  it('a contract is signed, extended, adjusted, and ends by the clock', async () => {
    const { admin, sales, customer } = cast;
    const hoist = await made(admin, assets, { tag: 'HO-1' });
    const over = await made(sales, contracts, draft({ begins_on: '1999-01-01', former_id: 'o1' }));
    const signed_at = '2029-12-24T08:00:00Z';
    expect((await sales.post(`${contracts}/${over}`, { status: 1, signed_at })).status).toBe(422);
    const id = await made(sales, contracts, draft({ asset_id: hoist, fee: 1000, former_id: 'h1' }));
    const one = `${contracts}/${id}`;
    expect((await worker.get(one)).status).toBe(404);
    expect(refused(await sales.post(one, { status: 1 }))).toEqual([422, ['signed_at']]);
    const signed = await ok(sales.post(one, { status: 1, signed_at }));
    expect(signed).toMatchObject({ status: 1, signer_id: cast.sales.id });
    await expect.poll(() => visits(hoist)).toEqual(['First visit']);
    expect((await ok(worker.get(one))).id).toBe(id);
    expect((await worker.get(`${contracts}/list`)).status).toBe(403);
    expect(refused(await sales.post(one, { begins_on: '2030-02-01' }))).toEqual([422, ['begins_on']]);
    // Omitted input has the value with which the dialog is prefilled.
    const extended = await ok(sales.post(`${one}/extend`, { fee: 1500 }));
    expect(extended).toMatchObject({ ends_on: '2031-01-31', former_end: '2031-01-31', fee: 1500, extensions: 1 });
    expect(await visits(hoist)).toEqual(['First visit', 'Bring the new terms']);
    expect((await customer.post(`${one}/extend`, {})).status).toBe(403);
    expect((await ok(admin.post(`${one}/adjust`, { percent: 10 }))).fee).toBe(1650);
    await ok(admin.post(one, { asset_id: crane }));
    expect((await visits(crane)).at(-1)).toBe('Look at the other asset');
    const clock = (now: string) =>
      takeScheduledSteps(
        (work) => cast.product.inTransaction((context) => work({ ...context, now: new Date(now) })),
        contract.entities,
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
    await clock('2031-01-31T23:00:00Z');
    expect((await ok(admin.get(one))).status).toBe(1);
    await clock('2031-02-01T01:00:00Z');
    expect(await ok(admin.get(one))).toMatchObject({ status: 2, remark: 'Extended 1 times' });
    expect(refused(await sales.post(`${one}/extend`, {}))).toEqual([422, ['ends_on']]);
    expect(refused(await admin.delete(one))).toEqual([422, ['_']]);
    const { items } = await ok(admin.get(`/v1/history/service_contract/${id}`));
    const done = items.map(({ action }: { action: string }) => action);
    expect(done).toEqual(expect.arrayContaining(['sign', 'extend_contract', 'adjust', 'end']));
    await ok(admin.delete(`${contracts}/${over}`));
    expect((await admin.post(`${contracts}/restore/${over}`, {})).status).toBe(422);
  });

  it('contracts are found by their number, by days and by topics, and are added up', async () => {
    const subjects = async (query: string) =>
      (await ok(cast.sales.get(`${contracts}/list?${query}`))).items.map(({ number }: { number: string }) => number);
    expect(await subjects(`search=${firstNumber.toLowerCase()}`)).toEqual([firstNumber]);
    expect((await subjects('search=CRANE')).length).toBeGreaterThan(1);
    expect(await subjects('filter_topics=crane')).toEqual([firstNumber]);
    expect(await subjects('filter_ends_within=999')).toEqual([]);
    expect(await ok(cast.otherSales.get(`${contracts}/list`))).toMatchObject({ items: [] });
    const { groups } = await ok(cast.sales.get(`${contracts}/totals?group_by=status`));
    const over = { value: 2, total: 1, sums: [{ field: 'fee', of: 'CNY', sum: '1650' }] };
    expect(groups).toContainEqual(over);
    // Visits are not part of the global search.
    const found = await ok(cast.admin.get('/v1/search?q=spare'));
    expect(JSON.stringify(found)).not.toContain('asset_visit');
    expect((await ok(cast.admin.get('/v1/asset_visit/list?search=spare'))).items).toHaveLength(1);
  });

  it('tells of amounts, quantities, days, times, yes and no, records and lists as each reader reads them', async () => {
    const { admin, sales, customer } = cast;
    const terms = {
      fee: 123_456,
      currency: 'EUR',
      hours: '1200.5',
      auto_renew: true,
      notice_days: 1,
      level: 3,
      reason: 'Night',
      product_id: cast.productId,
      quantity: 1000,
      topics: ['crane', '码头'],
      numbers: ['1', '2'],
      index: null,
    };
    await cast.database.executeSql(`update product set metering = 'value', unit = 'GB' where id = ${cast.productId}`);
    const signed_at = '2029-12-24T08:00:59+02:00';
    const sign = async (language: string, name: string) => {
      await cast.database.executeSql(`update users set language = '${language}',
        params = '{"liaison_mail": "${name}@reader.example"}' where id = ${customer.id}`);
      const id = await made(admin, contracts, draft({ ...terms, contacts: [cast.sales.id, cast.otherSales.id] }));
      await ok(sales.post(`${contracts}/${id}`, { status: 1, signed_at }));
      const { number } = await ok(admin.get(`${contracts}/${id}`));
      const sent = () => cast.mails.filter(({ to }) => to === `${name}@reader.example`);
      await expect.poll(sent).toHaveLength(1);
      const [mail] = sent();
      const query = '/v1/notification/list?is_paginate=false&sort=-id';
      const [notices] = (await ok(customer.get(query, { 'X-LANG': language === 'en' ? 'en' : 'zh' }))).items;
      expect(notices.notice_title.replace(number, 'N')).toBe(mail?.subject.replace(number, 'N'));
      const html = parsed(mail?.html ?? '').body.textContent;
      const lines = mail?.text.split('\n').slice(2, 4) ?? [];
      for (const line of lines) expect(html).toContain(line);
      return [mail?.subject.replace(number, 'N'), ...lines];
    };
    expect(await sign('en', 'english')).toEqual([
      'Contract N of Enterprise FIRST is signed: €1,234.56 for 1,200.5 hours, from 2030-01-31',
      'CR-1, Same day, 1,000 GB, renews itself: yes. Notice 1 day, signed 2029-12-24 06:00 UTC.',
      'crane, 码头 · 1, 2 · sales, sales.other · -',
    ]);
    expect(await sign('zh-CN', 'chinese')).toEqual([
      'Enterprise FIRST 的合同 N 已签署：€1,234.56，1,200.5 工时，自 2030-01-31 起',
      'CR-1，当日，1,000 GB，自动续约：是。通知期 1 天，签署于 2029-12-24 06:00 UTC。',
      'crane、码头 · 1、2 · sales、sales.other · -',
    ]);
  });
});
