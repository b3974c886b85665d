import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ChildrenDeclaration } from '../../../contract/schema/children.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { State } from '../../../contract/schema/lifecycle.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import { resourceOf } from '../compile/resource.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readJoined } from '../read/joinedRecords.ts';
import { fromSql } from '../read/read.ts';

/** The sections of children of an entity, by name. */
export const childSectionsOf = ({ children = {} }: Entity): [string, ChildrenDeclaration][] => Object.entries(children);

const live = sql<SqlBool>`t.deleted_at is null`;

/** The live children of a record (or others, by `which`), regardless of scope, locked in the order of their ids. */
async function rowsUnder(
  context: Context,
  child: Entity,
  by: string,
  id: number,
  which: RawBuilder<unknown> = live,
): Promise<RecordRow[]> {
  const { whole } = resourceOf(child);
  const belongs = sql<SqlBool>`${sql.ref(`t.${by}`)} = ${id} and ${which}`;
  const found = sql<RecordRow>`select ${whole.select} from ${fromSql(whole)} where ${belongs} order by t.id for update of t`;
  return (await found.execute(context.trx)).rows;
}

/** The live children of a record that are in one of the states, as `rowsUnder` finds them, with their lists. */
export async function childrenIn(
  context: Context,
  child: Entity,
  by: string,
  id: number,
  states: readonly State[],
): Promise<RecordRow[]> {
  const state = sql.ref(`t.${child.lifecycle?.field}`);
  const rows = await rowsUnder(context, child, by, id, sql`${live} and ${state} in (${sql.join(states)})`);
  await readJoined(context, child, resourceOf(child).whole.joined, rows, undefined);
  return rows;
}

/**
 * The children that were deleted together with a record, each with its entity, locked.
 * @param deleted_at when the record was deleted
 */
export async function deletedChildren(
  context: Context,
  entity: Entity,
  id: number,
  deleted_at: Date,
): Promise<[Entity, RecordRow][]> {
  const found: [Entity, RecordRow][] = [];
  for (const [, { entity: name, by, onDelete }] of childSectionsOf(entity)) {
    if (onDelete !== 'cascade') continue;
    const child = entity.contract.entity(name);
    const rows = await rowsUnder(context, child, by, id, sql`date_trunc('milliseconds', t.deleted_at) = ${deleted_at}`);
    found.push(...rows.map((row): [Entity, RecordRow] => [child, row]));
  }
  return found;
}

/** Deletes a child by its own rules about its state; the right to delete is that of the parent. */
type Remove = (child: Entity, row: RecordRow) => Promise<unknown>;

/**
 * Deletes the children that are declared to be deleted with a record.
 * @throws 422 where one of them may not be deleted in its state
 */
export async function removeChildren(context: Context, entity: Entity, id: number, remove: Remove): Promise<void> {
  for (const [, { entity: name, by, onDelete }] of childSectionsOf(entity)) {
    if (onDelete !== 'cascade') continue;
    const child = entity.contract.entity(name);
    for (const row of await rowsUnder(context, child, by, id)) {
      await remove(child, row).catch((error: unknown) => {
        throw AppError.of(error)?.status === 422 ? AppError.unprocessable('in_use') : error;
      });
    }
  }
}
