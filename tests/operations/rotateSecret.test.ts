import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { sealAudit } from '../../server/core/audit/auditChain.ts';
import { verifyAudit } from '../../server/core/audit/verifyChain.ts';
import { createSecrets, keyFiles, type Secrets } from '../../server/core/secrets.ts';
import { openSecrets } from '../../server/core/security/secretKey.ts';
import { currentSigningKey } from '../../server/core/security/signingKey.ts';
import { type Database, openDatabase, transaction } from '../../server/db/connection.ts';
import { audit } from '../../server/db/write/audit.ts';
import { checkpointPath, readCheckpoints } from '../../server/gateways/checkpointFile.ts';
import { rotateSecretKey } from '../../server/operations/rotate.ts';
import { compose } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { approvedOrder, issuedLicence, startCast } from '../support/cast.ts';
import { type EngineName, forEachEngine, freshDatabase, migratedPostgres } from '../support/database.ts';
import { ok, password, startProduct } from '../support/product.ts';
import { totpCode } from '../support/totpCode.ts';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'licence-rotation-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});
const former = 'a secret key for tests alone';
const fresh = 'the secret key that comes after it';
const configOf = (env: Record<string, string>) => readConfig({ DEMO: '0', DATA_DIR: folder(), ...env });
const later = async (database: Database, key: string) => openSecrets(database.db, { secretKey: key });

/** Changes the secret key of a database that no server uses. */
async function change(database: Database, from: string, to: string): Promise<number> {
  const config = configOf({ SECRET_KEY: from });
  const { sealed } = await rotateSecretKey(contract, config, database, await later(database, from), to);
  const checkpoints = readCheckpoints(checkpointPath(config.dataDir)).map((one) => ({ ...one, where: 'the file' }));
  const { findings } = await verifyAudit(database.db, await later(database, to), checkpoints);
  expect(findings).toEqual([]);
  return sealed;
}

/** A database that is reopened with a given number of connections each time; the previous connections are closed. */
async function reopened(engine: EngineName) {
  const { url, drop } = engine === 'postgres' ? await migratedPostgres() : { url: undefined, drop: async () => {} };
  let database = url === undefined ? await freshDatabase(engine) : undefined;
  const again = async (connections = 10): Promise<Database> => {
    if (url === undefined && database) return database;
    await database?.close();
    database = await openDatabase({ databaseUrl: url, connections });
    const others = 'select from pg_stat_activity where datname = current_database()';
    await expect.poll(async () => (await database?.executeSql(others))?.rows.length).toBe(1);
    return database;
  };
  const end = async () => {
    await database?.close();
    await drop();
  };
  return { again, end };
}

forEachEngine('after the secret key was changed', (engine: EngineName) => {
  it('everything opens with the new key alone, and the same request still gives the same answer', async () => {
    const { again: opened, end } = await reopened(engine);
    const cast = await startCast(await opened());
    const order = await approvedOrder(cast, 4);
    const headers = { 'Idempotency-Key': 'before-the-change' };
    const body = { project_id: cast.project, orders: [{ order_id: order, hosts: 1 }] };
    const first = await ok(cast.customer.post('/v1/assignment', body, headers));
    const licence = await issuedLicence(cast, first.items[0].id);
    const link = await ok(cast.customer.post('/v1/application/link', { project_id: cast.project, source: 3, days: 3 }));
    await ok(cast.customer.get(`/v1/application/${link.token}`));
    const { secret } = await ok(cast.operations.post('/v1/auth/second_factor/begin', { password }));
    await ok(cast.operations.post('/v1/auth/second_factor/confirm', { code: totpCode(secret, 0) }));
    await cast.database.executeSql(`insert into identity_provider (label_en, label_zh, issuer, client_id, signs_out)
      values ('Sign in', '登录', 'https://id.example', 'console', true)`);
    await cast.database.executeSql(
      `insert into provider_session (provider_id, session_id, subject, id_token_sealed, created_at)
       select 1, id, 'somebody', $1, now() from session where user_id = $2`,
      [createSecrets(former).seal('an ID token', 'oidc-id-token'), cast.otherCustomer.id],
    );
    await cast.product.stop();

    const alone = await opened(1);
    const config = configOf({ SECRET_KEY: former });
    const secrets = await later(alone, former);
    await expect(rotateSecretKey(contract, config, alone, secrets, undefined)).rejects.toThrow('set NEW_SECRET_KEY');
    await expect(rotateSecretKey(contract, config, alone, secrets, 'short')).rejects.toThrow('at least 16 characters');
    expect(await change(alone, former, fresh)).toBeGreaterThanOrEqual(3);
    await expect(later(alone, former)).rejects.toThrow('is not the key that this database was encrypted with');

    const again = await startProduct(await opened(), {}, { SECRET_KEY: fresh });
    const repeat = (value: object) =>
      again.request('POST', '/v1/assignment', { key: cast.customer.key, body: value, headers });
    expect(await ok(repeat(body))).toEqual(first);
    expect((await repeat({ ...body, orders: [{ order_id: order, hosts: 2 }] })).status).toBe(422);
    const get = (path: string) => again.request('GET', path, { key: cast.customer.key });
    expect((await ok(get(`/v1/assignment/${licence.id}`))).lic_secret).toBe(licence.lic_secret);
    expect((await get(`/v1/application/${link.token}`)).status).toBe(404);
    expect(await ok(again.request('POST', '/v1/auth/logout', { key: cast.otherCustomer.key }))).toMatchObject({
      success: true,
    });
    const other = { body: { ...body, comment: 'after' }, key: cast.customer.key };
    await ok(again.request('POST', '/v1/assignment', other));
    const next = await ok(get('/v1/assignment/list'));
    expect(next.total).toBe(2);
    const credentials = { name: 'operations', password };
    const { ticket } = (await again.request('POST', '/v1/auth/login', { body: credentials })).body;
    await ok(again.request('POST', '/v1/auth/login/second_factor', { body: { ticket, code: totpCode(secret, 1) } }));
    await again.product.stop();
    // After a second change, the first key is no longer the previous one.
    await change(await opened(1), fresh, 'and yet another secret key');
    await end();
  });
});

describe('a change of the secret key', () => {
  let url: string;
  let drop: () => Promise<void>;
  let database: Database;
  let secret: string;
  beforeAll(async () => {
    ({ url, drop } = await migratedPostgres());
    database = await openDatabase({ databaseUrl: url, connections: 1 });
    secret = former;
    const config = configOf({ SECRET_KEY: secret });
    const product = await compose(contract, database, config, pino({ level: 'silent' }), { withoutWorkers: true });
    await product.inTransaction((context) => audit(context, { action: 'login' }));
    await product.stop();
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  const attempt = async (to: string) => {
    const config = configOf({ SECRET_KEY: secret });
    const report = await rotateSecretKey(contract, config, database, await later(database, secret), to);
    secret = to;
    return report;
  };

  it('is refused while a server works with the database, and then changes nothing', async () => {
    const other = await openDatabase({ databaseUrl: url });
    await expect(attempt(fresh)).rejects.toThrow('a server is connected to this database');
    await other.close();
    const connections = 'select pid from pg_stat_activity where datname = current_database()';
    await expect.poll(async () => (await database.executeSql(connections)).rows.length).toBe(1);
    await later(database, secret);
  });

  it('that breaks off leaves the former key valid, and can be made again', async () => {
    await database.executeSql(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the end of it'; end $$;
      create trigger refuse before insert on audit for each row execute function refuse()`);
    await expect(attempt(fresh)).rejects.toThrow('the end of it');
    await database.executeSql('drop function refuse cascade');
    const secrets = await later(database, secret);
    await currentSigningKey(database.db, secrets);
    await attempt(fresh);
    await currentSigningKey(database.db, await later(database, fresh));
  });

  it('lets the former key vouch for nothing that came after it', async () => {
    const [old, present] = [createSecrets(former), await later(database, secret)];
    const write = (secrets: Secrets, action: string) =>
      transaction(database, (trx) => audit({ contract, trx, now: new Date(), secrets }, { action }));
    await write(present, 'logout');
    await write(old, 'login');
    await transaction(database, (trx) => sealAudit(trx, present));
    const { findings } = await verifyAudit(database.db, present);
    expect(findings).toEqual([expect.stringMatching(/^the entry \d+ was not written by the product$/)]);
  });

  it('in a data folder takes the place of the file, also when it ended just before', async () => {
    const { url: place, drop: end } = await migratedPostgres();
    const one = await openDatabase({ databaseUrl: place, connections: 1 });
    const config = configOf({});
    const { present, coming } = keyFiles(config.dataDir);
    const secrets = await openSecrets(one.db, config);
    const before = readFileSync(present, 'utf8');
    const { file } = await rotateSecretKey(contract, config, one, secrets, undefined);
    const after = readFileSync(present, 'utf8');
    expect([file, after === before, existsSync(coming)]).toEqual([present, false, false]);
    expect(statSync(present).mode & 0o777).toBe(0o600);
    writeFileSync(present, before);
    await expect(openSecrets(one.db, config)).rejects.toThrow('secret.key is not the key');
    writeFileSync(coming, after);
    await openSecrets(one.db, config);
    expect([readFileSync(present, 'utf8'), existsSync(coming)]).toEqual([after, false]);
    await one.close();
    await end();
  });
});
