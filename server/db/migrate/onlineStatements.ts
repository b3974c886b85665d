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
 * An online migration blocks nobody: its statements run one after the other, each outside a transaction, and may be run
 * again if the process ends between two of them. It begins with this line. It may only validate constraints, create or
 * drop indexes `concurrently`, add empty columns and triggers, and rewrite rows unchanged, in batches, so that triggers
 * fill columns.
 */
const mark = '-- online: each statement by itself, without a transaction; it may be run again';
const allowed =
  /^(alter table "?\w+"? validate constraint |create (unique )?index concurrently if not exists |drop index concurrently if exists )/;
/** Quick once the statement has its lock; but while it waits for the lock, all later statements wait as well. */
const brief = /^(alter table "\w+" add column if not exists "\w+" \w+;?$|create or replace (function|trigger) )/;
/** Rows that are rewritten unchanged, for the triggers. */
const rewriting = /^update "(\w+)" set ("\w+") = \2;?$/;

export const onlineSql = (statements: readonly string[]): string => `${[mark, ...statements].join('\n')}\n`;

const withoutComments = (text: string): string => text.replace(/^\s*--.*$/gm, '').trim();
export const isOnlineStatement = (statement: string): boolean =>
  [allowed, brief, rewriting].some((one) => one.test(withoutComments(statement)));
/** Statements of `set not null` by a check (see alter.ts): quick, but only after the check was validated online. */
export const isAfterOnline = (statement: string): boolean =>
  /^alter table "\w+" (alter column "\w+" set not null|drop constraint "\w+_not_null");$/.test(statement);
export const isOnlineMigration = (text: string): boolean => text.startsWith('-- online');

/** The same migration for a transaction: if nobody can be blocked, or if everything is to be rolled back together. */
export const withinTransaction = (text: string): string => text.replaceAll(' index concurrently ', ' index ');

function statementsOf({ name, text }: Migration): string[] {
  // The body of a function has semicolons of its own.
  const statements = (withoutComments(text).match(/(?:\$\$.*?\$\$|.)+?(?:;\s*(?=\n|$)|$)/gs) ?? []).map((one) =>
    one.trim().replace(/;$/, ''),
  );
  const other = statements.find((statement) => !isOnlineStatement(statement));
  if (other === undefined) return statements;
  throw new Error(`the migration ${name} is online, but "${other}" cannot run online: move it into another migration`);
}

/** Drops an invalid index of an interrupted try, which would prevent the next try. */
async function dropUnfinished(db: Kysely<Tables>, statement: string): Promise<void> {
  const [, name] = /^create (?:unique )?index concurrently if not exists "?(\w+)"?/.exec(statement) ?? [];
  if (name === undefined) return;
  const { rows } = await sql`select from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = 'public'::regnamespace and not i.indisvalid`.execute(db);
  if (rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
}

/** The rows that one statement locks until it ends. */
const atOnce = 2_000;

/** Runs a statement; one that rewrites a table runs in batches of rows. */
async function runStatement(db: Kysely<Tables>, statement: string): Promise<void> {
  // A statement that is not brief may wait without limit, since nobody waits for it.
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
 * Applies an online migration to a PostgreSQL server.
 * @param lockKey the advisory lock of all migrating processes
 * @returns false, with nothing done, if another process has the lock
 * @throws what a statement throws
 */
export const applyOnline = (database: Database, lockKey: number, migration: Migration): Promise<boolean> =>
  database
    .withLimits({ limitMs: 0 })
    .db.connection()
    .execute((db) => run(db, lockKey, migration));
