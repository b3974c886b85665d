import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Entity } from '../../contract/entity.ts';
import { scopeColumns } from '../../contract/scopeFields.ts';

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
  /** What said whose it was, where that was written anew: who could read it then is told that it is gone (D3). */
  readonly was?: Readonly<Record<string, unknown>>;
}

/** What a statement calls a column as it was before it. */
const asItWas = (column: string): string => `was_${column}`;

/**
 * Whose a row was before a statement that writes to it. In: the columns that it sets, and its rows.
 * @returns those of the columns that say whose it is, and what the statement takes them as they were from
 */
export function moving(
  entity: Entity,
  columns: readonly (readonly [string, unknown])[],
  where: RawBuilder<SqlBool>,
): { moved: readonly string[]; from: RawBuilder<unknown>; joined: RawBuilder<unknown> } {
  const moved = scopeColumns(entity).filter((name) => columns.some(([column]) => column === name));
  if (moved.length === 0) return { moved, from: sql``, joined: sql`` };
  const before = ['id', ...moved].map((name) => sql`${sql.ref(name)} as ${sql.ref(asItWas(name))}`);
  return {
    moved,
    from: sql`from (select ${sql.join(before)} from ${sql.table(entity.table)} where ${where}) as was`,
    joined: sql`and ${sql.ref(asItWas('id'))} = ${sql.ref(`${entity.table}.id`)}`,
  };
}

const wasIn = (moved: readonly string[]): RawBuilder<unknown> => {
  const pairs = moved.flatMap((column) => [sql.lit(column), sql.ref(asItWas(column))]);
  return pairs.length > 0 ? sql`, 'was', json_build_object(${sql.join(pairs)})` : sql``;
};

/** An expression of a statement's `returning` that tells the change of each of its rows, in the statement itself. */
export const telling = (
  { name, table }: Entity,
  action: Change['action'],
  moved: readonly string[] = [],
): RawBuilder<string> =>
  sql<string>`pg_notify(${sql.lit(channel)}, json_build_object('entity', ${sql.lit(name)}, 'id', ${sql.ref(`${table}.id`)},
    'version', ${sql.ref(`${table}.version`)}, 'action', ${sql.lit(action)}${wasIn(moved)}, 'x', pg_current_xact_id())::text)`;

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
