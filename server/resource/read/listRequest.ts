import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entityNamed } from '../../../contract/index.ts';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { isSearchText } from '../../../contract/kinds/textRule.ts';
import { datePattern, dayPattern, timePattern } from '../../../contract/lib/dateTime.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import {
  currencyParameter,
  filterParameters,
  fromParameter,
  isRangeReversed,
  parseRangeLimit,
  toParameter,
} from '../../../contract/lists/filters.ts';
import { maxIds } from '../../../contract/lists/limits.ts';
import type { MessageKey } from '../../../contract/messages/message.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { Caller } from '../../core/context.ts';
import { precompiled } from '../../db/schema/sqlText.ts';
import { valueSql } from '../compile/formulaSql.ts';
import { type CompiledFilter, type RoleView, viewFor } from '../compile/resource.ts';
import { scopePredicate } from '../compile/scope.ts';
import { joinedFilter } from './joinedRecords.ts';
import { anyPathContains, type SearchCondition, textContains, textEquals } from './search.ts';

export const defaultPerPage = 20;
export const maxPerPage = 100;
export const maxUnpaged = 5000;

/** Which part of a list is wanted. */
export interface Paging {
  readonly page: number;
  readonly perPage: number;
  readonly paginate: boolean;
}

/** A list request, validated. */
export interface ListQuery extends Paging {
  readonly order: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** What its search text means; it is among the conditions. */
  readonly search?: SearchCondition;
}

const wrong = (name: string, key: MessageKey = 'bad_parameter') => AppError.unprocessable(key, { name }, name);

function wholeNumber(name: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < 1 || number > max) throw wrong(name);
  return number;
}

function yesOrNo(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw wrong(name);
  return value === 'true';
}

/** One value of a filter in the type of its field; anything else is refused, never handed to the database. */
export function parseFilterValue(name: string, field: Field, value: string): string | number | boolean {
  const found = kinds[field.kind].filter?.value(field, value);
  if (found === undefined) throw wrong(name);
  return found;
}

/** What a list is narrowed by must be the caller's to see, or it would tell of others' records (C1). */
function withinScope(
  field: Field,
  value: string | number | boolean,
  condition: RawBuilder<SqlBool>,
  caller: Caller,
): RawBuilder<SqlBool> {
  if (field.kind !== 'reference') return condition;
  const target = entityNamed(field.to ?? '');
  return sql<SqlBool>`(${condition} and exists (select 1 from ${sql.table(target.table)} as n
    where n.id = ${value} and n.deleted_at is null and ${scopePredicate(target, caller, 'n')}))`;
}

/** A bound as the database takes it: it knows no offsets of 16 hours and more, which the standard has. */
const stored = ({ kind }: Field, bound: number | string): number | string | Date =>
  kinds[kind].time === 'moment' ? new Date(bound) : bound;

/**
 * What lies from a bound on, or up to it. A moment that is written without parts of a second is the whole second, any other
 * the whole millisecond.
 */
function limitCondition(
  entity: Entity,
  { field, by }: CompiledFilter,
  parameter: string,
  value: string,
  way: 'least' | 'most',
): RawBuilder<SqlBool> {
  const given = parseRangeLimit(field, value);
  if (given === undefined) throw wrong(parameter);
  const bound = stored(field, given);
  const column = valueSql(entity, by?.column ?? '');
  if (way === 'least') return sql<SqlBool>`${column} >= ${bound}`;
  if (kinds[field.kind].time !== 'moment') return sql<SqlBool>`${column} <= ${bound}`;
  const length = value.includes('.') ? '1 millisecond' : '1 second';
  return sql<SqlBool>`${column} < ${bound}::timestamptz + ${sql.lit(length)}::interval`;
}

/** The records whose own column holds a text, or is the same. */
function textCondition(
  entity: Entity,
  parameter: string,
  column: string,
  text: string,
  way: 'has' | 'same',
): RawBuilder<SqlBool> {
  if (!isSearchText(text)) throw wrong(parameter);
  return (way === 'has' ? textContains : textEquals)(entity, column, text);
}

/** A range that ends before it begins is a mistake of whoever asks, and so are bounds of an amount in no currency. */
function refuseRanges(view: RoleView, parameters: Readonly<Record<string, string>>): void {
  const given = (name: string) => parameters[`filter_${name}`] || undefined;
  for (const { field, by } of view.filters.values()) {
    if (by?.operator !== 'most') continue;
    const [from, to] = [given(fromParameter(by.filter)), given(toParameter(by.filter))];
    if (from && to && isRangeReversed(field, from, to))
      throw wrong(`filter_${toParameter(by.filter)}`, 'reversed_parameter');
    if (field.currency !== undefined && (from ?? to) !== undefined && !given(currencyParameter(by.filter)))
      throw wrong(`filter_${currencyParameter(by.filter)}`, 'currency_parameter');
  }
}

function filter(
  entity: Entity,
  view: RoleView,
  parameter: string,
  value: string,
  caller: Caller,
  now: Date,
): RawBuilder<SqlBool> {
  const name = parameter.slice('filter_'.length);
  const found = view.filters.get(name);
  if (!found) throw wrong(parameter, 'unknown_parameter');
  const { field, meaning } = found;
  const { operator: way = 'is', column: by = name } = found.by ?? {};
  if (meaning) {
    const wanted = parseFilterValue(parameter, field, value);
    return withinScope(field, wanted, meaning(wanted, now), caller);
  }
  if (way === 'least' || way === 'most') return limitCondition(entity, found, parameter, value, way);
  if (way === 'has' || way === 'same') return textCondition(entity, parameter, by, value, way);
  const values = value
    .split(',')
    .map((one) => parseFilterValue(parameter, field.joined ? (field.items ?? field) : field, one));
  if (values.length > (name === 'id' ? maxIds : 100)) throw wrong(parameter);
  if (field.joined) return joinedFilter(entity, by, field, values as number[], caller, way === 'all');
  const column = valueSql(entity, by);
  // The array of a record that has any of them.
  if (columnOf(field) === 'text[]') return sql<SqlBool>`${column} && ${values}::text[]`;
  return sql<SqlBool>`${column} in (${sql.join(values)})`;
}

/** A day, or a moment with its offset, from 1970 to 9999. */
export const rangePattern = `${dayPattern}(${timePattern})?`;
const isMoment = new RegExp(`^${rangePattern}$`);

function moment(name: string, value: string): Date {
  const date = new Date(value);
  if (!isMoment.test(value) || Number.isNaN(date.getTime())) throw wrong(name);
  return date;
}

/** Days are whole: the last one belongs to the range. */
function days(name: string, column: RawBuilder<unknown>, value: string): RawBuilder<SqlBool> {
  if (!datePattern.test(value)) throw wrong(name);
  return name === 'start_at' ? sql<SqlBool>`${column} >= ${value}` : sql<SqlBool>`${column} <= ${value}`;
}

function range(entity: Entity, name: string, value: string): RawBuilder<SqlBool> {
  if (!entity.list.range) throw wrong(name, 'unknown_parameter');
  const column = sql.ref(`t.${entity.list.range}`);
  const field = fieldOf(entity, entity.list.range);
  if (field && kinds[field.kind].time === 'day') return days(name, column, value);
  const date = moment(name, value);
  // The picker's end is a whole second (R-VALID-13); the second itself belongs to the range.
  const end = new Date(date.getTime() + 1000);
  return name === 'start_at' ? sql<SqlBool>`${column} >= ${date}` : sql<SqlBool>`${column} < ${end}`;
}

const orders = memoize((_: RoleView) => new Map<string, RawBuilder<unknown>>());

/** The order that a sort means, put together once. Throws 422 for one that is not the role's. */
function order(entity: Entity, view: RoleView, value: string): RawBuilder<unknown> {
  const known = orders(view);
  const found = known.get(value) ?? precompiled(orderBy(entity, view, value));
  known.set(value, found);
  return found;
}

function orderBy(entity: Entity, view: RoleView, value: string): RawBuilder<unknown> {
  const name = value.replace(/^-/, '');
  if (!view.sorts.has(name)) throw wrong('sort');
  const way = value.startsWith('-') ? sql`desc` : sql`asc`;
  const id = sql`${sql.ref('t.id')} ${way}`;
  if (name === 'id') return id;
  const column = valueSql(entity, name);
  const ordered = sql`${column} ${way}, ${id}`;
  return fieldOf(entity, name)?.serial === undefined ? ordered : sql`length(${column}) ${way}, ${ordered}`;
}

/** Parameters that say which part of a list is wanted, and in which order. */
export const pagingParameters = new Set(['page', 'per_page', 'is_paginate', 'sort']);

/** An empty parameter narrows nothing, and an unknown one is refused all the same. */
function refuseUnknown(entity: Entity, name: string): undefined {
  const filters = [
    'id',
    ...filterParameters(entity).map((one) => one.name),
    ...Object.keys(entity.list.parameters ?? {}),
  ];
  const names = new Set(['search', 'start_at', 'end_at', ...filters.map((one) => `filter_${one}`)]);
  if (!names.has(name)) throw wrong(name, 'unknown_parameter');
  return undefined;
}

/** The paths that a search text is looked for in; refuses a text that cannot be looked for. */
export function searchPaths({ search: paths }: RoleView, text: string): readonly string[] {
  if (paths.length === 0 || !isSearchText(text)) throw wrong('search');
  return paths;
}

function condition(
  entity: Entity,
  view: RoleView,
  name: string,
  value: string,
  caller: Caller,
  now: Date,
): RawBuilder<SqlBool> | undefined {
  if (pagingParameters.has(name)) return undefined;
  if (value === '') return refuseUnknown(entity, name);
  if (name === 'search') return anyPathContains(entity, searchPaths(view, value), value);
  if (name === 'start_at' || name === 'end_at') return range(entity, name, value);
  if (name.startsWith('filter_')) return filter(entity, view, name, value, caller, now);
  throw wrong(name, 'unknown_parameter');
}

/** The conditions that parameters of a list mean, each validated. */
export function listConditions(
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
  caller: Caller,
  now: Date,
): RawBuilder<SqlBool>[] {
  const view = viewFor(entity, caller.role);
  const conditions = Object.entries(parameters)
    .map(([name, value]) => condition(entity, view, name, value, caller, now))
    .filter((one) => one !== undefined);
  refuseRanges(view, parameters);
  return conditions;
}

/** The page that parameters ask for; all of it in one where they say so. */
export const parsePaging = (parameters: Readonly<Record<string, string>>): Paging => ({
  page: wholeNumber('page', parameters.page, 1, 1_000_000),
  perPage: wholeNumber('per_page', parameters.per_page, defaultPerPage, maxPerPage),
  paginate: yesOrNo('is_paginate', parameters.is_paginate || 'true'),
});

/**
 * Validates the parameters of a list request (B1, A5): a name that is not declared, or that the role may
 * not read, is a 422, and every value is bound.
 */
export function parseListQuery(
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
  caller: Caller,
  now: Date,
): ListQuery {
  const view = viewFor(entity, caller.role);
  const where = listConditions(entity, parameters, caller, now);
  return {
    ...parsePaging(parameters),
    order: order(entity, view, parameters.sort || entity.list.sort),
    where,
  };
}
