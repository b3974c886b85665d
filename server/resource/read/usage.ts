import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasRight } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf } from '../../core/context.ts';
import { cascadingSections, irremovableChild, referrerPredicate, restrictingReferrers } from '../compile/referrers.ts';
import { scopePredicate } from '../compile/scope.ts';
import { authorize, readRow } from './read.ts';

/** The number up to which records are counted. */
const maxCount = 1000;

/** Records that prevent the deletion of another one. */
interface ReferrerCount {
  readonly entity: string;
  readonly by: string;
  /** The section of children whose deletion they prevent; empty where they prevent that of the record itself. */
  readonly through: string;
  readonly count: number;
  readonly is_more: boolean;
}

type Counted = Omit<ReferrerCount, 'is_more'>;

function counted(
  other: Entity,
  caller: Caller,
  names: Omit<ReferrerCount, 'count' | 'is_more'>,
  which: RawBuilder<SqlBool>,
) {
  if (!hasRight(other.access, 'list', caller.role)) return [];
  const found = sql`select 1 from ${sql.table(other.table)} as t
    where t.deleted_at is null and ${which} and ${scopePredicate(other, caller)} limit ${sql.lit(maxCount + 1)}`;
  return [
    sql`select ${sql.lit(names.entity)}::text as entity, ${sql.lit(names.by)}::text as by, ${sql.lit(names.through)}::text as through,
      (select count(*)::int from (${found}) as f) as count`,
  ];
}

/** Counts the records that prevent the deletion of the records whose ids the statement selects. */
const countReferrers = (entity: Entity, caller: Caller, through: string, ids: RawBuilder<unknown>) =>
  restrictingReferrers(entity).flatMap((referrer) =>
    counted(
      referrer.entity,
      caller,
      { entity: referrer.entity.name, by: referrer.name, through },
      referrerPredicate(referrer, 't', ids),
    ),
  );

/** Counts the children that may not be deleted with a record, and the records that prevent their deletion. */
const countChildReferrers = (entity: Entity, caller: Caller, id: number) =>
  cascadingSections(entity).flatMap(({ entity: name, by }) => {
    const child = entity.contract.entity(name);
    const ids = sql`select c.id from ${sql.table(child.table)} as c
      where ${sql.ref(`c.${by}`)} = ${id} and c.deleted_at is null`;
    const own = irremovableChild(child, 't').flatMap((may) =>
      counted(child, caller, { entity: name, by, through: '' }, sql<SqlBool>`${sql.ref(`t.${by}`)} = ${id} and ${may}`),
    );
    return [...own, ...countReferrers(child, caller, name, ids)];
  });

/**
 * The records that prevent the deletion of a record, as far as the caller may see them, with their numbers (issue 14).
 * @param name the name of an entity
 * @throws 404 where the caller finds no such record; 403 where the role may not delete records
 */
export async function readUsage(context: Context, name: string, id: number) {
  const entity = context.contract.byName.get(name);
  if (!entity || entity.without?.includes('remove')) throw AppError.notFound();
  const caller = callerOf(context);
  authorize(entity, 'remove', caller);
  await readRow(context, entity, id);
  const all = [...countReferrers(entity, caller, '', sql`${id}::int`), ...countChildReferrers(entity, caller, id)];
  const rows = all.length > 0 ? (await sql<Counted>`${sql.join(all, sql` union all `)}`.execute(context.trx)).rows : [];
  const items = rows
    .filter(({ count }) => count > 0)
    .map((row) => ({ ...row, count: Math.min(row.count, maxCount), is_more: row.count > maxCount }));
  return { items, total: items.length, page: 1, per_page: Math.max(1, items.length) };
}
