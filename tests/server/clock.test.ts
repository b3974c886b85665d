import { expect, it } from 'vitest';
import { eitherEngine } from '../support/database.ts';
import { startProduct } from '../support/product.ts';

it('what the clock brings about does not wait for a file that cannot be written', async () => {
  const keep = () => Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' }));
  const product = await startProduct(eitherEngine, { checkpoints: { keep } });
  const { database } = product;
  await product.login('admin');
  await database.executeSql("insert into rate_limit (key, points, expire) values ('long ago', 1, 1)");
  const left = async () => (await database.executeSql("select 1 from rate_limit where key = 'long ago'")).rows.length;
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  expect((await database.executeSql('select 1 from audit_seal')).rows).not.toEqual([]);
  expect(product.logged.join('\n')).toContain('a checkpoint could not be kept in its file');
  await product.close();
});
