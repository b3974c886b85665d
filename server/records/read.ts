import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { may, type Operation } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import { type Caller, type Context, callerOf } from '../domain/context.ts';
import { rulesOf } from '../domain/index.ts';
import { forbidden, notFound, refuse } from '../domain/refusal.ts';
import type { Reader } from '../domain/rules.ts';
import { planOf } from './plan.ts';
import { type ListQuery, listQuery, maxUnpaged } from './query.ts';
import { scope } from './scope.ts';
import { type Answer, type Row, serialize } from './serialize.ts';

export interface ListAnswer {
  items: Answer[];
  total: number;
  page: number;
  per_page: number;
}

/** Refuses an operation that the role never has (C1: 403, before any row is looked at). */
export function demand(entity: Entity, operation: Operation, caller: Caller): void {
  if (!may(entity.access, operation, caller.role)) throw forbidden();
}

export const readerOf = (context: Context): Reader => ({
  role: callerOf(context).role,
  language: context.origin?.language ?? 'en',
  now: context.now,
  secrets: context.secrets,
  session_id: callerOf(context).session_id,
});

const live: RawBuilder<SqlBool> = sql<SqlBool>`t.deleted_at is null`;

/** The live rows in the caller's scope that also satisfy the given conditions. */
function visible(entity: Entity, caller: Caller, conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([live, scope(entity, caller), ...conditions], sql` and `)}`;
}

/** The rows that a list request selects for the caller, as one predicate over `t`; the role must be let in before. */
export function selected(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
): RawBuilder<SqlBool> {
  const caller = callerOf(context);
  return visible(entity, caller, listQuery(entity, parameters, caller, context.now).where);
}

async function count(context: Context, entity: Entity, where: RawBuilder<SqlBool>): Promise<number> {
  const found = await sql<{
    total: number;
  }>`select count(*)::int as total from ${sql.table(entity.table)} as t where ${where}`.execute(context.trx);
  return found.rows[0]?.total ?? 0;
}

async function rows(context: Context, entity: Entity, where: RawBuilder<SqlBool>, query: ListQuery): Promise<Row[]> {
  const plan = planOf(entity);
  const limit = query.paginate ? query.perPage : maxUnpaged;
  const offset = query.paginate ? (query.page - 1) * query.perPage : 0;
  const found = await sql<Row>`select ${plan.select} from ${plan.from} where ${where}
    order by ${query.order} limit ${limit} offset ${offset}`.execute(context.trx);
  return found.rows;
}

/** A page of an entity's records, or with `is_paginate=false` all of them; two statements at most. */
export async function list(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
): Promise<ListAnswer> {
  const caller = callerOf(context);
  demand(entity, 'list', caller);
  const query = listQuery(entity, parameters, caller, context.now);
  const where = visible(entity, caller, query.where);
  const total = await count(context, entity, where);
  if (!query.paginate && total > maxUnpaged) throw refuse('too_many_rows');
  const found = total === 0 ? [] : await rows(context, entity, where, query);
  const reader = readerOf(context);
  const items = found.map((row) => serialize(planOf(entity), row, reader, 'list'));
  const perPage = query.paginate ? query.perPage : Math.max(total, 1);
  return { items, total, page: query.paginate ? query.page : 1, per_page: perPage };
}

/** The row of that id in the caller's scope, locked for the transaction when it is to be written; else 404. */
export async function rowOf(context: Context, entity: Entity, id: number, lock = false): Promise<Row> {
  const plan = planOf(entity);
  const where = visible(entity, callerOf(context), [sql<SqlBool>`t.id = ${id}`]);
  const found = await sql<Row>`select ${plan.select} from ${plan.from} where ${where} ${
    lock ? sql`for update of t` : sql``
  }`.execute(context.trx);
  const row = found.rows[0];
  if (!row) throw notFound();
  return row;
}

/** One record as the caller may see it. */
export async function get(context: Context, entity: Entity, id: number): Promise<Answer> {
  demand(entity, 'get', callerOf(context));
  const row = await rowOf(context, entity, id);
  await rulesOf(entity.name).afterGet?.(context, row);
  return serialize(planOf(entity), row, readerOf(context), 'get');
}
