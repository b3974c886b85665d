import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, transaction } from '../../../server/db/connection.ts';
import { forEachEngine, freshDatabase } from '../../support/database.ts';

forEachEngine('a database', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await freshDatabase(engine, { statementTimeoutMs: 1500 });
    await sql`create table thing (id bigint generated always as identity primary key, name text unique)`.execute(database.db);
  });
  afterAll(() => database.close());

  const names = async (): Promise<unknown[]> => {
    const { rows } = await sql<{ name: string }>`select name from thing order by id`.execute(database.db);
    return rows.map((row) => row.name);
  };
  test('x', async () => { expect(await names()).toEqual([]); });
});
