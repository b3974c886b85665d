import { sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import { hasRight } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Caller } from '../../core/context.ts';
import { changesSince, type RecordChange } from '../../db/changes/changeLog.ts';
import { type ChangePosition, formatPosition, parsePosition } from '../../db/changes/changePosition.ts';
import type { Database } from '../../db/connection.ts';
import { declaredScopePredicate, scopePredicate } from '../compile/scope.ts';

/** So often a process looks for what was changed, as long as somebody follows it, in milliseconds. */
const lookMs = 100;
/** More changes at once are told as a reset. */
const most = 2_000;

export interface Follower {
  changed(changes: readonly RecordChange[]): void;
  /** Some changes were missed. */
  reset(): void;
  /** The process stops. */
  end(): void;
}

/** Where a follower begins. */
export interface FollowStart {
  /** What was changed since the position that it goes on from; nothing where that is not known any more. */
  readonly changes: readonly RecordChange[] | undefined;
  /** The position of who has read these. */
  readonly position: string;
}

/** What is changed in the database, by this process and by others, once it is committed. */
export interface ChangeFeed {
  /** The position of who has read all that is told so far. */
  position(): string;
  /**
   * Tells a follower what is changed from now on. In: the position that it goes on from, if it has one. Throws when the
   * database does not answer.
   */
  follow(follower: Follower, after: string | undefined): Promise<FollowStart>;
  leave(follower: Follower): void;
  /** Ends every follower; later ones end at once. */
  endFollowers(): void;
  stop(): Promise<void>;
}

/** Of a process that answers nobody: nothing is followed. */
export const noChangeFeed: ChangeFeed = {
  position: () => '',
  async follow(follower) {
    follower.end();
    return { changes: [], position: '' };
  },
  leave: () => undefined,
  endFollowers: () => undefined,
  stop: async () => undefined,
};

/** Looks for what is changed, for all followers together, and for nobody when there is none. */
class DatabaseChangeFeed implements ChangeFeed {
  private readonly database: Database;
  private readonly followers = new Set<Follower>();
  /** Up to where the followers were told; nobody was, where there is none. */
  private told: ChangePosition | undefined;
  private underWay: Promise<void> | undefined;
  private isEnded = false;
  private readonly timer: NodeJS.Timeout;

  constructor(database: Database) {
    this.database = database;
    this.timer = setInterval(() => {
      // What fails is looked for again: nothing is lost by it.
      if (this.followers.size > 0) this.look().catch(() => undefined);
    }, lookMs);
  }

  position(): string {
    return this.told ? formatPosition(this.told) : '';
  }

  async follow(follower: Follower, after: string | undefined): Promise<FollowStart> {
    // A look that is under way may have begun before what the follower knows of.
    await this.underWay?.catch(() => undefined);
    await this.look();
    const { told } = this;
    this.followers.add(follower);
    if (this.isEnded) follower.end();
    const position = this.position();
    if (after === undefined || !told) return { changes: [], position };
    const from = parsePosition(after);
    const changes = from && (await changesSince(this.database.db, from, most, told)).changes;
    return { changes, position };
  }

  leave(follower: Follower): void {
    this.followers.delete(follower);
  }

  endFollowers(): void {
    this.isEnded = true;
    for (const follower of this.followers) follower.end();
  }

  async stop(): Promise<void> {
    this.endFollowers();
    clearInterval(this.timer);
    await this.underWay?.catch(() => undefined);
  }

  private look(): Promise<void> {
    this.underWay ??= this.lookOnce().finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async lookOnce(): Promise<void> {
    const after = this.followers.size > 0 ? this.told : undefined;
    const { changes, position } = await changesSince(this.database.db, after, most);
    this.told = position;
    for (const follower of after ? this.followers : []) {
      if (!changes) follower.reset();
      else if (changes.length > 0) follower.changed(changes);
    }
  }
}

/** Follows the changes of a database. */
export const followChanges = (database: Database): ChangeFeed => new DatabaseChangeFeed(database);

/** What a reader is told of a change. */
export type VisibleChange = Omit<RecordChange, 'was'>;

/** Those of an entity's changes whose records were the caller's to read until then, by what they were, in one statement. */
async function lostChanges(
  { db }: Database,
  caller: Caller,
  entity: Entity,
  changes: readonly RecordChange[],
): Promise<RecordChange[]> {
  const moved = changes.map(({ id, was }, index) => ({ index, id, was })).filter(({ was }) => was);
  if (moved.length === 0) return [];
  // A stored scope is of the row as it is, so the rule is read as it is declared.
  const { rows } = await sql<{ _index: number }>`select t._index from (
      select moved.index as _index, (jsonb_populate_record(present, moved.was)).*
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (index int, id int, was jsonb)
        join ${sql.table(entity.table)} as present on present.id = moved.id) as t
    where ${declaredScopePredicate(entity, caller, [])}`.execute(db);
  return rows.flatMap(({ _index }) => changes[_index] ?? []);
}

/**
 * What the caller is told of the changes: of records that are theirs to read, also where they were deleted, by one statement
 * an entity; and of those that were theirs until then, by another, that they are gone.
 */
export async function visibleChanges(
  database: Database,
  caller: Caller,
  changes: readonly RecordChange[],
): Promise<VisibleChange[]> {
  const seen = new Set<string>();
  const gone = new Set<RecordChange>();
  for (const entity of entities) {
    const ids = [...new Set(changes.filter((one) => one.entity === entity.name).map(({ id }) => id))];
    if (
      ids.length === 0 ||
      !(hasRight(entity.access, 'list', caller.role) || hasRight(entity.access, 'get', caller.role))
    )
      continue;
    const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(entity.table)} as t
      where t.id = any (${ids}::int[]) and ${scopePredicate(entity, caller)}`.execute(database.db);
    for (const { id } of rows) seen.add(`${entity.name} ${id}`);
    const unseen = changes.filter((one) => one.entity === entity.name && !seen.has(`${entity.name} ${one.id}`));
    for (const change of await lostChanges(database, caller, entity, unseen)) gone.add(change);
  }
  return changes.flatMap((change): VisibleChange[] => {
    const { was: _was, ...told } = change;
    if (gone.has(change)) return [{ ...told, action: 'remove' }];
    return seen.has(`${change.entity} ${change.id}`) ? [told] : [];
  });
}
