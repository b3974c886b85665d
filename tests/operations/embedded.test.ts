import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, transaction } from '../../server/db/connection.ts';
import { databaseCheckpoint, vacuumDue } from '../../server/db/maintenance/vacuum.ts';
import { migratedTemplate } from '../../server/db/migrate/migratedTemplate.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const count = sql<{ count: number }>`select count(*) from thing`;
const endless = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b`;

/**
 * Starts the writer (see writer.ts) as a separate process.
 * @param env settings that make a copy of the synced files
 * @returns the process, and the lines that it prints
 */
function startWriter(dataDir: string, env = {}): { child: ChildProcess; lines: AsyncIterator<string> } {
  const file = path.join(import.meta.dirname, 'writer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  if (!child.stdout) throw new Error('no output');
  return { child, lines: readline.createInterface(child.stdout)[Symbol.asyncIterator]() };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

test('syncs each commit to the disk', async () => {
  const database = await openDatabase({ dataDir: folder, template: await migratedTemplate() });
  await sql`create table thing (name text)`.execute(database.db);
  const before = await database.syncs();
  for (let number = 0; number < 20; number++) {
    await transaction(database, (trx) => sql`insert into thing values (${number})`.execute(trx));
  }
  const after = await database.syncs();
  for (let number = 0; number < 20; number++) await count.execute(database.db);
  expect(after - before).toBeGreaterThanOrEqual(20);
  expect(after - before).toBeLessThan(40);
  expect(await database.syncs()).toBe(after);
  await database.close();
});

test('loses nothing acknowledged when the power is cut', async () => {
  const live = path.join(folder, 'live');
  const shadow = path.join(folder, 'shadow');
  const first = await openDatabase({ dataDir: live, template: await migratedTemplate() });
  await sql`create table thing (id int primary key, filler text)`.execute(first.db);
  await first.close();
  fs.cpSync(live, shadow, { recursive: true });

  const { child, lines } = startWriter(live, {
    NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'syncedDisk.mjs')}`,
    SYNCED_FROM: path.join(live, 'pgdata'),
    SYNCED_TO: path.join(shadow, 'pgdata'),
  });
  let acknowledged = 0;
  while (acknowledged < 150) acknowledged = Number((await lines.next()).value);
  await killed(child);
  for (let line = await lines.next(); !line.done; line = await lines.next()) acknowledged = Number(line.value);

  const reopened = await openDatabase({ dataDir: shadow });
  const { rows } = await sql<{ id: number }>`select id from thing order by id`.execute(reopened.db);
  const ids = new Set(rows.map(({ id }) => id));
  const lost = Array.from({ length: acknowledged }, (_, index) => index + 1).filter((id) => !ids.has(id));
  expect(lost).toEqual([]);
  await reopened.close();
});

test('lets one process in and takes over from a dead one', async () => {
  const first = await openDatabase({ dataDir: folder, template: await migratedTemplate() });
  await sql`create table thing (id int primary key, filler text)`.execute(first.db);
  await first.close();
  const { child, lines } = startWriter(folder);
  await lines.next();
  const started = performance.now();
  await expect(openDatabase({ dataDir: folder })).rejects.toThrow(
    `in use by process ${child.pid} on ${os.hostname()}, started 20`,
  );
  expect(performance.now() - started).toBeLessThan(200);
  await killed(child);
  const second = await openDatabase({ dataDir: folder });
  expect((await count.execute(second.db)).rows[0]?.count).toBeGreaterThan(0);
  await second.close();
  expect(fs.existsSync(path.join(folder, 'database.lock'))).toBe(false);
});

test('ends a statement over its time limit, and recovers', async () => {
  const template = await migratedTemplate();
  const database = await openDatabase({ dataDir: folder, template, statementTimeoutMs: 1000 });
  await sql`create table thing (name text)`.execute(database.db);
  await sql`insert into thing values ('kept')`.execute(database.db);
  const slow = transaction(database, async (trx) => {
    await sql`insert into thing values ('lost')`.execute(trx);
    await endless.execute(trx);
  });
  const counting = count.execute(database.db);
  await expect(slow).rejects.toMatchObject({ code: '57014' });
  expect((await counting).rows).toEqual([{ count: 1 }]);
  await transaction(database, (trx) => sql`select pg_sleep(1.5)`.execute(trx), { statementTimeoutMs: 0 });
  expect((await count.execute(database.db)).rows).toEqual([{ count: 1 }]);
  await database.close();
  await expect(count.execute(database.db)).rejects.toThrow();
});

test('begins again when its first start was cut short', async () => {
  fs.mkdirSync(path.join(folder, 'pgdata.new'));
  fs.writeFileSync(path.join(folder, 'pgdata.new/PG_VERSION'), '17\n');
  const database = await openDatabase({ dataDir: folder, template: await migratedTemplate() });
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await database.close();
  expect(fs.readdirSync(folder)).toEqual(['pgdata']);
});

test('vacuums what changed', async () => {
  const database = await openDatabase({ dataDir: folder, template: await migratedTemplate() });
  await sql`create table thing (name text)`.execute(database.db);
  await sql`insert into thing select 'x' from generate_series(1, 1000)`.execute(database.db);
  await sql`select pg_stat_force_next_flush()`.execute(database.db);
  expect(await vacuumDue(database)).toContain('public.thing');
  expect(await vacuumDue(database)).not.toContain('public.thing');
  await databaseCheckpoint(database);
  await database.close();
});
