import { type SqlBool, sql } from 'kysely';
import { roleIds } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import { notify } from '../../core/mail/notification.ts';
import { collidingGroups, collisionColumn, hasCollisions, sameTextsSql } from '../../db/schema/uniqueTexts.ts';

/** Records whose unique texts look the same since before texts were compared by their folded form (decision 0063). */

const mark = sql.ref(`t.${collisionColumn}`);

const sameTexts = (entity: Entity, fields: readonly string[]) => sql<SqlBool>`o.id <> t.id and o.deleted_at is null
  and ${sql.raw(sameTextsSql(entity, fields))}`;

/** Ends the collisions of records that no other one looks like any more; of several the oldest takes the place. */
async function endCollisions({ trx }: Context, entity: Entity): Promise<void> {
  const table = sql.table(entity.table);
  const others = collidingGroups(entity).map(
    (fields) => sql<SqlBool>`exists (select from ${table} as o
    where ${sameTexts(entity, fields)} and (${sql.ref(`o.${collisionColumn}`)} = 0 or o.id < t.id))`,
  );
  await sql`update ${table} as t set ${sql.id(collisionColumn)} = 0
    where ${mark} <> 0 and t.deleted_at is null and not (${sql.join(others, sql` or `)})`.execute(trx);
}

interface Collision {
  readonly id: number;
  readonly name: string;
  readonly other_id: number;
  readonly other: string;
}

/** The records of a group that administrators do not know of yet, each with the oldest that looks the same. */
async function newCollisions({ trx }: Context, entity: Entity, fields: readonly string[]): Promise<Collision[]> {
  const table = sql.table(entity.table);
  const name = fields.at(-1) ?? '';
  const { rows } = await sql<Collision>`select t.id, ${sql.ref(`t.${name}`)} as name, o.id as other_id, o.name as other
    from ${table} as t cross join lateral (select o.id, ${sql.ref(`o.${name}`)} as name from ${table} as o
      where ${sameTexts(entity, fields)} order by o.id limit 1) as o
    where ${mark} > 0 and t.deleted_at is null order by t.id`.execute(trx);
  return rows;
}

async function notifyOfCollision(
  context: Context,
  { label }: Entity,
  { id, name, other_id, other }: Collision,
): Promise<void> {
  const values = { label_en: label.en, label_zh: label.zh, id: String(id), name, other_id: String(other_id), other };
  await notify(context, [{ role_id: roleIds.SuperAdmin }], { notice: 'same_text', module: null, values });
}

/** True if a live record of the entity is marked, which is so after an update and hardly ever later. */
async function isMarked({ trx }: Context, entity: Entity): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(entity.table)} as t
    where ${mark} <> 0 and t.deleted_at is null limit 1`.execute(trx);
  return rows.length > 0;
}

async function notifyOfEntity(context: Context, entity: Entity): Promise<void> {
  if (!(await isMarked(context, entity))) return;
  await endCollisions(context, entity);
  for (const fields of collidingGroups(entity))
    for (const collision of await newCollisions(context, entity, fields))
      await notifyOfCollision(context, entity, collision);
  await sql`update ${sql.table(entity.table)} as t set ${sql.id(collisionColumn)} = -t.id
    where ${mark} > 0 and t.deleted_at is null`.execute(context.trx);
}

/** Notifies the SuperAdmins once of each record that an older one looks like. Both stay until somebody changes one. */
export async function notifyOfCollisions(context: Context): Promise<void> {
  for (const entity of context.contract.entities.filter(hasCollisions)) await notifyOfEntity(context, entity);
}
