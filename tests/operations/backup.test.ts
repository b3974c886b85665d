import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pino } from 'pino';
import { list } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { verifyAudit } from '../../server/core/audit/verifyChain.ts';
import type { FileStore } from '../../server/core/fileStore.ts';
import { openSecrets } from '../../server/core/security/secretKey.ts';
import { dumpDatabase, tableFile } from '../../server/db/backup/dump.ts';
import { type Database, openDatabase, transaction } from '../../server/db/connection.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { checkpointPath, createCheckpointFile, readCheckpoints } from '../../server/gateways/checkpointFile.ts';
import { createMailer } from '../../server/gateways/mail.ts';
import { createBackup } from '../../server/operations/backup.ts';
import { restoreBackup } from '../../server/operations/restore.ts';
import { type Config, readConfig } from '../../server/start/config.ts';
import { openFiles } from '../../server/start/fileStore.ts';
import { startBucket, type TestBucket } from '../support/bucket.ts';
import { pdf } from '../support/contents.ts';
import { createPostgres, type EngineName, forEachEngine, migratedPostgres } from '../support/database.ts';
import { type Client, ok, password, startProduct, type TestProduct } from '../support/product.ts';
import { scale } from '../support/scale.ts';

const SECRET_KEY = 'a secret key for tests alone';
const key = 'the key of a backup, in words';
const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'licence-backup-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

/** The storage of a product: empty, or with the schema. */
interface Place {
  readonly config: Config;
  open(): Promise<Database>;
  drop(): Promise<void>;
}
async function place(engine: EngineName, { schema = false, secretKey = SECRET_KEY, s3 = {} } = {}): Promise<Place> {
  const DATA_DIR = folder();
  const env = { DATA_DIR, DEMO: '0', ...s3, ...(secretKey && { SECRET_KEY: secretKey }) };
  if (engine === 'pglite') {
    const template = await migratedTemplate();
    const open = () => openDatabase({ dataDir: join(DATA_DIR, 'database'), template });
    return { config: readConfig(env), open, drop: async () => {} };
  }
  const { url, drop } = schema ? await migratedPostgres() : await createPostgres('template0');
  return { config: readConfig({ ...env, DATABASE_URL: url }), open: () => openDatabase({ databaseUrl: url }), drop };
}

/** All rows of a database as sorted lines, by table. */
async function contents(database: Database): Promise<Map<string, string[]>> {
  const to = join(folder(), 'tables');
  const { tables } = await transaction(database, (trx) => dumpDatabase(trx, contract, to), { snapshot: true });
  const lines = (table: string) => readFileSync(tableFile(to, table), 'utf8').split('\n').filter(Boolean).sort();
  return new Map(Object.keys(tables).map((table) => [table, lines(table)]));
}

/** Stores a file as an upload to which a record refers. */
async function storeFile({ database, product }: TestProduct): Promise<string> {
  const { files } = product.services;
  const id = randomUUID();
  const got = await files.receive(
    id,
    (async function* () {
      yield pdf;
    })(),
    pdf.length,
  );
  await files.keep(id, got);
  await database.executeSql(`insert into stored_file (id, entity, field, uploader_id, owner_id, name, type, size, sha256)
    select '${id}', 'order', 'contract', min(id), 1, 'a.pdf', 'application/pdf', ${got.size}, '${got.sha256}' from users`);
  return id;
}

/** Creates a payment with its receipt, as an administrator would. */
async function enterPayment({ app, request }: TestProduct, admin: Client): Promise<{ id: number; file: string }> {
  const body = { company: 'Company', contact_man: 'Somebody', contact_mail: 'a@b.example', hosts: 3 };
  const { code } = await ok(request('POST', '/v1/subscription', { body }));
  const { items } = await ok(admin.get(`/v1/subscription/temp/list?search=${code}`));
  const sent = await app.request('/v1/payment/temp/upload/receipt?name=%E5%87%AD%E8%AF%81.pdf', {
    method: 'POST',
    headers: { authorization: admin.key },
    body: new Uint8Array(pdf),
  });
  const receipt = (await sent.json()) as { id: string };
  const paid = { amount: 100, currency: 'CNY', paid_at: '2026-01-01T00:00:00Z', receipt: { id: receipt.id } };
  const { id } = await ok(admin.post('/v1/payment/temp', { subscription_id: items[0].id, ...paid }));
  return { id, file: receipt.id };
}

const contentIn = async (files: FileStore, id: string) => buffer(await files.read(id));

/** A number as letters, which a product code consists of. */
const letters = (value: number): string => [...String(value)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');

const referencesOf = async (database: Database): Promise<unknown[]> => {
  const { rows } = await database.executeSql(`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and convalidated order by 1`);
  return rows;
};

forEachEngine('a backup of a running product', (engine) => {
  let from: Place;
  let product: TestProduct;
  let file: string;
  const other = engine === 'pglite' ? 'postgres' : 'pglite';
  let bucket: TestBucket;
  /** One direction moves uploaded files from a folder to a bucket, the other one from a bucket to a folder. */
  const storageOf = (one: EngineName) => (one === 'postgres' ? bucket.env : {});
  beforeAll(async () => {
    bucket = await startBucket();
    from = await place(engine, { schema: true, s3: storageOf(engine) });
    const { dataDir, mailFrom } = from.config;
    const checkpoints = createCheckpointFile(checkpointPath(dataDir));
    const mailer = createMailer({ outboxDir: join(dataDir, 'outbox'), from: mailFrom });
    product = await startProduct(
      await from.open(),
      { checkpoints, mailer },
      { ...storageOf(engine), DATA_DIR: dataDir, SECRET_KEY },
    );
    file = join(folder(), 'backup.age');
  });
  afterAll(async () => {
    await product.close();
    await from.drop();
    await bucket.close();
  });

  it(`has every row from before its start, restored on ${other}, while others are written`, async () => {
    const lost = await storeFile(product);
    await product.product.services.files.remove(lost);
    const admin = await product.login('admin');
    const payment = await enterPayment(product, admin);
    const sales = { name: 'sales', nick_name: 'Sales', role_id: 3, password };
    const { id: sales_user_id } = await ok(admin.post('/v1/user', sales));
    const acknowledged: number[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let at = 0; !isOver; at += 1) {
        const values = { name: `"Müller" ${writer}/${at} \\ 公司`, code: letters(writer * 1e6 + at), sales_user_id };
        acknowledged.push((await ok(admin.post('/v1/enterprise', values))).id);
      }
    };
    const writers = Promise.all([1, 2, 3].map(write));
    const enough = expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(scale(20, 500));
    await Promise.race([enough, writers]);
    const before = await contents(product.database);
    const count = acknowledged.length;
    const report = await createBackup(contract, from.config, file, key);
    const during = acknowledged.length - count;
    isOver = true;
    await writers;
    expect(during).toBeGreaterThan(0);
    expect(report.rows).toBeGreaterThan(count);
    expect(report.lost).toEqual(engine === 'postgres' ? [lost] : []);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const restored: Map<string, string[]>[] = [];
    for (const onto of scale<readonly EngineName[]>([other], ['pglite', 'postgres'])) {
      const to = await place(onto, { s3: storageOf(onto) });
      await restoreBackup(to.config, file, key);
      expect(await contentIn(await openFiles(to.config, pino()), payment.file)).toEqual(pdf);
      const database = await to.open();
      const found = await contents(database);
      restored.push(found);
      for (const table of ['enterprise', 'audit', 'audit_seal', 'users', 'signing_key'])
        expect((before.get(table) ?? []).filter((line) => !found.get(table)?.includes(line))).toEqual([]);
      expect(await referencesOf(database)).toEqual(await referencesOf(product.database));
      const checkpoints = readCheckpoints(checkpointPath(to.config.dataDir)).map((one) => ({
        ...one,
        where: 'the file',
      }));
      const verdict = await verifyAudit(database.db, await openSecrets(database.db, to.config), checkpoints);
      expect(verdict.findings).toEqual([]);
      const again = await startProduct(database, {}, { ...storageOf(onto), DATA_DIR: to.config.dataDir, SECRET_KEY });
      const client = await again.login('admin');
      const path = `/v1/payment/temp/${payment.id}`;
      expect(await ok(client.get(path))).toMatchObject({
        amount: 100,
        receipt: { id: payment.file, name: '凭证.pdf' },
      });
      const receipt = await again.app.request(`${path}/receipt/${payment.file}`, {
        headers: { authorization: client.key },
      });
      expect(Buffer.from(await receipt.arrayBuffer())).toEqual(pdf);
      const { id } = await ok(client.post('/v1/enterprise', { name: 'after', code: 'AFTER', sales_user_id }));
      expect(id).toBeGreaterThanOrEqual(acknowledged[count - 1] ?? 0);
      await again.close();
      await to.drop();
    }
    expect(restored.every((one) => isDeepStrictEqual(one, restored[0]))).toBe(true);
  });

  it('leaves nothing beside it in the data folder, and overwrites nothing', async () => {
    const { dataDir } = from.config;
    const left = readdirSync(dataDir, { recursive: true }).filter((name) => /(^|\/)(backup|copy)-/.test(String(name)));
    expect(left).toEqual([]);
    await expect(createBackup(contract, from.config, file, key)).rejects.toThrow('already exists');
    await expect(createBackup(contract, from.config, join(dataDir, 'inside'), key)).rejects.toThrow(
      'which it backs up',
    );
  });
});

describe('a backup', () => {
  let plain: string;
  let sealed: string;
  let from: Place;
  let identity: string;
  beforeAll(async () => {
    from = await place('pglite', { secretKey: '' });
    const database = await from.open();
    await openSecrets(database.db, from.config);
    await database.close();
    [plain, sealed] = ['plain', 'sealed'].map((name) => join(folder(), name)) as [string, string];
    await createBackup(contract, from.config, plain, undefined);
    identity = await generateX25519Identity();
    await createBackup(contract, from.config, sealed, await identityToRecipient(identity));
  });

  it('holds the secret key only when it is encrypted, which a public key does, too', async () => {
    const names: string[] = [];
    await list({ file: plain, onReadEntry: ({ path }) => void names.push(path) });
    expect(names).toContain('manifest.json');
    expect(names.filter((name) => name.includes('secret.key'))).toEqual([]);
    const to = await place('pglite', { secretKey: '' });
    await expect(restoreBackup(to.config, plain, undefined)).rejects.toThrow('the secret key is not in the backup');
    await restoreBackup(to.config, sealed, identity);
    const keyIn = ({ dataDir }: Config) => readFileSync(join(dataDir, 'secret.key'), 'utf8');
    expect(keyIn(to.config)).toBe(keyIn(from.config));
    await expect(restoreBackup(to.config, sealed, identity)).rejects.toThrow('is not empty');
  });

  /** A copy of the file with one changed byte. */
  const damaged = (file: string, at: number): string => {
    const bytes = readFileSync(file);
    const place = Math.floor(bytes.length * at);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return written(bytes);
  };
  const written = (bytes: Buffer): string => {
    const to = join(folder(), 'changed');
    writeFileSync(to, bytes);
    return to;
  };
  const cut = (file: string): string => written(readFileSync(file).subarray(0, -200));

  it.each<[string, () => string, () => string | Promise<string> | undefined, string]>([
    ['with another key', () => sealed, () => generateX25519Identity(), 'cannot be decrypted with this BACKUP_KEY'],
    ['without its key', () => sealed, () => undefined, 'is encrypted: set BACKUP_KEY'],
    ['with a key that it does not need', () => plain, () => identity, 'is not encrypted'],
    [
      'with a damaged beginning',
      () => damaged(sealed, 0.01),
      () => identity,
      'cannot be decrypted with this BACKUP_KEY',
    ],
    ['with a changed byte', () => damaged(sealed, 0.8), () => identity, 'is damaged, incomplete'],
    ['with a changed byte, not encrypted', () => damaged(plain, 0.8), () => undefined, 'is damaged, incomplete'],
    ['that was cut short', () => cut(sealed), () => identity, 'is damaged, incomplete'],
    ['that was cut short, not encrypted', () => cut(plain), () => undefined, 'is damaged, incomplete'],
    ['that is something else', () => written(gzipSync('x')), () => undefined, 'is damaged, incomplete, or no backup'],
    ['that is not there', () => '/nowhere', () => undefined, 'there is no file'],
  ])('%s is refused, and leaves nothing', async (_, file, given, sentence) => {
    const to = await place('pglite');
    await expect(restoreBackup(to.config, file(), await given())).rejects.toThrow(sentence);
    expect(readdirSync(to.config.dataDir)).toEqual([]);
  });

  it('is refused with another secret key, and by a database that holds something', async () => {
    const wrong = await place('pglite', { secretKey: 'another key than it was sealed with' });
    await expect(restoreBackup(wrong.config, sealed, identity)).rejects.toThrow('SECRET_KEY is not the key');
    const full = await place('postgres', { schema: true, secretKey: '' });
    await expect(restoreBackup(full.config, sealed, identity)).rejects.toThrow('the database is not empty');
    expect(readdirSync(full.config.dataDir)).toEqual([]);
    await full.drop();
  });
});
