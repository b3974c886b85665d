import { sql } from 'kysely';
import { openDatabase, transaction } from '../../server/db/connection.ts';

/**
 * A process to be killed: inserts rows, one per transaction, and prints each number once it is committed.
 * Argument: the data folder.
 */
const [dataDir] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
for (let id = 1; ; id++) {
  const filler = String(id).repeat(200);
  await transaction(database, (trx) => sql`insert into thing values (${id}, ${filler})`.execute(trx));
  if (id % 50 === 20) await sql`checkpoint`.execute(database.db);
  process.stdout.write(`${id}\n`);
}
