import { sql } from 'kysely';
import { mayReadRecords } from '../../../contract/schema/access.ts';
import type { Contract, Entity } from '../../../contract/schema/entity.ts';
import type { Caller } from '../../core/context.ts';
import { changesSince, type RecordChange } from '../../db/changes/changeLog.ts';
import { type ChangePosition, formatPosition, parsePosition } from '../../db/changes/changePosition.ts';
import type { Database } from '../../db/connection.ts';
import { declaredScopePredicate, scopePredicate } from '../compile/scope.ts';

/** How often a process polls for changes while somebody follows them, in milliseconds. */
const pollMs = 100;
/** More changes than this at once are published as a reset. */
const maxChanges = 2_000;

export interface Follower {
  changed(changes: readonly RecordChange[]): void;
  /** Some changes were missed. */
  reset(): void;
  /** The process stops. */
  end(): void;
}

/** The state from which a follower starts. */
export interface FollowStart {
  /** The changes since the position that the follower continues from; undefined where they are no longer known. */
  readonly changes: readonly RecordChange[] | undefined;
  /** The position after these changes. */
  readonly position: string;
}

/** The committed changes of the database, by this process and by others. */
export interface ChangeFeed {
  /** The position after all changes published so far. */
  position(): string;
  /**
   * Publishes changes to a follower from now on.
   * @param after the position that it continues from, if it has one
   * @throws where the database does not answer
   */
  follow(follower: Follower, after: string | undefined): Promise<FollowStart>;
  leave(follower: Follower): void;
  /** Ends every follower; later ones end at once. */
  endFollowers(): void;
  stop(): Promise<void>;
}

/** For a process that serves no requests: nothing is followed. */
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

/** Polls for changes once for all followers, and only while there are any. */
class DatabaseChangeFeed implements ChangeFeed {
  private readonly database: Database;
  private readonly followers = new Set<Follower>();
  /** The position up to which the followers are informed; undefined before the first poll. */
  private readTo: ChangePosition | undefined;
  private polling: Promise<void> | undefined;
  private isEnded = false;
  private readonly timer: NodeJS.Timeout;

  constructor(database: Database) {
    this.database = database;
    this.timer = setInterval(() => {
      // A failed poll is repeated by the next one: no change is lost.
      if (this.followers.size > 0) this.poll().catch(() => undefined);
    }, pollMs);
  }

  position(): string {
    return this.readTo ? formatPosition(this.readTo) : '';
  }

  async follow(follower: Follower, after: string | undefined): Promise<FollowStart> {
    // A running poll may have begun before the position that the follower knows.
    await this.polling?.catch(() => undefined);
    await this.poll();
    const { readTo } = this;
    this.followers.add(follower);
    if (this.isEnded) follower.end();
    const position = this.position();
    if (after === undefined || !readTo) return { changes: [], position };
    const from = parsePosition(after);
    const changes = from && (await changesSince(this.database.db, from, maxChanges, readTo)).changes;
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
    await this.polling?.catch(() => undefined);
  }

  private poll(): Promise<void> {
    this.polling ??= this.pollOnce().finally(() => {
      this.polling = undefined;
    });
    return this.polling;
  }

  private async pollOnce(): Promise<void> {
    const after = this.followers.size > 0 ? this.readTo : undefined;
    const { changes, position } = await changesSince(this.database.db, after, maxChanges);
    this.readTo = position;
    for (const follower of after ? this.followers : []) {
      if (!changes) follower.reset();
      else if (changes.length > 0) follower.changed(changes);
    }
  }
}

/** Follows the changes of a database. */
export const followChanges = (database: Database): ChangeFeed => new DatabaseChangeFeed(database);

/** A change as it is published to a reader. */
export type VisibleChange = Omit<RecordChange, 'was'>;

/** The changes of records that the caller could read before the change, by their previous values, in one statement. */
async function lostChanges(
  { db }: Database,
  caller: Caller,
  entity: Entity,
  changes: readonly RecordChange[],
): Promise<RecordChange[]> {
  const moved = changes.map(({ id, was }, index) => ({ index, id, was })).filter(({ was }) => was);
  if (moved.length === 0) return [];
  // A stored scope belongs to the present row, so the rule is evaluated as declared.
  const { rows } = await sql<{ _index: number }>`select t._index from (
      select moved.index as _index, (jsonb_populate_record(present, moved.was)).*
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (index int, id int, was jsonb)
        join ${sql.table(entity.table)} as present on present.id = moved.id) as t
    where ${declaredScopePredicate(entity, caller, [])}`.execute(db);
  return rows.flatMap(({ _index }) => changes[_index] ?? []);
}

/**
 * The changes that the caller is notified of: those of records in their scope, including deleted ones, by one statement
 * per entity; and those of records that have left their scope, as removals, by another one.
 */
export async function visibleChanges(
  { database, contract }: { readonly database: Database; readonly contract: Contract },
  caller: Caller,
  changes: readonly RecordChange[],
): Promise<VisibleChange[]> {
  const seen = new Set<string>();
  const gone = new Set<RecordChange>();
  for (const entity of contract.entities) {
    const ids = [...new Set(changes.filter((one) => one.entity === entity.name).map(({ id }) => id))];
    if (ids.length === 0 || !mayReadRecords(entity.access, caller.role)) continue;
    const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(entity.table)} as t
      where t.id = any (${ids}::int[]) and ${scopePredicate(entity, caller)}`.execute(database.db);
    for (const { id } of rows) seen.add(`${entity.name} ${id}`);
    const unseen = changes.filter((one) => one.entity === entity.name && !seen.has(`${entity.name} ${one.id}`));
    for (const change of await lostChanges(database, caller, entity, unseen)) gone.add(change);
  }
  return changes.flatMap((change): VisibleChange[] => {
    const { was: _was, ...published } = change;
    if (gone.has(change)) return [{ ...published, action: 'remove' }];
    return seen.has(`${change.entity} ${change.id}`) ? [published] : [];
  });
}
