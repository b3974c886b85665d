import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignerKey } from '../../server/gateways/signer.ts';
import { createSigner } from '../../server/gateways/signer.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

const inChinese = { 'X-LANG': 'zh' };
let cast: Cast;
/** What the next signing throws. */
let failure: unknown;
beforeAll(async () => {
  const signer = createSigner();
  const sign = async (claims: Record<string, unknown>, key: SignerKey) => {
    if (failure !== undefined) throw failure;
    return signer.sign(claims, key);
  };
  cast = await startCast(eitherEngine, { signer: { ...signer, sign } });
});
afterAll(() => cast.close());

const withCode = (code: string) => Object.assign(new Error(`connect ${code} 10.0.0.1:9000`), { code });

interface Cause {
  readonly cause: string;
  /** What makes the next issue fail, and what mends it. */
  readonly breaks: () => Promise<unknown>;
  readonly mends: () => Promise<unknown>;
  readonly en: string;
  readonly zh: string;
}

const throwing = (cause: string, thrown: unknown, en: string, zh: string): Cause => ({
  cause,
  breaks: async () => {
    failure = thrown;
  },
  mends: async () => {
    failure = undefined;
  },
  en,
  zh,
});
const sqlBoth = (cause: string, breaking: string, mending: string, en: string, zh: string): Cause => ({
  cause,
  breaks: () => cast.database.executeSql(breaking),
  mends: () => cast.database.executeSql(mending),
  en,
  zh,
});

const unreachable = [
  'The signing service cannot be reached. Wait a few minutes, then retry',
  '无法连接签名服务，请过几分钟后重试',
] as const;
const unreadable = [
  'The signing key cannot be read. Ask the people who run the server to restore it, then retry',
  '签名密钥无法读取。请联系系统维护人员恢复密钥，然后重试',
] as const;
const unknown = [
  'The licence could not be issued, and the cause is not known. Retry; if it fails again, report the time of the failure to the people who run the server',
  '许可签发失败，原因不明。请重试；如仍失败，请将失败时间告知系统维护人员',
] as const;

const causes: readonly Cause[] = [
  sqlBoth(
    'no signing key',
    'update signing_key set retired_at = now()',
    'update signing_key set retired_at = null',
    'There is no signing key. Ask the people who run the server to create one, then retry',
    '没有可用的签名密钥。请联系系统维护人员创建密钥，然后重试',
  ),
  sqlBoth(
    'a key that another secret key encrypted',
    `update signing_key set private_jwk_sealed = 'x' || private_jwk_sealed`,
    'update signing_key set private_jwk_sealed = substr(private_jwk_sealed, 2)',
    ...unreadable,
  ),
  throwing('a signer that refuses connections', withCode('ECONNREFUSED'), ...unreachable),
  throwing('a signer with no name', withCode('ENOTFOUND'), ...unreachable),
  throwing(
    'a signer behind fetch',
    new TypeError('fetch failed', { cause: withCode('UND_ERR_CONNECT_TIMEOUT') }),
    ...unreachable,
  ),
  throwing('a signer that takes too long', new DOMException('late', 'TimeoutError'), ...unreachable),
  sqlBoth(
    'an order without a usage period',
    'update orders set use_period = null',
    'update orders set use_period = 365',
    'The order, the project or the product lacks data that the licence needs. Correct it, then retry',
    '订单、项目或产品缺少签发许可所需的数据。请更正后重试',
  ),
  throwing('anything else', new Error('boom in module 7'), ...unknown),
  throwing('a thrown text', 'boom', ...unknown),
];

async function failedLicence({ breaks }: Cause) {
  const order = await approvedOrder(cast, 1);
  await breaks();
  const { items } = await ok(allocationBody(cast, order, 1));
  const { task } = await issuedLicence(cast, items[0].id);
  expect(task.status).toBe('failed');
  return { id: items[0].id as number, uuid: task.uuid as string };
}

const resultFor = async (client: Client, id: number, headers = {}): Promise<string> =>
  (await ok(client.get(`/v1/assignment/${id}`, headers))).task.result;

describe.each(causes)('a failed issue because of $cause', (cause) => {
  it('tells operations why in a sentence, and is retried by GA and SA (E13)', async () => {
    const { id, uuid } = await failedLicence(cause);
    for (const client of [cast.operations, cast.admin]) {
      expect(await resultFor(client, id)).toBe(cause.en);
      expect(await resultFor(client, id, inChinese)).toBe(cause.zh);
    }
    expect(await resultFor(cast.customer, id)).toBe(
      'The licence could not be issued. Try again; if it fails again, ask your vendor',
    );
    const { items } = await ok(cast.operations.get(`/v1/timeline/assignment/${id}`));
    expect(items.find(({ kind }: { kind: string }) => kind === 'issue_failed')?.comment).toBe(cause.en);
    expect((await cast.sales.post(`/v1/task/${uuid}/retry`, {})).status).toBe(403);
    await ok(cast.operations.post(`/v1/task/${uuid}/retry`, {}));
    await issuedLicence(cast, id);
    await cause.mends();
    await ok(cast.admin.post(`/v1/task/${uuid}/retry`, {}));
    expect((await issuedLicence(cast, id)).task.status).toBe('succeed');
    const { rows } = await cast.database.executeSql(
      `select u.name from audit a join users u on u.id = a.actor_id
       where a.action = 'retry' and a.entity_id = $1 order by a.id`,
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['operations', 'admin']);
  });
});

it('of a failed issue, the technical cause is in the audit, for SuperAdmins alone', async () => {
  const cause = throwing('', new Error('boom in module 7'), ...unknown);
  const { id } = await failedLicence(cause);
  await cause.mends();
  const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=issue&filter_entity=assignment'));
  const entry = items.find((one: { entity_id: number }) => one.entity_id === id);
  expect((await ok(cast.admin.get(`/v1/audit/${entry.id}`))).after).toMatchObject({
    task_result: 'issue_failed',
    cause: 'Error: boom in module 7',
  });
  const history = await ok(cast.operations.get(`/v1/history/assignment/${id}`));
  expect(JSON.stringify(history)).not.toContain('module 7');
});
