import { type Kysely, sql } from 'kysely';
import type { Database } from '../connection.ts';
import type { Tables } from '../schema/tables.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * An online migration holds nobody up: its statements run one after the other, each outside a transaction, and may be
 * run again when the process ends between two of them. It begins with this line and holds nothing else than constraints
 * to be validated, indexes to be made or dropped `concurrently`, empty columns and triggers, and rows to be written as they
 * are, so many at a time, for what triggers make of them.
 */
const mark = '-- online: each statement by itself, without a transaction; it may be run again';
const allowed =
  /^(alter table "?\w+"? validate constraint |create (unique )?index concurrently if not exists |drop index concurrently if exists )/;
/** Done in a moment, but for the lock on the table, for which all who come later would wait as well. */
const brief = /^(alter table "\w+" add column if not exists "\w+" \w+;?$|create or replace (function|trigger) )/;
/** Rows that are written as they are. */
const rewriting = /^update "(\w+)" set ("\w+") = \2;?$/;

export const onlineSql = (statements: readonly string[]): string => `${[mark, ...statements].join('\n')}\n`;

const withoutComments = (text: string): string => text.replace(/^\s*--.*$/gm, '').trim();
export const isOnlineStatement = (statement: string): boolean =>
  [allowed, brief, rewriting].some((one) => one.test(withoutComments(statement)));
/** Of `set not null` by a check (see alter.ts): what is at once done, and only, after the check was validated online. */
export const isAfterOnline = (statement: string): boolean =>
  /^alter table "\w+" (alter column "\w+" set not null|drop constraint "\w+_not_null");$/.test(statement);
export const isOnlineMigration = (text: string): boolean => text.startsWith('-- online');

/** The same, for a transaction: where nobody is held up, or all is to be undone together. */
export const withinTransaction = (text: string): string => text.replaceAll(' index concurrently ', ' index ');

function statementsOf({ name, text }: Migration): string[] {
  // The body of a function has statements of its own.
  const statements = (withoutComments(text).match(/(?:\$\$.*?\$\$|.)+?(?:;\s*(?=\n|$)|$)/gs) ?? []).map((one) =>
    one.trim().replace(/;$/, ''),
  );
  const other = statements.find((statement) => !isOnlineStatement(statement));
  if (other === undefined) return statements;
  throw new Error(`the migration ${name} is online, and "${other}" cannot be: write it into another one`);
}

/** An index that was begun and not finished stands in the way of its next try. */
async function dropUnfinished(db: Kysely<Tables>, statement: string): Promise<void> {
  const [, name] = /^create (?:unique )?index concurrently if not exists "?(\w+)"?/.exec(statement) ?? [];
  if (name === undefined) return;
  const { rows } = await sql`select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = 'public'::regnamespace and not i.indisvalid`.execute(db);
  if (rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
}

/** Rows that one statement holds until it ends. */
const atOnce = 2_000;

/** Runs a statement; one that rewrites a table takes the rows that are there one part after the other. */
async function runStatement(db: Kysely<Tables>, statement: string): Promise<void> {
  // It waits for others, and nobody for it: there is no hurry.
  const timeout = brief.test(statement) ? '5s' : '0';
  await sql`select set_config('lock_timeout', ${timeout}, false)`.execute(db);
  const [, table] = rewriting.exec(statement) ?? [];
  if (table === undefined) {
    await dropUnfinished(db, statement);
    await sql.raw(statement).execute(db);
    return;
  }
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from ${sql.table(table)}`.execute(db);
  for (let from = 0; from < (rows[0]?.last ?? 0); from += atOnce)
    await sql.raw(`${statement} where id > ${from} and id <= ${from + atOnce}`).execute(db);
}

async function run(db: Kysely<Tables>, lockKey: number, migration: Migration): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lockKey}) as got`.execute(db);
  if (!rows[0]?.got) return false;
  try {
    await sql`select set_config('statement_timeout', '0', false)`.execute(db);
    for (const statement of statementsOf(migration)) await runStatement(db, statement);
    const { version, name, checksum } = migration;
    await sql`insert into schema_migration (version, name, checksum) values (${version}, ${name}, ${checksum})
      on conflict do nothing`.execute(db);
    return true;
  } finally {
    await sql.raw('reset statement_timeout; reset lock_timeout').execute(db);
    await sql`select pg_advisory_unlock(${lockKey})`.execute(db);
  }
}

/**
 * Applies an online migration to a PostgreSQL server. In: the database, the lock that processes take turns by, the
 * migration. Out: false, and nothing done, when another process has the lock. Throws what a statement throws.
 */
export const applyOnline = (database: Database, lockKey: number, migration: Migration): Promise<boolean> =>
  database
    .on({ limitMs: 0 })
    .db.connection()
    .execute((db) => run(db, lockKey, migration));
