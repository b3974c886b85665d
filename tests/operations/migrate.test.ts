import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, executeInTransaction, openDatabase, transaction } from '../../server/db/connection.ts';
import { type Migration, migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { createPostgres, forEachEngine, onServer } from '../support/database.ts';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrate-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function migrations(files: Record<string, string>): Migration[] {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return readMigrations(folder);
}

const one = { '0001_one.sql': 'create table one (id int); insert into one values (1);\n' };
const two = { '0002_two.sql': '-- A comment; with a semicolon\ncreate table two (id int);' };

forEachEngine('migration', (engine) => {
  let database: Database;
  let again: () => Promise<Database>;
  let end: () => Promise<void>;

  beforeEach(async () => {
    if (engine === 'pglite') {
      database = await openDatabase({});
      again = async () => database;
      end = () => database.close();
      return;
    }
    const { url, drop } = await createPostgres('template0');
    database = await openDatabase({ databaseUrl: url });
    again = () => openDatabase({ databaseUrl: url });
    end = () => database.close().then(drop);
  });
  afterEach(() => end());

  const tables = async (): Promise<unknown[]> => {
    const { rows } = await database.executeSql(
      "select tablename from pg_tables where schemaname = 'public' order by 1",
    );
    return rows.map(({ tablename }) => tablename);
  };

  test('applies each file once, in order', async () => {
    expect(await migrate(database, migrations(one))).toEqual(['one']);
    expect(await migrate(database, migrations({ ...one, ...two }))).toEqual(['two']);
    expect(await migrate(database, migrations({}))).toEqual([]);
    expect(await tables()).toEqual(['one', 'schema_migration', 'two']);
    const { rows } = await database.executeSql('select version, name, applied_at from schema_migration order by 1');
    expect(rows).toMatchObject([
      { version: 1, name: 'one' },
      { version: 2, name: 'two', applied_at: expect.any(Date) },
    ]);
  });

  test('leaves nothing of a file that fails, and keeps those before it', async () => {
    const bad = { '0002_bad.sql': 'create table two (id int); insert into two values (1); select 1/0;' };
    await expect(migrate(database, migrations({ ...one, ...bad }))).rejects.toThrow('division by zero');
    expect(await tables()).toEqual(['one', 'schema_migration']);
    expect(await database.executeSql('select version from schema_migration')).toEqual({ rows: [{ version: 1 }] });
  });

  test('refuses a schema newer than the program', async () => {
    await migrate(database, migrations({ ...one, ...two }));
    fs.rmSync(path.join(folder, '0002_two.sql'));
    await expect(migrate(database, migrations({}))).rejects.toThrow('newer than this program: it has 0002_two');
  });

  test('refuses a file that was changed after it was applied', async () => {
    await migrate(database, migrations(one));
    const changed = migrations({ '0001_one.sql': 'create table one (id bigint);' });
    await expect(migrate(database, changed)).rejects.toThrow('0001_one was changed after it was applied');
  });

  test('goes once through two processes that start at once', async () => {
    const files = migrations({ ...one, ...two });
    const other = await again();
    const applied = await Promise.all([migrate(database, files), migrate(other, files)]);
    expect(applied.flat().sort()).toEqual(['one', 'two']);
    if (other !== database) await other.close();
  });
});

const thing = { '0001_thing.sql': 'create table thing (id int, code int); insert into thing values (1, 1), (2, 1);' };
const online =
  '-- online\n-- Its numbers.\ncreate unique index concurrently if not exists "thing_code_key" on "thing" ("code");\n';

forEachEngine('an online migration', (engine) => {
  const isValid = `select indisvalid as valid from pg_index where indexrelid = to_regclass('thing_code_key')`;
  let database: Database;
  let other: Database;
  let end: () => Promise<void>;
  beforeEach(async () => {
    if (engine === 'pglite') {
      database = await openDatabase({});
      other = database;
      end = () => database.close();
    } else {
      const { url, drop } = await createPostgres('template0');
      database = await openDatabase({ databaseUrl: url });
      other = await openDatabase({ databaseUrl: url });
      end = () => Promise.all([database.close(), other.close()]).then(drop);
    }
    await migrate(database, migrations(thing));
  });
  afterEach(() => end());

  test('that fails is tried again, whatever it left', async () => {
    const files = migrations({ '0002_code.sql': online });
    await expect(migrate(database, files)).rejects.toThrow('thing_code_key');
    await database.executeSql('update thing set code = id');
    expect(await migrate(database, files)).toEqual(['code']);
    expect((await database.executeSql(isValid)).rows).toEqual([{ valid: true }]);
    expect(await migrate(database, files)).toEqual([]);
  });

  test('goes once through two processes that start at once', async () => {
    await database.executeSql('update thing set code = id');
    const files = migrations({ '0002_code.sql': online });
    const applied = await Promise.all([migrate(database, files), migrate(other, files)]);
    expect(applied.flat()).toEqual(['code']);
  });
});

test('an online migration holds nobody up who writes, while it waits for one who does', async () => {
  const { url, drop } = await createPostgres('template0');
  const [database, other] = [await openDatabase({ databaseUrl: url }), await openDatabase({ databaseUrl: url })];
  await migrate(database, migrations(thing));
  await database.executeSql('update thing set code = id');
  const files = migrations({ '0002_code.sql': online });
  let migrating: Promise<string[]> | undefined;
  await transaction(other, async (trx) => {
    const slow = executeInTransaction(trx);
    await slow.executeSql('insert into thing values (3, 3)');
    migrating = migrate(database, files);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await slow.executeSql(waiting)).rows.length).toBe(1);
    await database.executeSql('insert into thing values (4, 4)');
  });
  expect(await migrating).toEqual(['code']);
  await Promise.all([database.close(), other.close()]);
  await drop();
});

test('an online migration writes rows anew a part at a time, and again where a deadlock was ended', async () => {
  const { url, drop } = await createPostgres('template0');
  const [database, other] = [await openDatabase({ databaseUrl: url }), await openDatabase({ databaseUrl: url })];
  await migrate(database, migrations(thing));
  await database.executeSql('insert into thing select n, n from generate_series(3, 4500) n');
  const files = migrations({ '0002_code.sql': '-- online\nupdate "thing" set "code" = "code";\n' });
  let migrating: Promise<string[]> | undefined;
  await transaction(other, async (trx) => {
    const slow = executeInTransaction(trx);
    await slow.executeSql('update thing set code = 20 where id = 2');
    migrating = migrate(database, files);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await slow.executeSql(waiting)).rows.length).toBe(1);
    await slow.executeSql('update thing set code = 10 where id = 1');
  });
  expect(await migrating).toEqual(['code']);
  const { rows } = await database.executeSql(`select count(distinct xmin::text)::int as parts, count(*)::int as all,
    sum(code) filter (where id < 3)::int as written from thing`);
  expect(rows).toEqual([{ parts: 3, all: 4500, written: 30 }]);
  await Promise.all([database.close(), other.close()]);
  await drop();
});

test('an online migration holds nothing that would hold others up', async () => {
  const { url, drop } = await createPostgres('template0');
  const database = await openDatabase({ databaseUrl: url });
  const files = migrations({ '0001_a.sql': '-- online\nalter table thing add column x int;' });
  await expect(migrate(database, files)).rejects.toThrow('"alter table thing add column x int" cannot run online');
  await database.close();
  await drop();
});

test('refuses files of another name and a version given twice', () => {
  expect(() => migrations({ 'one.sql': '' })).toThrow('must be called NNNN_name.sql');
  fs.rmSync(path.join(folder, 'one.sql'));
  expect(() => migrations({ '0001_a.sql': '', '0001_b.sql': '' })).toThrow('the version 1');
});

test('a role that may not add the extension of the searches is told who may', async () => {
  const { name, url, drop } = await createPostgres('template0');
  const limited = new URL(url);
  limited.username = `${name}_limited`;
  await onServer(async (client) => {
    await client.query(`create role ${limited.username} login; revoke create on database ${name} from public`);
  });
  const owner = await openDatabase({ databaseUrl: url, connections: 1 });
  await owner.executeSql(`grant all on schema public to ${limited.username}`);
  const database = await openDatabase({ databaseUrl: limited.href, connections: 1 });
  await expect(migrate(database)).rejects.toThrow(/administrator.*"create extension pg_trgm"/);
  await owner.executeSql('create extension pg_trgm');
  await migrate(database);
  await Promise.all([database.close(), owner.close()]);
  await drop();
  await onServer((client) => client.query(`drop role ${limited.username}`));
});
