import { afterEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { notifyOfCollisions } from '../../server/resource/notify/textCollisions.ts';
import { createPostgres, forEachEngine } from '../support/database.ts';
import { ok, password, startProduct, type TestProduct } from '../support/product.ts';

const before = readMigrations().filter(({ version }) => version < 54);

/** Names that were different until texts were compared by their folded form; the last looks like none. */
const names = ['Acme (Beijing)', 'Ａcme （Beijing）', 'ACME\u00a0\u200b(Beijing)', 'Straße', 'STRASSE', 'Initech'];

forEachEngine('records that look the same since an update (issue 33)', (engine) => {
  let end: () => Promise<void> = async () => {};
  afterEach(() => end());

  /** A database of the version before, with these enterprises, brought to this version. */
  async function updated(): Promise<Database> {
    const place = engine === 'postgres' ? await createPostgres('template0') : undefined;
    const database = await openDatabase(place ? { databaseUrl: place.url } : {});
    end = async () => {
      await database.close();
      await place?.drop();
    };
    await migrate(database, before);
    for (const [at, name] of names.entries())
      await database.executeSql('insert into enterprise (name, code) values ($1, $2)', [name, `CODE${'ABCDEF'[at]}`]);
    await database.executeSql(
      "insert into product (code, name, deployment_id, category_id) values ('Ｐ1', 'One', 1, 1001), ('p1', 'Two', 1, 1001)",
    );
    await migrate(database);
    return database;
  }

  const notices = async ({ login }: TestProduct): Promise<string[]> =>
    (await ok((await login('admin')).get('/v1/notification/list?per_page=100&sort=id'))).items
      .map(({ notice_title }: { notice_title: string }) => notice_title)
      .filter((title: string) => title.includes('looks the same'));

  it('are kept, told to the administrators once, and no others are added', async () => {
    const database = await updated();
    const product = await startProduct(database);
    const admin = await product.login('admin');
    const salesman = { name: 'sales', nick_name: 'Sales', role_id: 3, password };
    const { id: sales } = await ok(admin.post('/v1/user', salesman));
    const { items } = await ok(admin.get('/v1/enterprise/list?sort=id'));
    expect(items.map(({ name }: { name: string }) => name)).toEqual(names);
    for (let times = 0; times < 2; times += 1) await product.product.inTransaction(notifyOfCollisions);
    const noticed = await notices(product);
    expect(noticed).toHaveLength(4);
    expect(noticed[0]).toMatch(/2.*Ａcme （Beijing）.*1.*Acme \(Beijing\)/);
    const [first, second, third, street, other] = items.map(({ id }: { id: number }) => id);
    const rename = (id: number, name: string) => admin.post(`/v1/enterprise/${id}`, { name });
    const create = (name: string) => admin.post('/v1/enterprise', { name, code: 'NEW', sales_user_id: sales });

    // None of them can be given to another record, and each may be changed otherwise.
    expect((await create('acme (beijing)')).body.error.fields.name).toEqual(['This value is already in use']);
    expect((await rename(items[5].id, 'ACME (BEIJING)')).status).toBe(422);
    await ok(admin.post(`/v1/enterprise/${second}`, { comment: 'kept', name: 'Ａcme （Beijing）' }));
    // One that gets another name does not go back.
    await ok(rename(third, 'Acme Shanghai'));
    expect((await rename(third, 'Acme (Beijing)')).status).toBe(422);
    // Where the first is gone, the second takes its place.
    await ok(rename(first, 'Acme Guangzhou'));
    await ok(rename(street, 'Other street'));
    await product.product.inTransaction(notifyOfCollisions);
    for (const name of ['ACME (Beijing)', 'strasse']) expect([name, (await create(name)).status]).toEqual([name, 422]);
    const { rows } = await database.executeSql('select id from enterprise where text_collision <> 0');
    expect([rows, other]).toEqual([[], items[4].id]);
    expect(await notices(product)).toHaveLength(4);
    await product.product.stop();
  });
});
