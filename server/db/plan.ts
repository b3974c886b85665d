import { type Entity, joinedFields, storedFields } from '../../contract/entity.ts';
import { alterations, renames } from './alter.ts';
import { type Database, openDatabase, type SqlExecutor } from './connection.ts';
import { foreignKeySql, joinTablesSql, tableSql } from './ddl.ts';
import { differences, sentenceOf } from './drift.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { isOnlineStatement, onlineSql, withinTransaction } from './online.ts';
import { declaredSchema, readSchema, type Schema, tried } from './schema.ts';

/** The next migration of an entity: its SQL (empty when there is nothing to do), or why there is none. */
export interface MigrationPlan {
  readonly sql: string;
  /** What follows in a migration of its own, since it holds nobody up outside a transaction (see online.ts). */
  readonly online: string;
  /** One sentence for each change that is left to a person. */
  readonly refusals: readonly string[];
}

/** References to entities whose tables are still to be made. */
function refusedReferences(entity: Entity, entities: readonly Entity[], live: Schema): string[] {
  return [...storedFields(entity), ...joinedFields(entity)].flatMap(([name, { to, items }]) => {
    const target = entities.find((one) => one.name === (to ?? items?.to));
    if (!target || target === entity || live.has(target.table)) return [];
    return [`${entity.name}.${name} points to ${target.name}, which has no table yet; write its migration first`];
  });
}

const refused = (refusals: readonly string[]): MigrationPlan => ({ sql: '', online: '', refusals });
const sqlOf = (statements: readonly string[]): string => statements.map((statement) => `${statement}\n`).join('');

/** Tries the changes of a table that is there, and looks at what they leave. */
async function changes(
  database: SqlExecutor,
  entity: Entity,
  entities: readonly Entity[],
  declared: Schema,
  first: readonly string[],
): Promise<MigrationPlan> {
  if (first.length > 0) await database.executeSql(sqlOf(first));
  const found = differences(await readSchema(database), declared, entity);
  const { statements, refusals } = alterations(entity, found, entities);
  if (refusals.length > 0) return refused(refusals);
  if (statements.length > 0) await database.executeSql(withinTransaction(sqlOf(statements)));
  const left = differences(await readSchema(database), declared, entity).map(sentenceOf);
  if (left.length > 0) throw new Error(`the migration would leave: ${left.join('; ')}`);
  const online = statements.filter(isOnlineStatement);
  const rest = statements.filter((statement) => !isOnlineStatement(statement));
  return { sql: sqlOf([...first, ...rest]), online: online.length > 0 ? onlineSql(online) : '', refusals: [] };
}

/**
 * Plans the next migration of an entity over a database without rows that has all migrations so far, and leaves it
 * as it was. In: the database, the entity, all entities. Out: see MigrationPlan. Throws when the declarations make
 * no tables.
 */
export async function planOver(
  database: Database,
  entity: Entity,
  entities: readonly Entity[],
): Promise<MigrationPlan> {
  const live = await readSchema(database);
  const early = refusedReferences(entity, entities, live);
  if (early.length > 0) return refused(early);
  const table = live.get(entity.table);
  if (!table)
    return {
      sql: sqlOf([tableSql(entity), ...foreignKeySql(entity, entities), ...joinTablesSql(entity, entities).values()]),
      online: '',
      refusals: [],
    };
  const declared = await declaredSchema(database, entities);
  return tried(database, (sql) => changes(sql, entity, entities, declared, renames(entity, table)));
}

/** Runs work on a database in memory that has these migrations and is gone afterwards. */
export async function inMemory<T>(
  work: (database: Database) => Promise<T>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<T> {
  const database = await openDatabase({});
  try {
    await migrate(database, migrations);
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Plans the next migration of an entity: its table where there is none yet, else what changed since.
 * In: the entity, all entities, the migrations so far. Out: see MigrationPlan.
 */
export const planMigration = (
  entity: Entity,
  entities: readonly Entity[],
  migrations: readonly Migration[] = readMigrations(),
): Promise<MigrationPlan> => inMemory((database) => planOver(database, entity, entities), migrations);
