import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Language, languages } from '../../scripts/kit/languages.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { kitExample } from '../support/kitExample.ts';
import { type Listening, listen } from '../support/listen.ts';
import { ok } from '../support/product.ts';

/** The example of each language against the product: it activates its machine, and works without a network (issue 36). */

const folder = mkdtempSync(join(tmpdir(), 'licence-kit-'));
let cast: Cast;
let listening: Listening;
let present: readonly Language[] = [];
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  await ok(cast.admin.post('/v1/product/license', { product_id: cast.productId, activation: true, lease_hours: 1 }));
  listening = await listen(cast.app);
  present = (await languages(folder)).filter(({ start }) => start !== undefined);
}, 120_000);
afterAll(async () => {
  await listening.close();
  await cast.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An address at which nobody listens. */
const nowhere = 'http://127.0.0.1:9';

/** Starts the example of a language again and again, while its files change. */
async function walk(language: Language): Promise<readonly string[]> {
  const { write, read, run, outputs } = kitExample(language, folder);
  const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 1), 1));
  const licence = await issuedLicence(cast, items[0].id);
  write('jwks.json', JSON.stringify((await cast.request('GET', '/.well-known/jwks.json')).body));
  write('licence.jws', licence.lic_secret.replace(/.{70}/g, '> $&\r\n'));
  write('machine', 'the-machine-of-the-test');
  write('console', nowhere);
  await run();
  write('console', listening.url);
  await run();
  write('console', nowhere);
  await run();
  write('machine', 'the-machine-of-somebody-else');
  await run();
  // There is one seat, and the first machine holds it.
  write('console', listening.url);
  await run();
  write('machine', 'the-machine-of-the-test');
  write('console', nowhere);
  const { exp } = decodeJwt(read('lease.jws'));
  write('last-seen', String(exp));
  await run();
  write('last-seen', String(Number(exp) + 2 * 86_400));
  await run();
  return outputs;
}

it('takes a seat, works offline until its lease ends, and notices a clock that was set back', async () => {
  const expected = [
    '1 No valid licence: lease_missing',
    '0 Licensed to FIRST for 1',
    '0 Licensed to FIRST for 1',
    '1 No valid licence: machine_wrong',
    '1 No valid licence: machine_wrong',
    '1 No valid licence: lease_expired',
    '1 No valid licence: clock_set_back',
  ];
  expect(present.length).toBeGreaterThan(0);
  for (const language of present) expect([language.name, await walk(language)]).toEqual([language.name, expected]);
}, 120_000);

/** A server that counts its requests and sends them on to the console, as one that was moved. */
async function movedServer(): Promise<{ url: string; requests: () => number; close: () => Promise<void> }> {
  let count = 0;
  const server = createServer(({ url }, answer) => {
    count += 1;
    if (url?.startsWith('/page')) answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    else answer.writeHead(307, { location: `${listening.url}${url}` }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => count,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

it('asks the console for a seat and gives it back, and says why there is none, the same in each language', async () => {
  const moved = await movedServer();
  try {
    for (const { name, ask } of present) {
      if (!ask) throw new Error(`${name} sends no requests`);
      const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 1), 1));
      const { lic_secret } = await issuedLicence(cast, items[0].id);
      const [address, licence] = [`${listening.url}/`, lic_secret.replace(/.{70}/g, '> $&\r\n')];
      const [first, second] = ['the-first-machine', 'the-second-machine'];
      const before = moved.requests();
      const answers = await ask([
        { address, licence, fingerprint: first, name: 'Ann’s "laptop" 笔记本\t1', version: '4.2' },
        { address, licence, fingerprint: first, name: 'Renamed' },
        { address, licence, fingerprint: second, name: 'Second' },
        { address, licence, fingerprint: first },
        { address, licence, fingerprint: second, name: 'Second' },
        { address, licence, fingerprint: 'never-seen-before' },
        { address, licence, fingerprint: 'short', name: 'Short' },
        { address, licence: `${licence.slice(0, -8)}AAAAAAAA`, fingerprint: first, name: 'Forged' },
        { address: nowhere, licence, fingerprint: first, name: 'First' },
        { address: 'no address', licence, fingerprint: first, name: 'First' },
        { address: moved.url, licence, fingerprint: first, name: 'First' },
        { address: `${moved.url}/page`, licence, fingerprint: first, name: 'First' },
      ]);
      const reasons = answers.map(({ lease, reason }) => [
        lease === null ? null : decodeJwt(lease).fingerprint,
        reason,
      ]);
      expect([name, reasons]).toEqual([
        name,
        [
          [first, 'ok'],
          [first, 'ok'],
          [null, 'seats_in_use'],
          [null, 'ok'],
          [second, 'ok'],
          [null, 'seat_none'],
          [null, 'invalid'],
          [null, 'licence_unknown'],
          [null, 'no_connection'],
          [null, 'no_connection'],
          [null, 'no_connection'],
          [null, 'no_connection'],
        ],
      ]);
      // A redirect is not followed: it would take the licence to another address.
      expect([name, moved.requests() - before]).toEqual([name, 2]);
      const { items: machines } = await ok(cast.admin.get(`/v1/activation/list?filter_assignment_id=${items[0].id}`));
      expect(machines.map((one: { name: string }) => one.name).sort()).toEqual(['Ann’s "laptop" 笔记本 1', 'Second']);
    }
  } finally {
    await moved.close();
  }
}, 120_000);
