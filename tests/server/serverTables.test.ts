import { expect, it } from 'vitest';
import { serverTables } from '../../contract/checks/support/serverTables.ts';
import { contract } from '../../contract/index.ts';
import { startCast } from '../support/cast.ts';

it('the tables that no entity may have are those of the database that no entity declares', async () => {
  const cast = await startCast('pglite');
  const { rows } = await cast.database.executeSql(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  await cast.close();
  const declared = new Set(contract.entities.map(({ table }) => table));
  const others = rows
    .map(({ name }) => String(name))
    .filter((name) => !declared.has(name) && !name.includes('_summary__'));
  expect([...serverTables].toSorted()).toEqual(others);
}, 60_000);
