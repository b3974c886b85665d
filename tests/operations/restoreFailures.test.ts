import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { openSecrets } from '../../server/core/security/secretKey.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { readMigrations } from '../../server/db/migrate/migrate.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { createBackup } from '../../server/operations/backup.ts';
import { restoreBackup } from '../../server/operations/restore.ts';
import { inStage } from '../../server/operations/stage.ts';
import { readConfig } from '../../server/start/config.ts';
import { scale } from '../support/scale.ts';

const root = mkdtempSync(join(tmpdir(), 'licence-restore-'));
const BACKUP_KEY = 'the key of a backup, in words';
let count = 0;
const nextName = (): string => {
  count += 1;
  return join(root, String(count));
};
const nextFolder = (): string => {
  const folder = nextName();
  mkdirSync(folder, { mode: 0o700 });
  return folder;
};
const configOf = (DATA_DIR: string) => readConfig({ DATA_DIR, DEMO: '0' });

let file = '';
let plain = '';
let secretKey = '';
beforeAll(async () => {
  const config = configOf(nextFolder());
  const { dataDir } = config;
  const database = await openDatabase({ dataDir: join(dataDir, 'database'), template: await migratedTemplate() });
  await openSecrets(database.db, config);
  await database.close();
  for (let at = 0; at < 300; at += 1) {
    mkdirSync(join(dataDir, 'outbox', String(at % 20)), { recursive: true });
    writeFileSync(join(dataDir, 'outbox', String(at % 20), `${at}.eml`), randomBytes(20_000));
  }
  secretKey = readFileSync(join(dataDir, 'secret.key'), 'utf8');
  [file, plain] = [nextName(), nextName()];
  await createBackup(contract, config, file, BACKUP_KEY);
  await createBackup(contract, config, plain, undefined);
});
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

describe('a restore that fails', () => {
  it('leaves the folder as it was, whichever byte of the backup is wrong', async () => {
    const bytes = readFileSync(plain);
    const tries = scale(12, 100);
    for (let at = 0; at < tries; at += 1) {
      const spoilt = Buffer.from(bytes);
      const place = Math.floor((bytes.length * (at + 0.5)) / tries);
      const broken = nextName();
      writeFileSync(broken, at % 2 ? spoilt.subarray(0, place) : spoilt.fill(0x5a, place, place + 64));
      const folder = nextFolder();
      writeFileSync(join(folder, 'secret.key'), secretKey, { mode: 0o600 });
      await expect(restoreBackup(configOf(folder), broken, undefined)).rejects.toThrow(
        /is damaged|is no backup|backup/,
      );
      // Nothing that was still being written appears later.
      await pause(20);
      expect(readdirSync(folder)).toEqual(['secret.key']);
    }
  }, 120_000);

  it('leaves the folder as it was after the last step before its end has failed', async () => {
    const all = readMigrations();
    const version = (all.at(-1)?.version ?? 0) + 1;
    const text = 'alter table no_such_table add column later text';
    const folder = nextFolder();
    const failing = restoreBackup(configOf(folder), file, BACKUP_KEY, [
      ...all,
      { version, name: 'later', text, checksum: text },
    ]);
    await expect(failing).rejects.toThrow('no_such_table');
    expect(readdirSync(folder)).toEqual([]);
    await restoreBackup(configOf(folder), file, BACKUP_KEY);
    expect(readdirSync(folder).sort()).toEqual(['database', 'outbox', 'secret.key']);
  });

  it('says why, and leaves nothing, while a thread of the database still writes', async () => {
    const folder = nextFolder();
    const write = `const { writeFileSync, mkdirSync } = require('node:fs');
      const { workerData } = require('node:worker_threads');
      const end = Date.now() + 400;
      for (let at = 0; Date.now() < end; at += 1)
        try { mkdirSync(workerData + '/' + at); writeFileSync(workerData + '/' + at + '/file', 'x'); } catch {}`;
    let thread: Worker | undefined;
    const failing = inStage(folder, 'restore', async (stage) => {
      thread = new Worker(write, { eval: true, workerData: stage });
      await expect.poll(() => readdirSync(stage).length).toBeGreaterThan(20);
      throw new Error('the reason');
    });
    await expect(failing).rejects.toThrow('the reason');
    await new Promise((resolve) => thread?.once('exit', resolve));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes no folder where there was none', async () => {
    const folder = join(nextName(), 'data', 'console');
    await expect(restoreBackup(configOf(folder), file, 'another key of a backup')).rejects.toThrow('BACKUP_KEY');
    expect(existsSync(join(folder, '..', '..'))).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves the folder as it was after %s at any time',
    async (signal) => {
      const rounds = scale(4, 20);
      for (let round = 0; round < rounds; round += 1) {
        const folder = nextFolder();
        const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/restore.ts', file], {
          env: { ...process.env, DATA_DIR: folder, BACKUP_KEY, DEMO: '0', DATABASE_URL: '' },
        });
        let errors = '';
        child.stderr.on('data', (part) => (errors += part));
        const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
        const isWorking = () =>
          readdirSync(folder).some((name) => existsSync(join(folder, name, 'database', 'pgdata')) || round % 2 === 0);
        await expect.poll(() => readdirSync(folder).length > 0 && isWorking(), { timeout: 60_000 }).toBe(true);
        await pause(round * 40);
        child.kill(signal);
        const code = await ended;
        // It may have been through before the signal came.
        if (code === 0) expect(readdirSync(folder)).toContain('database');
        else expect([code, errors, readdirSync(folder)]).toEqual([1, '', []]);
      }
    },
    240_000,
  );
});
