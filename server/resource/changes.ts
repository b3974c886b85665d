import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { may } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { type Change, changeOf } from '../db/changes.ts';
import type { Database } from '../db/connection.ts';
import type { Caller } from '../domain/context.ts';
import { inScope, scope } from './scope.ts';

/** So many of the last changes are kept, for those who come back. */
const kept = 2_000;

export interface Follower {
  changed(change: Change): void;
  /** Some changes were missed. */
  reset(): void;
  /** The process stops. */
  end(): void;
}

/** What is changed in the database, by this process and by others, as it is committed. */
export interface Changes {
  /** What came after the change of that key; nothing where it is not known any more. */
  since(key: string): readonly Change[] | undefined;
  /** A key from which what comes from now on is told by `since`; it names no record. */
  position(): string;
  /** Out: what ends it. */
  follow(follower: Follower): () => void;
  /** Ends every follower; later ones end at once. */
  endFollowers(): void;
  stop(): Promise<void>;
}

/** Of a process that answers nobody: nothing is listened to. */
export const noChanges: Changes = {
  since: () => undefined,
  position: () => '',
  follow(follower) {
    follower.end();
    return () => undefined;
  },
  endFollowers: () => undefined,
  stop: async () => undefined,
};

/** The transaction of a change, alike in all processes. */
const positionOf = (change: Change | undefined) => change && `at.${change.key.slice(0, change.key.indexOf('.'))}`;

/** Follows the changes of a database. */
export async function followChanges(database: Database): Promise<Changes> {
  let last: Change[] = [];
  /** Where the changes that are kept begin, as long as none was dropped. */
  let beginning: string | undefined = `at.${randomUUID()}`;
  let isEnded = false;
  const followers = new Set<Follower>();
  const stop = await database.listen({
    hear(payload) {
      const change = changeOf(payload);
      if (!change) return;
      last.push(change);
      if (last.length > kept * 2) {
        last = last.slice(-kept);
        beginning = undefined;
      }
      for (const follower of followers) follower.changed(change);
    },
    lost() {
      last = [];
      beginning = `at.${randomUUID()}`;
      for (const follower of followers) follower.reset();
    },
  });
  const endFollowers = () => {
    isEnded = true;
    for (const follower of followers) follower.end();
  };
  return {
    since(key) {
      if (key === beginning) return last;
      const at = last.findLastIndex((one) => one.key === key || positionOf(one) === key);
      return at < 0 ? undefined : last.slice(at + 1);
    },
    position: () => positionOf(last.at(-1)) ?? beginning ?? '',
    follow(follower) {
      followers.add(follower);
      if (isEnded) follower.end();
      return () => void followers.delete(follower);
    },
    endFollowers,
    async stop() {
      endFollowers();
      await stop();
    },
  };
}

/** What a reader is told of a change. */
export type Told = Omit<Change, 'was'>;

/** Those of an entity's changes whose records were the caller's to read until then, by what they were, in one statement. */
async function lost({ db }: Database, caller: Caller, entity: Entity, changes: readonly Change[]): Promise<Change[]> {
  const moved = changes.map(({ id, was }, index) => ({ index, id, was })).filter(({ was }) => was);
  if (moved.length === 0) return [];
  // A stored scope is of the row as it is, so the rule is read as it is declared.
  const { rows } = await sql<{ _index: number }>`select t._index from (
      select moved.index as _index, (jsonb_populate_record(present, moved.was)).*
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (index int, id int, was jsonb)
        join ${sql.table(entity.table)} as present on present.id = moved.id) as t
    where ${inScope(entity, caller, [])}`.execute(db);
  return rows.flatMap(({ _index }) => changes[_index] ?? []);
}

/**
 * What the caller is told of the changes: of records that are theirs to read, also where they were deleted, by one statement
 * an entity; and of those that were theirs until then, by another, that they are gone.
 */
export async function readable(database: Database, caller: Caller, changes: readonly Change[]): Promise<Told[]> {
  const seen = new Set<string>();
  const gone = new Set<Change>();
  for (const entity of entities) {
    const ids = [...new Set(changes.filter((one) => one.entity === entity.name).map(({ id }) => id))];
    if (ids.length === 0 || !(may(entity.access, 'list', caller.role) || may(entity.access, 'get', caller.role)))
      continue;
    const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(entity.table)} as t
      where t.id = any (${ids}::int[]) and ${scope(entity, caller)}`.execute(database.db);
    for (const { id } of rows) seen.add(`${entity.name} ${id}`);
    const unseen = changes.filter((one) => one.entity === entity.name && !seen.has(`${entity.name} ${one.id}`));
    for (const change of await lost(database, caller, entity, unseen)) gone.add(change);
  }
  return changes.flatMap((change): Told[] => {
    const { was: _was, ...told } = change;
    if (gone.has(change)) return [{ ...told, action: 'remove' }];
    return seen.has(`${change.entity} ${change.id}`) ? [told] : [];
  });
}
