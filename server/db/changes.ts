import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';

/** The channel of NOTIFY on which each change of a record is told. */
export const channel = 'record_changes';

/** A record that was made, changed or deleted; told when its transaction commits, and never otherwise. */
export interface Change {
  readonly entity: string;
  readonly id: number;
  readonly version: number;
  readonly action: 'create' | 'update' | 'remove';
  /** Tells it from every other change. */
  readonly key: string;
}

/** An expression of a statement's `returning` that tells the change of each of its rows, in the statement itself. */
export const telling = ({ name, table }: Entity, action: Change['action']): RawBuilder<string> =>
  sql<string>`pg_notify(${sql.lit(channel)}, json_build_object('entity', ${sql.lit(name)}, 'id', ${sql.ref(`${table}.id`)},
    'version', ${sql.ref(`${table}.version`)}, 'action', ${sql.lit(action)}, 'x', pg_current_xact_id())::text)`;

/** The change that a payload tells; nothing where it is none of ours. */
export function changeOf(payload: string): Change | undefined {
  try {
    const { x, ...change } = JSON.parse(payload);
    const { entity, id, version } = change;
    if (typeof entity !== 'string' || typeof id !== 'number') return undefined;
    return { ...change, key: `${x}.${entity}.${id}.${version}` };
  } catch {
    return undefined;
  }
}
