import { sql } from 'kysely';
import { readingRoles } from '../../../contract/notices/readingRoles.ts';
import { roleIds } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { type ChildRecipients, type ChildRoleRecipients, recipientList } from '../../../contract/schema/notice.ts';
import type { Context } from '../../core/context.ts';
import { usersOfEach } from '../../core/mail/notification.ts';
import { joinsAlong } from '../compile/joinsAlong.ts';
import { conditionPredicate } from '../compile/scope.ts';

/** Where the live children of a record lead: to a user, or to an enterprise. */
interface Target {
  readonly record_id: number;
  readonly id: number;
}

/** The records that a path of the children leads to, each once for each parent. */
async function targetsOf(
  { trx }: Context,
  child: Entity,
  { by, path, when }: { by: string; path: string; when: ChildRecipients['when'] },
  ids: readonly number[],
): Promise<Target[]> {
  const heads = path.split('.');
  const name = heads.pop() as string;
  const { joins, last } = joinsAlong(child, heads, 'to');
  const holds = when ? conditionPredicate(child, when, undefined) : sql`true`;
  const { rows } =
    await sql<Target>`select distinct ${sql.ref(`t.${by}`)} as record_id, ${sql.ref(`${last}.${name}`)} as id
    from ${sql.table(child.table)} as t ${sql.join(joins, sql` `)}
    where ${sql.ref(`t.${by}`)} = any (${[...ids]}::int[]) and t.deleted_at is null
      and ${sql.ref(`${last}.${name}`)} is not null and ${holds}
    order by record_id, id`.execute(trx);
  return rows;
}

/** The users of a role and of those that inherit from it, in the enterprises to which the children lead. */
async function usersOfTargets(
  context: Context,
  child: Entity,
  { role }: ChildRoleRecipients,
  targets: readonly Target[],
): Promise<Target[]> {
  const enterprises = [...new Set(targets.map(({ id }) => id))];
  const found: Target[] = [];
  for (const one of readingRoles(child, role)) {
    const users = await usersOfEach(context, roleIds[one], enterprises);
    for (const { record_id, id } of targets)
      for (const user of users.get(id) ?? []) found.push({ record_id, id: user });
  }
  return found;
}

/**
 * The users whom the live children of records name, by record. The number of statements does not depend on the number
 * of records or children.
 * @param entity the entity of the records
 */
export async function childRecipients(
  context: Context,
  entity: Entity,
  { children, to, when }: ChildRecipients,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { entity: name = '', by = '' } = entity.children?.[children] ?? {};
  const child = context.contract.entity(name);
  const found = new Map<number, number[]>(ids.map((id) => [id, []]));
  for (const one of recipientList(to)) {
    const path = typeof one === 'string' ? one : one.of;
    const targets = await targetsOf(context, child, { by, path, when }, ids);
    const users = typeof one === 'string' ? targets : await usersOfTargets(context, child, one, targets);
    for (const { record_id, id } of users) found.get(record_id)?.push(id);
  }
  return found;
}
