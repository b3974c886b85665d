import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Kysely, sql } from 'kysely';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { Tables } from '../schema/tables.ts';
import { summaryTables } from '../summary/summaryTables.ts';

/** The content of a database at one moment, besides the rows themselves. */
export interface DatabaseDump {
  /** The applied migrations, in order. */
  readonly migrations: readonly { readonly version: number; readonly name: string; readonly checksum: string }[];
  /** The number of rows per table. */
  readonly tables: Readonly<Record<string, number>>;
  /** The last number that each sequence gave out; null if it gave none. */
  readonly sequences: Readonly<Record<string, number | null>>;
}

/**
 * Without the tables that triggers fill, and without the change log, whose readers do not follow it into another
 * database.
 */
const tableQuery = ({ entities }: Contract) => sql<{ name: string }>`select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in (${sql.join(['schema_migration', 'record_change', ...entities.flatMap(summaryTables)])}) order by 1`;
const sequenceQuery = sql<{ name: string; last: number | null }>`select sequencename as name, last_value as last
  from pg_sequences where schemaname = 'public' and sequencename <> 'record_change_id_seq' order by 1`;
const atOnce = 500;

/** The file with the rows of a table, one line of JSON each. */
export const tableFile = (folder: string, table: string): string => join(folder, `${table}.jsonl`);

/** The rows of a table as lines of JSON, 500 at a time. */
async function* linesOf(trx: Kysely<Tables>, table: string): AsyncGenerator<string[]> {
  await sql`declare lines no scroll cursor for select to_jsonb(t)::text as line from ${sql.table(table)} t`.execute(
    trx,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(atOnce)} from lines`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close lines`.execute(trx);
}

async function dumpTable(trx: Kysely<Tables>, folder: string, table: string): Promise<number> {
  let rows = 0;
  async function* text() {
    for await (const lines of linesOf(trx, table)) {
      rows += lines.length;
      yield `${lines.join('\n')}\n`;
    }
  }
  await pipeline(Readable.from(text()), createWriteStream(tableFile(folder, table), { mode: 0o600 }));
  return rows;
}

/**
 * Writes every row of the database into a folder, one file per table. Sequences ignore transactions, so they are read
 * last: each is at or beyond the ids of the rows.
 * @param trx a transaction that sees one snapshot
 * @param folder is created
 * @returns what there is besides the rows
 */
export async function dumpDatabase(trx: Kysely<Tables>, contract: Contract, folder: string): Promise<DatabaseDump> {
  mkdirSync(folder, { mode: 0o700 });
  const migrations = await sql<DatabaseDump['migrations'][number]>`select version, name, checksum from schema_migration
    order by version`.execute(trx);
  const tables: Record<string, number> = {};
  for (const { name } of (await tableQuery(contract).execute(trx)).rows)
    tables[name] = await dumpTable(trx, folder, name);
  const sequences = (await sequenceQuery.execute(trx)).rows.map(({ name, last }) => [name, last] as const);
  return { migrations: migrations.rows, tables, sequences: Object.fromEntries(sequences) };
}
