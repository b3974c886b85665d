import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Database } from '../../server/db/connection.ts';
import { compose } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { checkDataFolder } from '../../server/start/dataFolder.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase('postgres');
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'licence-key-'));
  await database.executeSql('truncate signing_key, secret_key');
});

const start = async (settings: Record<string, string> = {}) => {
  const config = readConfig({ DATA_DIR: folder, DEMO: '0', ...settings });
  const product = await compose(contract, database, config, pino({ level: 'silent' }), { withoutWorkers: true });
  await product.stop();
};
const right = { SECRET_KEY: 'the right key of this database' };
const wrong = { SECRET_KEY: 'a wrong key of this database' };
const refusal = 'SECRET_KEY is not the key that this database was encrypted with';

describe('a start', () => {
  it('with another secret key than before is refused', async () => {
    await start(right);
    await expect(start(wrong)).rejects.toThrow(refusal);
    await start(right);
  });

  it('with another key is refused over a database of a former build, too', async () => {
    await start(right);
    await database.executeSql('truncate secret_key');
    await expect(start(wrong)).rejects.toThrow(refusal);
    await start(right);
    await expect(start(wrong)).rejects.toThrow(refusal);
  });

  it('without the key file, or with an empty one, is refused, and makes no other', async () => {
    const file = join(folder, 'secret.key');
    await start();
    const key = readFileSync(file, 'utf8');
    await start();
    for (const text of ['', '\n', key.slice(0, 10)]) {
      writeFileSync(file, text);
      await expect(start()).rejects.toThrow(/secret\.key is (empty|cut short): restore it/);
    }
    rmSync(file);
    await expect(start()).rejects.toThrow(/secret\.key is missing/);
    writeFileSync(file, key);
    await start();
  });

  it('over a folder whose database is gone is refused', () => {
    expect(() => checkDataFolder(folder)).not.toThrow();
    writeFileSync(join(folder, 'secret.key'), 'k'.repeat(20));
    expect(() => checkDataFolder(folder)).toThrow(/its database .* is missing: restore it from a backup/);
    mkdirSync(join(folder, 'database/pgdata'), { recursive: true });
    expect(() => checkDataFolder(folder)).not.toThrow();
  });
});
