import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { may } from '../../contract/access.ts';
import { entities } from '../../contract/index.ts';
import { type Change, changeOf } from '../db/changes.ts';
import type { Database } from '../db/connection.ts';
import type { Caller } from '../domain/context.ts';
import { scope } from './scope.ts';

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

/** Those of the changes whose records are the caller's to read, also where they were deleted; one statement an entity. */
export async function readable(database: Database, caller: Caller, changes: readonly Change[]): Promise<Change[]> {
  const seen = new Set<string>();
  for (const entity of entities) {
    const ids = [...new Set(changes.filter((one) => one.entity === entity.name).map(({ id }) => id))];
    if (ids.length === 0 || !(may(entity.access, 'list', caller.role) || may(entity.access, 'get', caller.role)))
      continue;
    const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(entity.table)} as t
      where t.id = any (${ids}::int[]) and ${scope(entity, caller)}`.execute(database.db);
    for (const { id } of rows) seen.add(`${entity.name} ${id}`);
  }
  return changes.filter(({ entity, id }) => seen.has(`${entity} ${id}`));
}
