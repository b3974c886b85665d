import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit as declaration } from '../../contract/entities/audit.ts';
import { contract } from '../../contract/index.ts';
import { baseFields, storedFields } from '../../contract/schema/entity.ts';
import { chainedColumns, sealAudit } from '../../server/core/audit/auditChain.ts';
import { type SavedCheckpoint, verifyAudit } from '../../server/core/audit/verifyChain.ts';
import type { Context } from '../../server/core/context.ts';
import { createSecrets } from '../../server/core/secrets.ts';
import { type Database, openDatabase, transaction } from '../../server/db/connection.ts';
import { audit, auditAll } from '../../server/db/write/audit.ts';
import { entryMark } from '../../server/db/write/auditSignature.ts';
import { checkpointPath, createCheckpointFile, readCheckpoints } from '../../server/gateways/checkpointFile.ts';
import type { InTransaction } from '../../server/jobs/jobTransaction.ts';
import { createAuditSealer } from '../../server/start/auditSealer.ts';
import { addressOf, createPostgres, forEachEngine, freshDatabase } from '../support/database.ts';

const secrets = createSecrets('a secret key for tests alone');

it('seals every column of an entry: a new one is a new version of what is sealed', () => {
  const columns = [...Object.keys(baseFields), 'deleted_at', ...storedFields(declaration).map(([name]) => name)];
  expect([...(Object.values(chainedColumns).at(-1) ?? [])].sort()).toEqual(columns.sort());
});

forEachEngine('the sealed audit', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());
  const add = (action: string) =>
    transaction(database, (trx) =>
      audit(
        { contract, trx, now: new Date(), secrets },
        { action, before: { b: 1, a: [null, 'ä"\n'] }, after: { x: { z: 1, y: 0.5 } } },
      ),
    );
  /** Inserts an entry of the product with a given id. */
  const addAs = (id: number, action: string, created_at = new Date()) => {
    const entry = { created_at, action, before: {}, after: {}, result: 'done' as const };
    const json = { before: '{}' as never, after: '{}' as never };
    return database.db
      .insertInto('audit')
      .values({ ...entry, ...json, id, mark: entryMark(secrets, entry) } as never)
      .execute();
  };
  const seal = (looked?: number) => transaction(database, (trx) => sealAudit(trx, secrets, looked));
  const verify = (checkpoints: SavedCheckpoint[] = []) => verifyAudit(database.db, secrets, checkpoints);
  const findings = async (checkpoints: SavedCheckpoint[] = []) => (await verify(checkpoints)).findings;
  /** What an owner of the database could do. */
  const tamper = (...statements: string[]) =>
    database.db.connection().execute(async (connection) => {
      await sql.raw('set session_replication_role = replica').execute(connection);
      for (const statement of statements) await sql.raw(statement).execute(connection);
      await sql.raw('set session_replication_role = origin').execute(connection);
    });
  const everything = 'truncate audit, audit_seal, audit_checkpoint';
  let checkpoints: SavedCheckpoint;
  beforeEach(async () => {
    await tamper(everything);
    for (const action of ['one', 'two', 'three', 'four']) await add(action);
    const { checkpoint } = await seal();
    if (!checkpoint) throw new Error('nothing was sealed');
    checkpoints = { ...checkpoint, where: 'the data folder' };
  });

  it('is whole when nobody touched it, and late entries join', async () => {
    await add('five');
    expect(await verify()).toEqual({ ok: true, sealed: 4, waiting: 1, findings: [] });
    expect(await seal()).toMatchObject({ count: 1, strange: [] });
    expect(await verify([checkpoints])).toEqual({ ok: true, sealed: 5, waiting: 0, findings: [] });
  });

  it('seals an entry that commits after later ones, however late, and shows one that was not sealed for a day', async () => {
    await addAs(-5, 'late');
    await addAs(-20_000, 'much later');
    await addAs(-25_000, 'from before', new Date(Date.now() - 2 * 86_400_000));
    let { count, looked } = await seal();
    expect(count).toBe(1);
    expect(await findings()).toEqual(['the entry -25000 was never sealed']);
    for (let looks = 0; looked !== undefined && looks < 5; looks += 1) ({ looked } = await seal(looked));
    expect(looked).toBe(undefined);
    expect(await verify([checkpoints])).toEqual({ ok: true, sealed: 7, waiting: 0, findings: [] });
    // The entry that was sealed last is not the newest.
    await add('five');
    expect((await seal()).count).toBe(1);
    expect(await verify([checkpoints])).toEqual({ ok: true, sealed: 8, waiting: 0, findings: [] });
  });

  it('is sealed until nothing waits, by one round, whose last checkpoint leaves the database', async () => {
    await transaction(database, (trx) =>
      auditAll(
        { contract, trx, now: new Date(), secrets },
        Array.from({ length: 1_200 }, () => ({ action: 'import' })),
      ),
    );
    const left: number[] = [];
    const keep = async ({ seq }: { seq: number }) => void left.push(seq);
    const inTransaction = (<T>(work: (context: Context) => Promise<T>) =>
      transaction(database, (trx) => work({ trx } as Context))) satisfies InTransaction;
    const round = createAuditSealer(inTransaction, secrets, pino({ level: 'silent' }), { keep });
    await round();
    expect(await verify()).toEqual({ ok: true, sealed: 1_204, waiting: 0, findings: [] });
    expect(left).toEqual([1_204]);
    await addAs(-30_000, 'much later');
    for (const _ of ['end', 'before it', 'before that', 'and there']) await round();
    expect(await verify()).toEqual({ ok: true, sealed: 1_205, waiting: 0, findings: [] });
  });

  describe('is read by pages', () => {
    const page = 2;
    const byPages = async () => verifyAudit(database.db, secrets, [checkpoints], page);
    beforeEach(async () => {
      await add('five');
      await seal();
      for (const action of ['six', 'seven', 'eight']) await add(action);
    });

    it('when it is whole', async () => {
      expect(await byPages()).toEqual({ ok: true, sealed: 5, waiting: 3, findings: [] });
    });

    it.each([
      ['a link at the end of a page', 'delete from audit_seal where seq = 2', 'a link is missing before 3'],
      ['a link at the beginning of one', 'delete from audit_seal where seq = 3', 'a link is missing before 4'],
      ['an entry', "delete from audit where action = 'three'", 'the entry of link 3 is missing'],
      [
        'a checkpoint',
        `update audit_checkpoint set mac = 'other' where seq = 4`,
        'the checkpoint at 4 of the database was changed',
      ],
    ])('that %s is not as it was', async (_name, statement, finding) => {
      await tamper(statement);
      expect((await byPages()).findings).toContain(finding);
    });

    it('and all checkpoints beyond a chain that is gone', async () => {
      await tamper('truncate audit_seal');
      const { waiting, findings } = await byPages();
      expect(waiting).toBe(8);
      expect(findings).toEqual([
        'the chain does not reach the checkpoint at 4 of the database',
        'the chain does not reach the checkpoint at 5 of the database',
        'the chain does not reach the checkpoint at 4 of the data folder',
      ]);
    });

    it('and entries of others among those that wait; of many findings a thousand are told and the others counted', async () => {
      await database.executeSql(
        `insert into audit (action, entity, entity_id) select 'approve', 'order', g from generate_series(1, 1003) g`,
      );
      const { waiting, findings, more } = await byPages();
      expect([waiting, findings.length, more]).toEqual([1_006, 1_000, 3]);
      await seal();
      await database.executeSql(`insert into audit (created_at, action, before, after, mark)
        select created_at, action, before, after, mark from audit, generate_series(1, 2) where action = 'two'`);
      while ((await seal()).count > 0);
      expect((await byPages()).more).toBe(5);
    });
  });

  it.each(['audit', 'audit_seal', 'audit_checkpoint'])(
    'is append-only for the product itself, also in %s (C10)',
    async (table) => {
      const column = table === 'audit' ? 'action' : 'mac';
      for (const statement of [
        `update ${table} set ${column} = 'other' where false`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await expect(database.executeSql(statement), statement).rejects.toThrow('append-only');
    },
  );

  it.each([
    ['a changed entry', "update audit set action = 'zwei' where action = 'two'", 'was changed'],
    ['a missing entry', "delete from audit where action = 'two'", 'is missing'],
    ['a missing link', 'delete from audit_seal where seq = 2', 'is missing'],
    ['a cut tail', 'delete from audit_seal where seq > 2', 'does not reach the checkpoint'],
    [
      'a number that was never given',
      'update audit set id = 900000 where id = (select max(id) from audit)',
      'was never given out',
    ],
    ['an audit that was emptied', everything, 'all entries are missing'],
  ])('shows %s (C10)', async (_name, statement, finding) => {
    await tamper(statement);
    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    expect(findings.join('\n')).toContain(finding);
  });

  it('shows a tail that was cut with its checkpoints to who kept one elsewhere (D11)', async () => {
    await add('five');
    const last = (await seal()).checkpoint;
    await tamper(
      'delete from audit where action = $$five$$',
      'delete from audit_seal where seq = 5',
      'delete from audit_checkpoint where seq = 5',
    );
    expect(await findings([checkpoints])).toEqual([]);
    const { signature: _, ...noted } = { ...checkpoints, ...last };
    expect(await findings([noted])).toEqual(['the chain does not reach the checkpoint at 5 of the data folder']);
    expect(await findings([{ ...checkpoints, mac: 'other' }])).toEqual([
      'the checkpoint at 4 of the data folder was changed',
    ]);
  });

  it('shows an entry that the product did not write, before its seal and after', async () => {
    await database.executeSql(`insert into audit (action, entity, entity_id) values ('approve', 'order', 1)`);
    await database.executeSql(`insert into audit (created_at, action, before, after, mark)
      select created_at, action, before, after, mark from audit where action = 'two'`);
    const [forged, copied] = (await database.executeSql('select id from audit order by id desc limit 2')).rows
      .map(({ id }) => id)
      .reverse();
    expect(await findings()).toEqual([`the entry ${forged} was not written by the product`]);
    expect((await seal()).strange).toEqual([forged]);
    expect(await findings()).toEqual([
      `the entry ${forged} was not written by the product`,
      `the entry ${copied} is a copy of another`,
    ]);
  });

  it('still holds with a new column, and after an update from before there were marks', async () => {
    const old = `insert into audit (action, before, after) values ('old', '{"a": 1}', '{}')`;
    await tamper(everything, old);
    const { rows } = await database.executeSql(`select (to_jsonb(a) - 'mark')::text as entry, id from audit a`);
    const mac = secrets.mac('audit', `\n${rows[0]?.entry}`);
    await database.executeSql('insert into audit_seal (seq, audit_id, mac) values (1, $1, $2)', [rows[0]?.id, mac]);
    await database.executeSql(old);
    await add('new');
    expect(await seal()).toMatchObject({ count: 2, strange: [] });
    expect(await verify()).toMatchObject({ ok: true, sealed: 3 });
    await transaction(database, async (trx) => {
      await sql`alter table audit add column later text default 'x'`.execute(trx);
      expect((await verifyAudit(trx, secrets)).findings).toEqual([]);
      await sql`alter table audit drop column later`.execute(trx);
    });
    await database.executeSql(old);
    expect((await seal()).strange).toHaveLength(1);
  });
});

it('is verified by a command that is told what was kept elsewhere', async () => {
  const { url, drop } = await createPostgres('template0');
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY: 'a secret key for tests alone', DATA_DIR: tmpdir() };
  const command = ['--import', 'tsx', 'scripts/audit.ts', 'verify', '--expect', '7:abc'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
  expect(stderr).toContain('the chain does not reach the checkpoint at 7 of what is expected\n');
  expect([status, stdout]).toEqual([1, '0 entries are sealed, 0 wait for their seal, 1 findings\n']);
  await drop();
});

it('is sealed by one of several processes at a time; the others leave it to that one', async () => {
  const database = await freshDatabase('postgres');
  await transaction(database, (trx) => audit({ contract, trx, now: new Date(), secrets }, { action: 'one' }));
  const other = await openDatabase({ databaseUrl: await addressOf(database), connections: 1 });
  const counts = await transaction(database, async (trx) => {
    const { count } = await sealAudit(trx, secrets);
    // Runs before this process has committed.
    const its = await transaction(other, (theirs) => sealAudit(theirs, secrets));
    return [count, its.count];
  });
  await other.close();
  expect(counts).toEqual([1, 0]);
  await database.close();
});

it('keeps checkpoints in a file that is its operator’s alone (D11)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licence-checkpoints-'));
  const file = checkpointPath(join(folder, 'data'));
  expect(readCheckpoints(file)).toEqual([]);
  const checkpoints = [1, 2].map((seq) => ({ seq, mac: `mac-${seq}`, signature: `sign-${seq}` }));
  for (const checkpoint of checkpoints) await createCheckpointFile(file).keep(checkpoint);
  expect(readCheckpoints(file)).toEqual(checkpoints);
  expect([join(folder, 'data'), file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  writeFileSync(file, 'nonsense\n', { flag: 'a' });
  expect(readCheckpoints(file).at(-1)).toEqual({ seq: 0, mac: '', signature: '' });
  rmSync(folder, { recursive: true });
});

it('begins the file of checkpoints anew when it is long, and still reads the former one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licence-checkpoints-'));
  const file = checkpointPath(folder);
  const keeper = createCheckpointFile(file, 300);
  for (let seq = 1; seq <= 40; seq += 1) await keeper.keep({ seq, mac: `mac-${seq}`, signature: `sign-${seq}` });
  expect(readdirSync(folder).sort()).toEqual(['checkpoints.log', 'checkpoints.log.1']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(400);
  const checkpoints = readCheckpoints(file).map(({ seq }) => seq);
  expect(checkpoints.length).toBeGreaterThan(5);
  expect(checkpoints).toEqual(Array.from(checkpoints, (_, at) => 41 - checkpoints.length + at));
  rmSync(folder, { recursive: true });
});
