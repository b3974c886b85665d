import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { verifyAudit } from '../../server/core/audit/verifyChain.ts';
import { createSecrets } from '../../server/core/secrets.ts';
import { openSecrets } from '../../server/core/security/secretKey.ts';
import { dumpDatabase } from '../../server/db/backup/dump.ts';
import { loadDatabase } from '../../server/db/backup/load.ts';
import { type Database, openDatabase, transaction } from '../../server/db/connection.ts';
import { applyAll, migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { createBackup } from '../../server/operations/backup.ts';
import { restoreBackup } from '../../server/operations/restore.ts';
import { readConfig } from '../../server/start/config.ts';
import { allocationBody, approvedOrder, issuedLicence, startCast } from '../support/cast.ts';
import { createPostgres, type EngineName } from '../support/database.ts';
import { ok, startProduct } from '../support/product.ts';
import { scale } from '../support/scale.ts';
import { wrongScopes } from '../support/storedScopes.ts';
import { wrongSummaries } from '../support/summaries.ts';

const SECRET_KEY = 'a secret key for tests alone';
const all = readMigrations();
const former = all.slice(0, -1);
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'licence-upgrade-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

/** Loads the rows that fit the previous schema, as the previous version stored them: encrypted values name no key. */
async function asBefore(
  database: Database,
  from: string,
  content: Awaited<ReturnType<typeof dumpDatabase>>,
): Promise<void> {
  await transaction(database, async (trx) => {
    await applyAll(trx, former);
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'`.execute(trx);
    const there = new Set(rows.map(({ name }) => name));
    const tables = Object.fromEntries(Object.entries(content.tables).filter(([name]) => there.has(name)));
    await loadDatabase(trx, from, { ...content, tables });
  });
  const named = `v3.${createSecrets(SECRET_KEY).id}.`;
  await database.executeSql(`update assignment set lic_secret = replace(lic_secret, '${named}', 'v2.');
    update signing_key set private_jwk_sealed = replace(private_jwk_sealed, '${named}', 'v2.');
    update idempotency set answer_sealed = replace(answer_sealed, '${named}', 'v2.')`);
}

const tablesIn = async (database: Database, at: string) => {
  const { tables, sequences, migrations } = await transaction(database, (trx) => dumpDatabase(trx, contract, at), {
    snapshot: true,
  });
  return { tables, sequences, versions: migrations.map(({ version }) => version) };
};

const engines = scale<readonly EngineName[]>(['postgres'], ['pglite', 'postgres']);
describe.each(engines)('an update from the schema before on %s', (engine) => {
  it('keeps everything and works on, and the backup from before it takes everything back', async () => {
    // Data of this version, loaded into the previous schema.
    const cast = await startCast(engine);
    const order = await approvedOrder(cast, 4);
    const licence = await issuedLicence(cast, (await ok(allocationBody(cast, order, 1))).items[0].id);
    await cast.product.stop();
    const rows = join(folder(), 'tables');
    const content = await transaction(cast.database, (trx) => dumpDatabase(trx, contract, rows), { snapshot: true });
    await cast.database.close();
    const dataDir = folder();
    const { url, drop } = engine === 'postgres' ? await createPostgres('template0') : { url: '', drop: async () => {} };
    const env = { SECRET_KEY, DEMO: '0', ...(url && { DATABASE_URL: url }) };
    const open = (at = dataDir) => openDatabase(url ? { databaseUrl: url } : { dataDir: join(at, 'database') });
    const database = await open();
    await asBefore(database, rows, content);
    const before = await tablesIn(database, join(folder(), 'before'));

    const file = join(folder(), 'before-the-update');
    await createBackup(contract, readConfig({ ...env, DATA_DIR: dataDir }), file, undefined);
    expect(await migrate(database)).toEqual([all.at(-1)?.name]);
    expect([await wrongSummaries(database), await wrongScopes(database)]).toEqual([[], []]);
    const again = await startProduct(database, {}, { SECRET_KEY });
    const get = (path: string) => again.request('GET', path, { key: cast.customer.key });
    expect((await ok(get(`/v1/assignment/${licence.id}`))).lic_secret).toBe(licence.lic_secret);
    const body = { project_id: cast.project, orders: [{ order_id: order, hosts: 1 }] };
    await ok(again.request('POST', '/v1/assignment', { key: cast.customer.key, body }));
    expect((await ok(get('/v1/assignment/list'))).total).toBe(2);
    const { findings } = await verifyAudit(database.db, await openSecrets(database.db, { secretKey: SECRET_KEY }));
    expect(findings).toEqual([]);
    await again.product.stop();
    const newer = join(folder(), 'after-the-update');
    await createBackup(contract, readConfig({ ...env, DATA_DIR: dataDir }), newer, undefined);
    await database.close();
    await drop();

    // Back to the previous version, which knows only its own migrations.
    const back = folder();
    const place = engine === 'postgres' ? await createPostgres('template0') : { url: '', drop: async () => {} };
    const config = readConfig({ ...env, DATA_DIR: back, ...(place.url && { DATABASE_URL: place.url }) });
    const newest = String(all.at(-1)?.version).padStart(4, '0');
    const sentence = `the backup was made by another version: the schema is newer than this program: it has ${newest}`;
    await expect(restoreBackup(config, newer, undefined, former)).rejects.toThrow(sentence);
    expect((await restoreBackup(config, file, undefined, former)).migrated).toEqual([]);
    const restored = await openDatabase(place.url ? { databaseUrl: place.url } : { dataDir: join(back, 'database') });
    expect(await tablesIn(restored, join(folder(), 'back'))).toEqual(before);
    expect(await migrate(restored, former)).toEqual([]);
    await restored.close();
    await place.drop();

    // This version restores the same file and migrates it.
    const forward = readConfig({ SECRET_KEY, DEMO: '0', DATA_DIR: folder() });
    expect((await restoreBackup(forward, file, undefined)).migrated).toEqual([all.at(-1)?.name]);
  });
});
