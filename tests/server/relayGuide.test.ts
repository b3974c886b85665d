import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../scripts/kit/languages.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { readSteps } from '../support/guide.ts';
import { kitExample } from '../support/kitExample.ts';
import { type Listening, listen } from '../support/listen.ts';
import { ok } from '../support/product.ts';
import { type RunningRelay, relayCommand, startRelay } from '../support/relay.ts';
import { freePort } from '../support/server.ts';

/** docs/guide/relay.md, followed from its beginning to its end, with the example of each language (issue 36). */

const commands = readSteps(readFileSync('docs/guide/relay.md', 'utf8')).flatMap((step) =>
  step.kind === 'run' ? [step.command] : [],
);
const folder = mkdtempSync(join(tmpdir(), 'licence-relay-guide-'));
const place = (name: string): string => join(folder, name);
const data = place('relay');

/** The options of the relay's command in the guide that has this one, with the files of the test. */
function optionsOf(option: string): string[] {
  const command = commands.find((one) => one.includes(`--data ../relay ${option}`)) ?? '';
  const words = command.split(' ').slice(command.split(' ').indexOf('../relay') + 1);
  return words.map((word) => (/^[\w]+\.(jws|json|txt)$/.test(word) ? place(word) : word));
}

let cast: Cast;
let listening: Listening;
let relay: RunningRelay | undefined;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  await ok(
    cast.admin.post('/v1/product/license', {
      product_id: cast.productId,
      activation: true,
      lease_hours: 1,
      relay: true,
      relay_days: 2,
    }),
  );
  listening = await listen(cast.app);
}, 120_000);
afterAll(async () => {
  await relay?.kill();
  await listening.close();
  await cast.close();
  rmSync(folder, { recursive: true, force: true });
});

const bought = async (hosts: number) => {
  const { items } = await ok(allocationBody(cast, await approvedOrder(cast, hosts), hosts));
  return issuedLicence(cast, items[0].id);
};
const run = (...args: string[]) => relayCommand(data, ...args);

it('leads from a licence to a relay, from which products get their seats without the console', async () => {
  const licence = await bought(3);
  writeFileSync(place('jwks.json'), JSON.stringify((await cast.request('GET', '/.well-known/jwks.json')).body));
  writeFileSync(place('licence.jws'), licence.lic_secret.replace(/.{70}/g, '> $&\r\n'));
  expect(await run('--request', place('request.txt'))).toMatchObject({
    code: 1,
    out: expect.stringMatching(/licence/),
  });
  expect((await run(...optionsOf('--licence'))).code).toBe(0);
  const exchange = async () => {
    const request = readFileSync(place('request.txt'), 'utf8');
    const given = await ok(cast.customer.post('/v1/lease/offline', { assignment_id: licence.id, request }));
    writeFileSync(place('delegation.jws'), given.lease);
    return given;
  };
  expect((await exchange()).seats).toBe(2);
  const port = await freePort();
  const options = optionsOf('--delegation').map((word) => word.replace('0.0.0.0', '127.0.0.1'));
  relay = await startRelay(data, { args: options.slice(0, options.indexOf('--port')), port });
  expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);

  // Nothing of the console is reached from here on.
  const present = (await languages(folder)).filter(({ start }) => start !== undefined);
  expect(present.length).toBeGreaterThan(0);
  for (const language of present) {
    const { write, read, run: start, outputs } = kitExample(language, folder);
    write('jwks.json', readFileSync(place('jwks.json'), 'utf8'));
    write('licence.jws', licence.lic_secret);
    write('machine', 'the-machine-of-the-test');
    write('console', relay.url);
    await start();
    write('console', 'http://127.0.0.1:9');
    await start();
    write('machine', 'another-machine');
    await start();
    write('machine', 'the-machine-of-the-test');
    const { exp } = decodeJwt(read('lease.jws').split('~')[1] ?? '');
    write('last-seen', String(exp));
    await start();
    expect([language.name, ...outputs]).toEqual([
      language.name,
      '0 Licensed to FIRST for 3',
      '0 Licensed to FIRST for 3',
      '1 No valid licence: machine_wrong',
      '1 No valid licence: lease_expired',
    ]);
  }
  expect((await run(...optionsOf('--status'))).out).toMatch(/1 of 2 seats in use\nDelegated until .*Z\n.*\n +1 .*\w/);

  const ask = async (path: string, body: object, key = licence.lic_secret) => {
    const headers = { authorization: key, 'content-type': 'application/json', 'X-LANG': 'zh' };
    const answer = await fetch(`${relay?.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { code, title, error } = (await answer.json()) as Record<string, never>;
    return { status: answer.status, code, title, error };
  };
  const second = { fingerprint: 'second-machine', name: 'Second' };
  expect((await ask('/v1/activation', second)).status).toBe(200);
  const third = { fingerprint: 'third-machine', name: 'Third' };
  expect(await ask('/v1/activation', third)).toMatchObject({ status: 422, code: 'seats_in_use', title: /席位/ });
  expect(await ask('/v1/activation', { fingerprint: 'x' })).toMatchObject({
    status: 422,
    error: { fields: { fingerprint: [expect.any(String)], name: [expect.any(String)] } },
  });
  expect((await ask('/v1/activation', third, (await bought(1)).lic_secret)).status).toBe(401);
  expect((await ask('/v1/order', {})).status).toBe(404);
  expect((await ask('/v1/relay/delegation', { request: 'x' })).status).toBe(404);
  expect((await fetch(`${relay.url}/relay/status`)).status).toBe(404);

  // A third seat, by a new request, while the relay runs.
  expect((await run('--seats', '3', '--request', place('request.txt'))).code).toBe(0);
  expect((await exchange()).seats).toBe(3);
  expect((await run('--delegation', place('licence.jws'))).code).toBe(1);
  expect((await run('--delegation', place('delegation.jws'))).out).toMatch(/running/);
  expect((await ask('/v1/activation', third)).status).toBe(200);
  expect((await ask('/v1/lease/release', { fingerprint: third.fingerprint })).status).toBe(200);

  // What the relay reports by file, while it runs.
  const usedOf = async () => {
    const { items } = await ok(cast.customer.get(`/v1/assignment/usage_days/${licence.id}`));
    const { seats, delegated, machines } = items[0].days.at(-1);
    return { seats, delegated, machines };
  };
  expect(await usedOf()).toEqual({ seats: null, delegated: 3, machines: null });
  expect((await run(...optionsOf('--report'))).out).toMatch(/^Wrote .*report\.txt/);
  const report = readFileSync(place('report.txt'), 'utf8');
  const take = () => ok(cast.operations.post('/v1/relay/report/offline', { assignment_id: licence.id, report }));
  expect(await take()).toMatchObject({ days: 1 });
  expect(await take()).toMatchObject({ days: 0 });
  expect(await usedOf()).toEqual({ seats: 3, delegated: 3, machines: 3 });

  await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
  expect((await ask('/v1/lease/renew', { fingerprint: second.fingerprint })).status).toBe(200);
  writeFileSync(place('revoked.jws'), await (await fetch(`${listening.url}/.well-known/revoked.jws`)).text());
  expect((await run('--revoked', place('revoked.jws'))).code).toBe(0);
  expect((await ask('/v1/lease/renew', { fingerprint: second.fingerprint })).status).toBe(401);
  expect((await fetch(`${relay.url}/readyz`)).status).toBe(503);
  await relay.stop();
  // Also a relay that is not running writes its report.
  expect((await run(...optionsOf('--report'))).code).toBe(0);
}, 240_000);

it('with a network gets its delegation by itself', async () => {
  const licence = await bought(2);
  const own = place('online');
  writeFileSync(place('online.jws'), licence.lic_secret);
  const files = ['--licence', place('online.jws'), '--keys', place('jwks.json'), '--seats', '2', '--name', 'Online'];
  relay = await startRelay(own, { args: [...files, '--console', listening.url] });
  const { url } = relay;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
  const { items } = await ok(cast.customer.get(`/v1/activation/list?filter_assignment_id=${licence.id}`));
  expect(items).toMatchObject([{ name: 'Online', kind: 2, seats: 2, status: 4 }]);
  const activate = (fingerprint: string) =>
    fetch(`${url}/v1/activation`, {
      method: 'POST',
      headers: { authorization: licence.lic_secret, 'content-type': 'application/json' },
      body: JSON.stringify({ fingerprint, name: fingerprint }),
    });
  expect((await activate('machine-online')).status).toBe(200);
  await relay.stop();
  // A start reports at once what was used before.
  relay = await startRelay(own);
  const lastDay = async () => {
    const answer = await ok(cast.customer.get(`/v1/assignment/usage_days/${licence.id}`));
    return answer.items[0]?.days.at(-1);
  };
  await expect.poll(lastDay, { timeout: 30_000 }).toMatchObject({ seats: 1, delegated: 2, machines: 1 });
  await relay.stop();
}, 120_000);
