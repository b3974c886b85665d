import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, transaction } from '../../server/db/connection.ts';
import { sealAudit, verifyAudit } from '../../server/domain/seal.ts';
import { createSecrets } from '../../server/domain/secret.ts';
import { freshDatabase } from '../support/database.ts';

const secrets = createSecrets('a secret key for tests alone');

describe.each(['pglite', 'postgres'] as const)('the sealed audit on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());
  const add = (action: string) =>
    database.db
      .insertInto('audit')
      .values({ action, before: '{}' as never, after: '{}' as never })
      .execute();
  const seal = () => transaction(database, (trx) => sealAudit(trx, secrets));
  const verify = () => verifyAudit(database.db, secrets);
  /** What somebody with the rights of the database's owner could do. */
  const tamper = (statement: string) =>
    database.db.connection().execute(async (connection) => {
      await sql.raw('alter table audit disable trigger audit_append_only').execute(connection);
      await sql.raw(statement).execute(connection);
      await sql.raw('alter table audit enable trigger audit_append_only').execute(connection);
    });
  beforeEach(async () => {
    await tamper('truncate audit, audit_seal, audit_checkpoint');
    for (const action of ['one', 'two', 'three', 'four']) await add(action);
    await seal();
  });

  it('is whole when nobody touched it, and late entries join', async () => {
    await add('five');
    expect(await seal()).toBe(1);
    expect(await verify()).toEqual({ ok: true, sealed: 5, findings: [] });
  });

  it('seals an entry that commits after later ones, and shows one that came too late for it', async () => {
    await database.executeSql(`insert into audit (id, action) values (-5, 'late'), (-20000, 'too late')`);
    expect(await seal()).toBe(1);
    expect((await verify()).findings).toEqual(['the entry -20000 was never sealed']);
  });

  it('is append-only for the product itself (C10)', async () => {
    await expect(database.db.updateTable('audit').set({ action: 'other' }).execute()).rejects.toThrow('append-only');
    await expect(database.db.deleteFrom('audit').execute()).rejects.toThrow('append-only');
  });

  it.each([
    ['a changed entry', "update audit set action = 'zwei' where action = 'two'", 'was changed'],
    ['a missing entry', "delete from audit where action = 'two'", 'is missing'],
    ['a missing link', 'delete from audit_seal where seq = 2', 'is missing'],
    ['a cut tail', 'delete from audit_seal where seq > 2', 'does not reach the checkpoint'],
  ])('shows %s (C10)', async (_name, statement, finding) => {
    await tamper(statement);
    const { ok, findings } = await verify();
    expect(ok).toBe(false);
    expect(findings.join('\n')).toContain(finding);
  });
});
