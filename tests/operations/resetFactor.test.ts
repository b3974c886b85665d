import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { addressOf } from '../support/database.ts';
import { ok, password } from '../support/product.ts';
import { softAuthenticator } from '../support/softAuthenticator.ts';
import { totpCode } from '../support/totpCode.ts';

/** `npm run admin -- reset-factor NAME`, for the last SuperAdmin (issue 35, section 2). */

const origin = 'https://licences.example';
const dataDir = mkdtempSync(join(tmpdir(), 'licence-reset-'));
let cast: Cast;
beforeAll(async () => {
  cast = await startCast('postgres', {}, { PUBLIC_URL: origin });
});
afterAll(async () => {
  await cast.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = async (name: string) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/admin.ts', 'reset-factor', name], {
    env: {
      ...process.env,
      DATABASE_URL: await addressOf(cast.database),
      SECRET_KEY: 'a secret key for tests alone',
      DATA_DIR: dataDir,
    },
  });
const signIn = (name: string) => cast.request('POST', '/v1/auth/login', { body: { name, password } });

it('removes the app, the passkeys and the recovery codes, and ends the sessions', async () => {
  const { sales } = cast;
  const { secret } = await ok(sales.post('/v1/auth/second_factor/begin', { password }));
  await ok(sales.post('/v1/auth/second_factor/confirm', { code: totpCode(secret) }));
  const { options } = await ok(sales.post('/v1/auth/passkey/begin'));
  await ok(sales.post('/v1/auth/passkey', { name: 'Laptop', credential: softAuthenticator(origin).create(options) }));
  expect((await signIn('sales')).status).toBe(202);
  expect((await run('sales')).stdout).toContain('"sales" signs in without a second factor now');
  expect((await sales.get('/v1/auth/second_factor')).status).toBe(401);
  expect((await signIn('sales')).status).toBe(200);
  const { rows } = await cast.database.executeSql(`select
    (select count(*)::int from passkey) + (select count(*)::int from recovery_code)
      + (select count(*)::int from second_factor) as count`);
  expect(rows).toEqual([{ count: 0 }]);
  const { items } = await ok(cast.admin.get('/v1/audit/list?filter_action=reset_factor'));
  expect(items).toMatchObject([{ entity_id: sales.id }]);
});

it('refuses a user without a second factor, and changes nothing', async () => {
  for (const name of ['operations', 'nobody'])
    await expect(run(name)).rejects.toMatchObject({ stderr: expect.stringContaining(`No user "${name}"`) });
});
