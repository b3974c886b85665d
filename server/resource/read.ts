import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { may, type Operation } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import { AppError } from '../domain/appError.ts';
import { type Caller, type Context, callerOf } from '../domain/context.ts';
import { rulesOf } from '../domain/index.ts';
import type { Reader } from '../domain/rules.ts';
import { resourceOf, viewFor } from './compile.ts';
import { type ListQuery, listQuery, maxUnpaged } from './query.ts';
import { scope } from './scope.ts';
import { type Answer, type Row, serialize } from './serialize.ts';
import type { Shape } from './shape.ts';

export interface ListAnswer {
  items: Answer[];
  total: number;
  page: number;
  per_page: number;
}

/** Refuses an operation that the role never has (C1: 403, before any row is looked at). */
export function authorize(entity: Entity, operation: Operation, caller: Caller): void {
  if (!may(entity.access, operation, caller.role)) throw AppError.forbidden();
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
export function visible(
  entity: Entity,
  caller: Caller,
  conditions: readonly RawBuilder<SqlBool>[],
): RawBuilder<SqlBool> {
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

/** The statement that counts what a list finds. */
export const countStatement = (entity: Entity, where: RawBuilder<SqlBool>) =>
  sql<{ total: number }>`select count(*)::int as total from ${sql.table(entity.table)} as t where ${where}`;

/** The statement of one page of a list, or of all of it. */
export function pageStatement(shape: Shape, where: RawBuilder<SqlBool>, query: ListQuery): RawBuilder<Row> {
  const limit = query.paginate ? query.perPage : maxUnpaged;
  const offset = query.paginate ? (query.page - 1) * query.perPage : 0;
  return sql<Row>`select ${shape.select} from ${shape.from} where ${where}
    order by ${query.order} limit ${limit} offset ${offset}`;
}

/** A page of an entity's records, or with `is_paginate=false` all of them; two statements at most. */
export async function list(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
): Promise<ListAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'list', caller);
  const query = listQuery(entity, parameters, caller, context.now);
  const where = visible(entity, caller, query.where);
  const counted = await countStatement(entity, where).execute(context.trx);
  const total = counted.rows[0]?.total ?? 0;
  if (!query.paginate && total > maxUnpaged) throw AppError.unprocessable('too_many_rows');
  const shape = viewFor(entity, caller.role).list;
  const found = total === 0 ? [] : (await pageStatement(shape, where, query).execute(context.trx)).rows;
  const reader = readerOf(context);
  const items = found.map((row) => serialize(shape, row, reader));
  const perPage = query.paginate ? query.perPage : Math.max(total, 1);
  return { items, total, page: query.paginate ? query.page : 1, per_page: perPage };
}

/** The statement of one record; `end` may lock it. */
export function itemStatement(shape: Shape, caller: Caller, id: number, end = sql``): RawBuilder<Row> {
  const where = visible(shape.entity, caller, [sql<SqlBool>`t.id = ${id}`]);
  return sql<Row>`select ${shape.select} from ${shape.from} where ${where} ${end}`;
}

async function one(context: Context, shape: Shape, id: number, end?: RawBuilder<unknown>): Promise<Row> {
  const found = await itemStatement(shape, callerOf(context), id, end).execute(context.trx);
  const row = found.rows[0];
  if (!row) throw AppError.notFound();
  return row;
}

/** What is to be changed is still there to be pointed to; what is to be deleted is not. */
const locks = { change: sql`for no key update of t`, remove: sql`for update of t` } as const;

/** The whole row of that id in the caller's scope, locked for the transaction when it is to be written; else 404. */
export const rowOf = (context: Context, entity: Entity, id: number, lock?: keyof typeof locks): Promise<Row> =>
  one(context, resourceOf(entity).whole, id, lock && locks[lock]);

/** One record as the caller may see it. */
export async function get(context: Context, entity: Entity, id: number): Promise<Answer> {
  const caller = callerOf(context);
  authorize(entity, 'get', caller);
  const { item } = viewFor(entity, caller.role);
  const row = await one(context, item, id);
  await rulesOf(entity.name).afterGet?.(context, row);
  return serialize(item, row, readerOf(context));
}
