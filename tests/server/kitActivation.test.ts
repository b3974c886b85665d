import { mkdtempSync, rmSync } from 'node:fs';
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
