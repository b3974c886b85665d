import { sql } from 'kysely';
import { type Contract, type Entity, singleId } from '../../../contract/schema/entity.ts';
import type { Database } from '../../db/connection.ts';
import type { EnvironmentValues } from './environment.ts';

/** How often a process looks for changed settings, in milliseconds. */
const pollMs = 2_000;
/** How soon a process looks for a change that it is writing itself, in milliseconds: once it is committed. */
const soonMs = [50, 300, 1_000];

type StoredRow = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

/** Creates the only record of each entity with one, with the defaults of its fields, unless it is there. */
export async function createSingleRecords({ entities }: Contract, { db }: Pick<Database, 'db'>): Promise<void> {
  for (const { single, table } of entities)
    if (single) await sql`insert into ${sql.table(table)} (id) values (${singleId}) on conflict do nothing`.execute(db);
}

/** The stored settings as this process knows them. A request that reads them costs no statement. */
export interface LiveSettings {
  /** The stored row of an entity with one record; undefined if this product has no such entity. */
  row(entity: string): StoredRow | undefined;
  /** The stored value of a field; undefined if the environment sets it, or nobody has. */
  stored(entity: string, field: string): unknown;
  /** The value of the environment, else the stored one; undefined if neither has one. */
  value(entity: string, field: string): unknown;
  /** Looks for a change that is about to be committed. */
  refreshSoon(): void;
  /** Looks for changes now. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Follows the records of entities with one record: by one small statement every two seconds. */
class PolledSettings implements LiveSettings {
  private readonly entities: readonly Entity[];
  private readonly rows = new Map<string, StoredRow>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly database: Database;
  private readonly environment: EnvironmentValues;

  constructor(contract: Contract, database: Database, environment: EnvironmentValues) {
    this.database = database;
    this.environment = environment;
    this.entities = contract.entities.filter(({ single }) => single);
    if (this.entities.length > 0) this.timer = setInterval(() => this.poll(), pollMs).unref();
  }

  row(entity: string): StoredRow | undefined {
    return this.rows.get(entity);
  }

  stored(entity: string, field: string): unknown {
    if (this.environment.get(entity)?.has(field)) return undefined;
    return this.rows.get(entity)?.[field] ?? undefined;
  }

  value(entity: string, field: string): unknown {
    return this.environment.get(entity)?.get(field) ?? this.stored(entity, field);
  }

  refreshSoon(): void {
    for (const ms of soonMs) {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.poll();
      }, ms).unref();
      this.timers.add(timer);
    }
  }

  async refresh(): Promise<void> {
    if (this.entities.length === 0) return;
    const each = this.entities.map(
      ({ name, table }) =>
        sql`select ${sql.lit(name)} as name, version from ${sql.table(table)} where id = ${singleId}`,
    );
    const { rows } = await sql<{ name: string; version: number }>`${sql.join(each, sql` union all `)}`.execute(
      this.database.db,
    );
    for (const { name, version } of rows) if (this.rows.get(name)?.version !== version) await this.read(name);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private async read(name: string): Promise<void> {
    const entity = this.entities.find((one) => one.name === name);
    if (!entity) return;
    const { rows } = await sql<StoredRow>`select * from ${sql.table(entity.table)} where id = ${singleId}`.execute(
      this.database.db,
    );
    if (rows[0]) this.rows.set(name, rows[0]);
  }

  /** A failed look is repeated by the next one; until then the settings stay as they are known. */
  private poll(): void {
    this.refresh().catch(() => undefined);
  }
}

/** Follows the settings of a contract until it is stopped. */
export async function followSettings(
  contract: Contract,
  database: Database,
  environment: EnvironmentValues,
): Promise<LiveSettings> {
  await createSingleRecords(contract, database);
  const settings = new PolledSettings(contract, database, environment);
  await settings.refresh();
  return settings;
}
