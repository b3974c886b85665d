import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeIssue, failIssue, prepareSigning } from '../../server/domain/licence/licence.ts';
import { createSigner } from '../../server/gateways/signer.ts';
import { issueLicence } from '../../server/jobs/issueLicence.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, placeOrder, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
const signer = createSigner();
beforeAll(async () => {
  // No worker runs: the tests decide when an issue succeeds.
  cast = await startCast('postgres', { withoutWorkers: true });
});
afterAll(() => cast.close());

const issue = (uuid: string) =>
  issueLicence(cast.product.inTransaction, (claims, key) => signer.sign({ ...claims }, key), uuid);
const allocated = async (order: number) => (await ok(allocationBody(cast, order, 1))).items[0];
const read = (id: number) => ok(cast.customer.get(`/v1/assignment/${id}`));
const seconds = () => Math.floor(Date.now() / 1000);

it('a licence is valid five minutes before its issue, for products whose clocks are behind', async () => {
  const { id, task } = await allocated(await approvedOrder(cast, 1));
  await issue(task.uuid);
  const { iat = 0, nbf = 0, exp = 0 } = decodeJwt((await read(id)).lic_secret);
  expect([iat - nbf, exp - iat]).toEqual([300, 365 * 86_400]);
  expect(Math.abs(iat - seconds())).toBeLessThan(30);
});

it('the period of a licence whose issue succeeds late begins then, and all else stays as it was (D8)', async () => {
  const { id, task } = await allocated(await approvedOrder(cast, 1));
  const { inTransaction } = cast.product;
  const first = (await inTransaction((context) => prepareSigning(context, task.uuid)))?.claims;
  await inTransaction((context) => failIssue(context, task.uuid, 'issue_failed'));
  const longAgo = `update assignment set claims = claims || jsonb_build_object('iat', (claims->>'iat')::int - 400 * 86400,
    'nbf', (claims->>'nbf')::int - 400 * 86400, 'exp', (claims->>'exp')::int - 400 * 86400) where id = $1`;
  await cast.database.executeSql(longAgo, [id]);
  await ok(cast.customer.post(`/v1/task/${task.uuid}/retry`));
  await issue(task.uuid);
  const licence = await issuedLicence(cast, id);
  const claims = decodeJwt(licence.lic_secret);
  const { iat = 0, nbf: _, exp = 0, ...rest } = claims;
  expect(first).toMatchObject(rest);
  expect([Math.abs(iat - seconds()) < 30, exp - iat]).toEqual([true, 365 * 86_400]);
  expect(Date.parse(licence.expired_at)).toBe(exp * 1000);
  expect(Date.parse(licence.issued_at)).toBe(iat * 1000);
});

it('a project ends with the latest of its live licences, also when that is withdrawn (C3)', async () => {
  const short = await placeOrder(cast, 1);
  await ok(cast.sales.post(`/v1/order/${short}`, { status: 1, use_period: 30, assign_period: 30 }));
  await ok(cast.operations.post(`/v1/order/${short}`, { status: 2 }));
  const orders = [short, await approvedOrder(cast, 1), await approvedOrder(cast, 1)];
  await cast.database.executeSql('update assignment set deleted_at = now()');
  const made: number[] = [];
  for (const order of orders) {
    const one = await allocated(order);
    await issue(one.task.uuid);
    made.push(one.id);
  }
  const ends = await Promise.all(made.map(async (id) => Date.parse((await read(id)).expired_at)));
  const projectEnd = async () => Date.parse((await read(made[0] ?? 0)).project_expired_at);
  expect(await projectEnd()).toBe(Math.max(...ends));
  // In parallel, so that each request must see the effect of the other.
  await Promise.all([1, 2].map((at) => ok(cast.operations.post(`/v1/assignment/${made[at]}`, { status: 8 }))));
  expect(await projectEnd()).toBe(ends[0]);
  await ok(cast.operations.post(`/v1/assignment/${made[0]}`, { status: 8 }));
  expect((await read(made[0] ?? 0)).project_expired_at).toBe(null);
});

it('the revocation list tells when a licence was withdrawn, whatever is changed of its record later', async () => {
  const { id, task } = await allocated(await approvedOrder(cast, 1));
  await issue(task.uuid);
  await ok(cast.operations.post(`/v1/assignment/${id}`, { status: 8 }));
  const listed = async () => {
    const { body } = await cast.request('GET', '/.well-known/revoked.jws');
    const { revoked } = decodeJwt(body) as { revoked: { jti: string; revoked_at: number }[] };
    return revoked.find((one) => one.jti === claims?.['jti'])?.revoked_at ?? 0;
  };
  const claims = (await cast.database.executeSql('select jti from assignment where id = $1', [id])).rows[0];
  const before = await listed();
  expect(Math.abs(before - seconds())).toBeLessThan(30);
  await cast.database.executeSql("update assignment set updated_at = now() + interval '1 day' where id = $1", [id]);
  expect(await listed()).toBe(before);
  expect(await cast.product.inTransaction((context) => completeIssue(context, task.uuid, 'x'))).toBe(false);
});
