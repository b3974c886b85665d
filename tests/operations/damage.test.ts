import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/connection.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';
import { ok, startProduct } from '../support/product.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'licence-damaged-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const open = async () => openDatabase({ dataDir, template: await migratedTemplate() });

/** Overwrites the first page of a file with invalid bytes. */
const damage = (file: string) =>
  writeSync(openSync(join(dataDir, 'pgdata', file), 'r+'), Buffer.alloc(8192, 0xff), 0, 8192, 0);

it('damaged files of the embedded database: not ready, and one line that names the folder and the way back', async () => {
  const before = await startProduct(await open());
  const savedProduct = { name: 'Kept', code: 'KEPT', deployment_id: 1, category_id: 1001 };
  await ok((await before.login('admin')).post('/v1/product', savedProduct));
  await before.close();

  const product = await startProduct(await open());
  const ready = async () => (await product.app.request('/readyz')).status;
  const { rows } = await product.database.executeSql(`select pg_relation_filepath('product') as file`);
  const admin = await product.login('admin');
  expect(await ready()).toBe(200);
  damage(String(rows[0]?.['file']));
  expect((await admin.get('/v1/product/list')).status).toBe(500);
  expect(await ready()).toBe(503);
  expect((await admin.get('/v1/product/list')).status).toBe(500);
  const lines = product.logged.filter((line) => line.includes('npm run restore'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(dataDir);
  await product.close();

  damage('global/pg_control');
  await expect(open()).rejects.toThrow(new RegExp(`${dataDir} are damaged .*npm run restore`));
}, 60_000);
