import { storedScopes } from '../../../contract/access/storedScope.ts';
import { rollupsOfChild } from '../../../contract/relations/rollups.ts';
import { type Contract, type Entity, joinedFields, storedFields } from '../../../contract/schema/entity.ts';
import { type Database, openDatabase, type SqlExecutor } from '../connection.ts';
import { foreignKeySql, joinTablesSql, tableSql } from '../schema/ddl.ts';
import { rollupsSql } from '../summary/rollups.ts';
import { storedScopesSql } from '../summary/storedScopes.ts';
import { summariesSql } from '../summary/summaryTables.ts';
import { alterations } from './alter.ts';
import { describeDifference, schemaDifferences } from './drift.ts';
import { type DatabaseSchema, declaredSchema, inRolledBackTransaction, readSchema } from './liveSchema.ts';
import { checksumOf, type Migration, migrate, readMigrations } from './migrate.ts';
import { isAfterOnline, isOnlineStatement, onlineSql, withinTransaction } from './onlineStatements.ts';
import { renamedEntity, renamedFields, retiredFields } from './rename.ts';

/** The next migration of an entity: its SQL (empty if there is nothing to do), or why it is refused. */
export interface MigrationPlan {
  readonly sql: string;
  /** A migration of its own that runs outside a transaction and blocks nobody (see onlineStatements.ts). */
  readonly online: string;
  /** A third migration in a short transaction, which relies on what the second has validated. */
  readonly after: string;
  /** One sentence for each change that a developer has to decide. */
  readonly refusals: readonly string[];
}

/** A reference to another entity whose table does not exist yet. */
interface EarlyReference {
  readonly name: string;
  readonly target: Entity;
}

const earlyReferences = (entity: Entity, live: DatabaseSchema): EarlyReference[] =>
  [...storedFields(entity), ...joinedFields(entity)].flatMap(([name, { to, items }]) => {
    const target = entity.contract.byName.get(to ?? items?.to ?? '');
    return !target || target === entity || live.has(target.table) ? [] : [{ name, target }];
  });

const refusedReferences = (entity: Entity, live: DatabaseSchema): string[] =>
  earlyReferences(entity, live).map(
    ({ name, target }) =>
      `${entity.name}.${name} refers to ${target.name}, which has no table yet; write its migration first`,
  );

/** True if an entity refers to another one, also through others whose tables do not exist yet. */
function leadsTo(from: Entity, to: Entity, live: DatabaseSchema, seen: ReadonlySet<Entity> = new Set()): boolean {
  if (seen.has(from)) return false;
  const known = new Set([...seen, from]);
  return earlyReferences(from, live).some(({ target }) => target === to || leadsTo(target, to, live, known));
}

/** References that lead in a circle through entities whose tables do not exist yet, so that none can be made first. */
const circularReferences = (entity: Entity, live: DatabaseSchema): string[] =>
  live.has(entity.table)
    ? []
    : earlyReferences(entity, live)
        .filter(({ target }) => leadsTo(target, entity, live))
        .map(
          ({ name, target }) =>
            `${entity.name}.${name} refers to ${target.name}, which refers back to ${entity.name}, and neither has a table yet; leave a reference that may be empty out, write the migrations, then add it and write them again`,
        );

/** Stored scopes that copy a field whose column another entity's migration has yet to make. */
function refusedScopes(entity: Entity, live: DatabaseSchema): string[] {
  return storedScopes(entity).flatMap(({ reference, to, field }) => {
    const target = entity.contract.byName.get(to);
    if (!target || target === entity || live.get(target.table)?.columns.has(field)) return [];
    return [
      `${entity.name}.${reference} copies ${to}.${field}, which has no column yet; write the migration of ${to} first`,
    ];
  });
}

/** Counts and sums of this entity's records whose columns another entity's migration has yet to make. */
function refusedRollups(entity: Entity, live: DatabaseSchema): string[] {
  return rollupsOfChild(entity).flatMap(({ parent, fields }) =>
    fields
      .filter(({ name }) => parent !== entity && !live.get(parent.table)?.columns.has(name))
      .map(
        ({ name }) =>
          `${entity.name} is counted or summed in ${parent.name}.${name}, which has no column yet; write the migration of ${parent.name} first`,
      ),
  );
}

/** A comment in the SQL if the table to be renamed does not exist, so that its rows are not overlooked. */
const newTable = ({ migrate: { renamedFrom } = {} }: Entity): string[] =>
  renamedFrom === undefined
    ? []
    : [`-- There is no table "${renamedFrom}" that could be renamed: this one begins without rows.`];

const refused = (refusals: readonly string[]): MigrationPlan => ({ sql: '', online: '', after: '', refusals });
const sqlOf = (statements: readonly string[]): string => statements.map((statement) => `${statement}\n`).join('');

/**
 * Runs what comes before the comparison of a table with its declaration: renamed tables and fields, and retired
 * columns.
 * @returns the statements that were run
 */
async function renamings(database: SqlExecutor, entity: Entity): Promise<string[]> {
  const first: string[] = [];
  for (const work of [renamedEntity, renamedFields, retiredFields]) {
    const statements = work(entity, await readSchema(database));
    if (statements.length > 0) await database.executeSql(sqlOf(statements));
    first.push(...statements);
  }
  return first;
}

/** Tries the changes of an existing table, and checks that no difference remains. */
async function planChanges(database: SqlExecutor, entity: Entity, declared: DatabaseSchema): Promise<MigrationPlan> {
  const first = await renamings(database, entity);
  const found = schemaDifferences(await readSchema(database), declared, entity);
  const { statements, refusals } = alterations(entity, found);
  if (refusals.length > 0) return refused(refusals);
  if (statements.length > 0) await database.executeSql(withinTransaction(sqlOf(statements)));
  const left = schemaDifferences(await readSchema(database), declared, entity).map(describeDifference);
  if (left.length > 0) throw new Error(`the migration would leave differences: ${left.join('; ')}`);
  const online = statements.filter(isOnlineStatement);
  const after = statements.filter(isAfterOnline);
  const rest = statements.filter((statement) => !isOnlineStatement(statement) && !isAfterOnline(statement));
  return {
    sql: sqlOf([...first, ...rest]),
    online: online.length > 0 ? onlineSql(online) : '',
    after: sqlOf(after),
    refusals: [],
  };
}

/**
 * Plans the next migration of an entity on an empty database that has all migrations so far, and rolls back.
 * @param declared the schema that all entities make, if it is known
 * @throws if the declarations make no tables
 */
export async function planEntity(
  database: Database,
  entity: Entity,
  declared?: DatabaseSchema,
): Promise<MigrationPlan> {
  const live = await readSchema(database);
  const early = [...refusedReferences(entity, live), ...refusedScopes(entity, live), ...refusedRollups(entity, live)];
  if (early.length > 0) return refused(early);
  const isThere = [entity.table, entity.migrate?.renamedFrom].some((name) => name !== undefined && live.has(name));
  if (!isThere)
    return {
      sql: sqlOf([
        ...newTable(entity),
        tableSql(entity),
        ...foreignKeySql(entity),
        ...joinTablesSql(entity).values(),
        ...storedScopesSql(entity),
        ...summariesSql(entity),
        ...rollupsSql(entity),
      ]),
      online: '',
      after: '',
      refusals: [],
    };
  const aim = declared ?? (await declaredSchema(database, entity.contract));
  return inRolledBackTransaction(database, (sql) => planChanges(sql, entity, aim));
}

/**
 * The migration files of a plan, in order; none if there is nothing to do.
 * @param first the version of the first file
 */
export const migrationFiles = (name: string, { sql, online, after }: MigrationPlan, first: number): Migration[] =>
  [
    { name, text: sql },
    { name: `${name}_online`, text: online },
    { name: `${name}_after`, text: after },
  ]
    .filter(({ text }) => text !== '')
    .map((part, at) => ({ ...part, version: first + at, checksum: checksumOf(part.text) }));

/** Runs work on a temporary database in memory that has these migrations. */
export async function withMigratedMemoryDatabase<T>(
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

/** The result of planning several entities. */
interface Found {
  readonly files: readonly Migration[];
  readonly refused: ReadonlyMap<Entity, readonly string[]>;
}

/** True if the table of an entity is missing, or differs from its declaration. */
const isPending = (entity: Entity, live: DatabaseSchema, declared: DatabaseSchema): boolean =>
  !live.has(entity.table) ||
  [renamedEntity, renamedFields, retiredFields].some((statementsOf) => statementsOf(entity, live).length > 0) ||
  schemaDifferences(live, declared, entity).length > 0;

/**
 * Plans each of the entities that needs a migration, and applies what it planned.
 * @returns the files, and the refused entities with their reasons
 */
async function planEach(
  database: Database,
  contract: Contract,
  wanted: readonly Entity[],
  migrations: readonly Migration[],
): Promise<Found> {
  const refused = new Map<Entity, readonly string[]>();
  const files: Migration[] = [];
  const declared = await declaredSchema(database, contract);
  const live = await readSchema(database);
  for (const entity of wanted.filter((one) => isPending(one, live, declared))) {
    const plan = await planEntity(database, entity, declared);
    if (plan.refusals.length > 0) refused.set(entity, plan.refusals);
    const last = files.at(-1) ?? migrations.at(-1);
    const own = migrationFiles(entity.name, plan, (last?.version ?? 0) + 1);
    files.push(...own);
    if (own.length > 0) await migrate(database, [...migrations, ...files]);
  }
  return { files, refused };
}

/**
 * Plans the next migrations of entities on a database that has all migrations so far, and applies them there. See
 * `planMigrations`.
 */
export async function planMigrationsOn(
  database: Database,
  contract: Contract,
  wanted: readonly Entity[] = contract.entities,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ files: readonly Migration[]; refusals: readonly string[] }> {
  let files: readonly Migration[] = [];
  let waiting = wanted;
  for (;;) {
    const found = await planEach(database, contract, waiting, [...migrations, ...files]);
    files = [...files, ...found.files];
    const left = [...found.refused.keys()];
    if (left.length === 0) return { files, refusals: [] };
    if (left.length === waiting.length) {
      const live = await readSchema(database);
      const circles = left.flatMap((entity) => circularReferences(entity, live));
      return { files: [], refusals: circles.length > 0 ? circles : [...found.refused.values()].flat() };
    }
    waiting = left;
  }
}

/**
 * Plans the next migrations of entities: a table if there is none yet, otherwise the changes. A refused entity is tried
 * again after the others, since it may refer to a table that one of them makes.
 * @param wanted the entities to plan
 * @param migrations those so far
 * @returns the files in the order in which they apply; if any entity is still refused, no files and a sentence for each
 */
export const planMigrations = (
  contract: Contract,
  wanted: readonly Entity[] = contract.entities,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ files: readonly Migration[]; refusals: readonly string[] }> =>
  withMigratedMemoryDatabase((database) => planMigrationsOn(database, contract, wanted, migrations), migrations);
