import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../server/app.ts';
import { privateFolder } from '../../server/start/privateFolder.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { ok, password } from '../support/product.ts';

let failing = false;
const broken = 'relation "signing_key" does not exist';
const refused = '550 5.1.1 <ops@first.example> rejected by mx7.internal';
const signer = {
  sign: async () => {
    if (failing) throw new Error(broken);
    return 'signed';
  },
  signLease: async () => 'signed',
  signDelegation: async () => 'signed',
  signRevocationList: async () => 'signed',
};
const send = async () => {
  throw new Error(refused);
};

let cast: Cast;
const folder = mkdtempSync(join(tmpdir(), 'licence-quiet-'));
beforeAll(async () => {
  cast = await startCast('postgres', { signer, mailer: { kind: 'outbox', send }, mailRetryDelay: 0 });
});
afterAll(async () => {
  await cast.close();
  rmSync(folder, { recursive: true });
});

const inChinese = async (path: string) => {
  const headers = { 'X-LANG': 'zh' };
  return (await cast.request('GET', path, { key: cast.customer.key, headers })).body;
};

describe('what another program says of its failure', () => {
  it('reaches operators by the log, and customers as a sentence in their language', async () => {
    const order = await approvedOrder(cast, 5);
    failing = true;
    const { id } = await issuedLicence(cast, (await ok(allocationBody(cast, order, 1))).items[0].id);
    failing = false;
    const answers = [await ok(cast.customer.get(`/v1/assignment/${id}`)), await inChinese(`/v1/assignment/${id}`)];
    expect(answers.map(({ task }) => task.result)).toEqual([
      'The licence could not be issued. Try again; if it fails again, ask your vendor',
      '许可签发失败，请重试；如仍失败，请联系供应商',
    ]);
    const staff =
      'The licence could not be issued, and the cause is not known. Retry; if it fails again, report the time of the failure to the people who run the server';
    expect((await ok(cast.admin.get(`/v1/assignment/${id}`))).task.result).toBe(staff);
    expect(cast.logged.join('')).toContain(JSON.stringify(broken).slice(1, -1));
    // An old row contains the result as it was stored then.
    await cast.database.executeSql('update assignment set task_result = $1 where id = $2', [broken, id]);
    expect((await ok(cast.customer.get(`/v1/assignment/${id}`))).task.result).not.toContain('signing_key');
    expect((await ok(cast.admin.get(`/v1/assignment/${id}`))).task.result).toBe(staff);
  });

  it('is told of mails in the same way', async () => {
    const mails = { project_mail: 'ops@first.example' };
    const made = await ok(allocationBody(cast, await approvedOrder(cast, 1), 1, { mails }));
    const { id } = await issuedLicence(cast, made.items[0].id);
    const state = async () => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data.project_mail;
    const reason = 'The e-mail could not be delivered. Check the address and send it again';
    await expect.poll(async () => (await state()).result).toBe(reason);
    const { items } = await inChinese('/v1/mail/list?search=ops@first.example');
    expect(items[0].result).toBe('邮件未能送达，请检查地址后重新发送');
    expect(cast.logged.join('')).toContain('mx7.internal');
  });
});

it('a token in an address is kept nowhere', async () => {
  const token = `${'t'.repeat(40)}.${'m'.repeat(43)}`;
  // Refusals without a key are audited once per minute and address, so the test uses its own address.
  const address = '198.51.100.77';
  expect((await cast.request('GET', `/v1/application/${token}`, { address })).status).toBe(404);
  const { rows } = await cast.database.executeSql(`select after from audit where action = 'denied' order by id desc`);
  expect(rows[0]?.after).toEqual({ call: 'GET /v1/application/{token}', status: 404 });
});

it('what a caller does not find is one line of the audit a minute for each place, and what it tries is one each time', async () => {
  const denials = async () => {
    const statement = `select id from audit where action = 'denied' and actor_id = $1`;
    return (await cast.database.executeSql(statement, [cast.sales.id])).rows.length;
  };
  const before = await denials();
  for (const id of [987_001, 987_001, 987_002, 987_001]) await cast.sales.get(`/v1/order/${id}`);
  expect(await denials()).toBe(before + 2);
  for (const _ of ['once', 'again']) await cast.sales.post('/v1/order/987001', { status: 1 });
  expect(await denials()).toBe(before + 4);
});

it.each([
  ['GET', (id: number) => cast.customer.get(`/v1/order/${id}`)],
  ['POST', (id: number) => cast.customer.post(`/v1/order/${id}`, { comment: 'mine?' })],
])('who walks along ids by %s leaves twenty lines in the audit, and one a minute from then on', async (method, ask) => {
  const call = `${method} /v1/order/%`;
  const denials = async () => {
    const statement = `select count(*)::int as count from audit where action = 'denied' and actor_id = $1
      and after ->> 'call' like $2`;
    return Number((await cast.database.executeSql(statement, [cast.customer.id, call])).rows[0]?.count);
  };
  const walk = async (from: number) => {
    for (let id = from; id < from + 100; id += 1) expect((await ask(id)).status).toBe(404);
    return denials();
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    expect(await walk(880_000)).toBe(20);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await walk(881_000)).toBe(21);
    vi.setSystemTime(Date.now() + 200_000);
    expect(await walk(882_000)).toBe(41);
  } finally {
    vi.useRealTimers();
  }
});

it('files of the build that are no part of the console are served to nobody', async () => {
  writeFileSync(join(folder, 'index.html'), '<title>console</title>');
  writeFileSync(join(folder, 'robots.txt'), 'none');
  writeFileSync(join(folder, '.sources'), 'hidden');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), 'hidden');
  const app = createApp(cast.product.services, folder);
  const text = async (path: string) => (await app.request(path)).text();
  expect(await text('/robots.txt')).toBe('none');
  const paths = ['/.sources', '/%2esources', '/.vite/manifest.json', '/assets/../.sources', '/assets/%2e%2e/.sources'];
  for (const path of paths) expect(await text(path), path).not.toContain('hidden');
});

it('the data folder is its owner’s alone, also one that was open', () => {
  chmodSync(folder, 0o755);
  privateFolder(folder);
  privateFolder(join(folder, 'deep/er'));
  expect([folder, join(folder, 'deep')].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

describe('hostile values', () => {
  const person = { nick_name: 'Person', role_id: 2, password };

  it.each(['\u200b', '\u2066', '\ufeff', '\u00ad', '\u{e0041}'])(
    'an unseen sign %j is dropped from mail addresses and names (issue 33)',
    async (sign) => {
      const name = `unseen${sign.codePointAt(0)}`;
      const params = { liaison_mail: `a${sign}b@first.example` };
      const made = await ok(cast.admin.post('/v1/user', { ...person, name, nick_name: `Per${sign}son`, params }));
      expect([made.nick_name, made.params.liaison_mail]).toEqual(['Person', 'ab@first.example']);
    },
  );

  it.each(['\u0000', '\u0085', '\u202e'])('an unseen sign %j is refused in mail addresses and names', async (sign) => {
    const body = { ...person, name: 'unseen', params: { liaison_mail: `a${sign}b@first.example` } };
    const mail = await cast.admin.post('/v1/user', body);
    expect([mail.status, Object.keys(mail.body.error.fields)]).toEqual([422, ['params.liaison_mail']]);
    const name = await cast.admin.post('/v1/user', { ...person, name: 'unseen', nick_name: `Per${sign}son` });
    expect([name.status, Object.keys(name.body.error.fields)]).toEqual([422, ['nick_name']]);
  });

  it('login names that look alike are one name (B14)', async () => {
    for (const name of ['saIes', 'sa1es', 'Sales', 'operati0ns', 'OPERATIONS']) {
      const answer = await cast.admin.post('/v1/user', { ...person, name });
      expect([answer.status, Object.keys(answer.body.error.fields)], name).toEqual([422, ['name']]);
      const check = await ok(cast.admin.post('/v1/user/check', { type: 'name', name }));
      expect(check.success, name).toBe(false);
    }
    const both = ['learner1', 'leamerl'].map((name) => cast.admin.post('/v1/user', { ...person, name }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('a period that would end after the last date is refused', async () => {
    const contact = { company: 'Acme', contact_man: 'A', contact_mail: 'a@acme.example', contact_phone: '13800000000' };
    await ok(cast.request('POST', '/v1/subscription', { body: { ...contact, wish: 'x', hosts: 1 } }));
    const { items } = await ok(cast.admin.get('/v1/subscription/temp/list'));
    const answer = await cast.admin.post('/v1/subscription/temp/update_status', {
      id: items[0].id,
      status: 1,
      enterprise_id: cast.enterprise,
      product_id: cast.productId,
      period_start_at: '9999-06-01T00:00:00Z',
    });
    expect([answer.status, answer.body.error.fields]).toEqual([
      422,
      { period_start_at: ['This date is too late: choose an earlier one'] },
    ]);
  });

  it('sums beyond a column’s numbers are told as they are', async () => {
    const order = await approvedOrder(cast, 3);
    const licences = [1, 2, 3].map(async () => (await ok(allocationBody(cast, order, 1))).items[0].id);
    for (const id of await Promise.all(licences)) {
      const values = `(${id}, '2026-11', 1000000000, 1000000000, now())`;
      await cast.database.executeSql(
        `insert into usage_record (assignment_id, month, used, peak, told_at) values ${values}`,
      );
    }
    await cast.database.executeSql(`update orders set category_id = 1004 where id = ${order}`);
    expect((await ok(cast.admin.get('/v1/order/amount'))).usage).toEqual([{ month: '2026-11', used: 3_000_000_000 }]);
    const { items } = await ok(cast.customer.get(`/v1/assignment/list?filter_order_id=${order}`));
    await expect.poll(async () => (await issuedLicence(cast, items[0].id)).status).toBe(1);
    for (const { id } of items) await issuedLicence(cast, id);
    expect((await ok(cast.customer.get(`/v1/assignment/saas_license/${items[0].id}`))).migration.used).toBe(
      3_000_000_000,
    );
  });
});
