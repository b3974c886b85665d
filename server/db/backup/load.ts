import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { rollupMark } from '../summary/rollups.ts';
import { type DatabaseDump, tableFile } from './dump.ts';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const foreignKeys = sql<ForeignKey>`select c.relname as "table", k.conname as name,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`;

/** The columns of each table that can be written. */
const columns = sql<{ table: string; names: string[] }>`select c.relname as "table",
    json_agg(a.attname order by a.attnum) as names
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
  group by 1`;

/** The triggers that count and sum children: the rows of the parents come with their counts and sums. */
const rollupTriggers = sql<{ table: string; name: string }>`select c.relname as "table", t.tgname as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and strpos(t.tgname, ${rollupMark}) > 0 and not t.tgisinternal
  order by 1, 2`;

const linesAtOnce = 500;
const charactersAtOnce = 4_000_000;

/** The lines of a file, in batches for one statement each. */
async function* batches(file: string): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    batch.push(line);
    characters += line.length;
    if (batch.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function loadTable(trx: Kysely<Tables>, file: string, table: string, names: readonly string[]): Promise<number> {
  const into = sql.join(names.map((name) => sql.ref(name)));
  // Rows that a migration inserted are in the backup as well, as they were then.
  const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(trx);
  if (rows.length > 0) await sql`delete from ${sql.table(table)}`.execute(trx);
  let count = 0;
  for await (const lines of batches(file)) {
    await sql`insert into ${sql.table(table)} (${into}) overriding system value
      select ${into} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${lines.join()}]`}::jsonb)`.execute(
      trx,
    );
    count += lines.length;
  }
  return count;
}

const change = ({ table, name }: ForeignKey, what: 'add' | 'drop') =>
  sql`alter table ${sql.table(table)} ${sql.raw(what)} constraint ${sql.ref(name)}`;

const switched = ({ table, name }: { table: string; name: string }, what: 'enable' | 'disable') =>
  sql`alter table ${sql.table(table)} ${sql.raw(what)} trigger ${sql.ref(name)}`;

/**
 * Fills the tables of a fresh schema from a folder that `dump` wrote. Foreign keys are dropped and created again after
 * all rows, so that a row with a missing reference is refused.
 * @param dump what `dump` returned
 * @throws a sentence if a table or a row is missing; the caller's transaction then rolls back
 */
export async function loadDatabase(
  trx: Kysely<Tables>,
  folder: string,
  { tables, sequences }: DatabaseDump,
): Promise<void> {
  const keys = (await foreignKeys.execute(trx)).rows;
  const columnsByTable = new Map((await columns.execute(trx)).rows.map((one) => [one.table, one.names]));
  const triggers = (await rollupTriggers.execute(trx)).rows;
  for (const key of keys) await change(key, 'drop').execute(trx);
  for (const trigger of triggers) await switched(trigger, 'disable').execute(trx);
  for (const [table, rows] of Object.entries(tables)) {
    const names = columnsByTable.get(table);
    if (!names) throw new Error(`the backup has a table "${table}" that the schema of its version does not have`);
    const loaded = await loadTable(trx, tableFile(folder, table), table, names);
    if (loaded !== rows) throw new Error(`the backup has ${loaded} of the ${rows} rows of "${table}"`);
  }
  for (const key of keys) await sql`${change(key, 'add')} ${sql.raw(key.definition)}`.execute(trx);
  for (const trigger of triggers) await switched(trigger, 'enable').execute(trx);
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await sql`select setval(${`public."${name}"`}::regclass, ${last}::bigint)`.execute(trx);
}
