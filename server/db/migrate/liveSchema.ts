import type { Contract } from '../../../contract/schema/entity.ts';
import { type Database, executeInTransaction, type SqlExecutor, transaction } from '../connection.ts';
import { foreignKeySql, joinTablesSql, tableSql } from '../schema/ddl.ts';
import { constraintExtensions } from '../schema/tableConstraints.ts';
import { rollupsSql } from '../summary/rollups.ts';
import { storedScopesSql } from '../summary/storedScopes.ts';
import { summariesSql } from '../summary/summaryTables.ts';

/** The tables of a database as PostgreSQL itself prints them, so that two schemas can be compared. */

export interface SchemaColumn {
  readonly type: string;
  readonly nullable: boolean;
  /** The default as an expression. */
  readonly standard: string | null;
  /** The limits of a text, as columnComment.ts writes them. */
  readonly remark: string | null;
}
export interface SchemaConstraint {
  readonly kind: 'check' | 'foreign key' | 'exclusion';
  readonly columns: readonly string[];
  readonly definition: string;
}
export interface SchemaIndex {
  readonly definition: string;
  readonly unique: boolean;
  /** It covers live records only. */
  readonly live: boolean;
  /** It belongs to a constraint that a migration wrote. */
  readonly constrains: boolean;
}
export interface SchemaTrigger {
  /** The event that fires it, and its body. */
  readonly definition: string;
}
export interface SchemaTable {
  readonly columns: ReadonlyMap<string, SchemaColumn>;
  readonly constraints: ReadonlyMap<string, SchemaConstraint>;
  readonly indexes: ReadonlyMap<string, SchemaIndex>;
  readonly triggers: ReadonlyMap<string, SchemaTrigger>;
}
export type DatabaseSchema = ReadonlyMap<string, SchemaTable>;

const columnQuery = `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as standard,
    col_description(c.oid, a.attnum) as remark
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname, a.attnum`;

const constraintQuery = `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition,
    case k.contype when 'c' then 'check' when 'x' then 'exclusion' else 'foreign key' end as kind,
    (select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x')
  order by c.relname, k.conname`;

const indexQuery = `select c.relname as "table", n.relname as name, pg_get_indexdef(i.indexrelid) as definition,
    i.indisunique as "unique", coalesce(pg_get_expr(i.indpred, i.indrelid) = '(deleted_at IS NULL)', false) as live,
    exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u')) as constrains
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype = 'x')
  order by c.relname, n.relname`;

const triggerQuery = `select c.relname as "table", t.tgname as name, pg_get_triggerdef(t.oid) || ' ' || f.prosrc as definition
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by c.relname, t.tgname`;

/** The schemas that are read: the one of the program, or the temporary one of this session. */
const schemaNames = { own: "'public'::regnamespace", temporary: 'pg_my_temp_schema()' };

/** A definition without the schema in front of the names of tables and functions. */
const unqualified = (definition: string): string => definition.replace(/\b(?:public|pg_temp(?:_\d+)?)\./g, '');

/** The rows of a query by table and name; every row has both columns. */
async function byTable<T>(
  database: SqlExecutor,
  query: string,
  room: keyof typeof schemaNames,
): Promise<Map<string, Map<string, T>>> {
  const found = new Map<string, Map<string, T>>();
  const { rows } = await database.executeSql(query.replaceAll(schemaNames.own, schemaNames[room]));
  for (const { table, name, ...rest } of rows) {
    const named = found.get(String(table)) ?? new Map<string, T>();
    const definition = rest['definition'];
    const plain = typeof definition === 'string' ? { ...rest, definition: unqualified(definition) } : rest;
    found.set(String(table), named.set(String(name), plain as T));
  }
  return found;
}

/** The extensions that declared indexes and constraints need; they cannot be created among temporary tables. */
const extensionsSql = ({ entities }: Contract): string =>
  ['create extension if not exists pg_trgm;', ...new Set(entities.flatMap(constraintExtensions))].join('\n');

/** The tables of an open database (or transaction) with their columns, checks, foreign keys, indexes and triggers. */
export async function readSchema(
  database: SqlExecutor,
  room: keyof typeof schemaNames = 'own',
): Promise<DatabaseSchema> {
  const columns = await byTable<SchemaColumn>(database, columnQuery, room);
  const constraints = await byTable<SchemaConstraint>(database, constraintQuery, room);
  const indexes = await byTable<SchemaIndex>(database, indexQuery, room);
  const triggers = await byTable<SchemaTrigger>(database, triggerQuery, room);
  const tableOf = (name: string): SchemaTable => ({
    columns: columns.get(name) ?? new Map(),
    constraints: constraints.get(name) ?? new Map(),
    indexes: indexes.get(name) ?? new Map(),
    triggers: triggers.get(name) ?? new Map(),
  });
  return new Map([...columns.keys()].map((name) => [name, tableOf(name)]));
}

const rolledBack = Symbol('rolled back');

/**
 * Runs work in a transaction that is rolled back.
 * @throws what the work throws
 */
export async function inRolledBackTransaction<T>(
  database: Database,
  work: (sql: SqlExecutor) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  const run = transaction(database, async (trx) => {
    result = { value: await work(executeInTransaction(trx)) };
    throw rolledBack;
  });
  await run.catch((error) => {
    if (error !== rolledBack) throw error;
  });
  return (result as { value: T }).value;
}

/** The statements that create the tables of entities with their constraints, triggers and summaries. */
export const declaredSchemaSql = ({ entities }: Contract): string =>
  [
    ...entities.map(tableSql),
    ...entities.flatMap(foreignKeySql),
    ...entities.flatMap((entity) => [...joinTablesSql(entity).values()]),
    ...entities.flatMap(storedScopesSql),
    ...entities.flatMap(summariesSql),
    ...entities.flatMap(rollupsSql),
  ].join('\n');

/** Puts temporary tables first in the search path. A function there is found by its qualified name only. */
const asTemporary = (made: string): string =>
  [
    'set local search_path to pg_temp, public;',
    made.replaceAll(' execute function "', ' execute function pg_temp."'),
  ].join('\n');

/**
 * The schema that entities declare. Their tables are created as temporary ones in a transaction that is rolled back, so
 * that nobody is blocked.
 * @throws if a declaration makes no table
 */
export const declaredSchema = (database: Database, contract: Contract): Promise<DatabaseSchema> =>
  inRolledBackTransaction(database, async (sql) => {
    await sql.executeSql([extensionsSql(contract), asTemporary(declaredSchemaSql(contract))].join('\n'));
    return readSchema(sql, 'temporary');
  });
