import { sql } from 'kysely';
import { titleColumn } from '../../../contract/relations/title.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';

/** The titles of records by id, regardless of scope, in one statement. */
export async function titlesById(
  { trx }: Context,
  target: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; title: string }>`select id, ${sql.ref(titleColumn(target))}::text as title
    from ${sql.table(target.table)} where id = any (${[...ids]}::int[])`.execute(trx);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
