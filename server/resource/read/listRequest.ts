import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnOf } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { isSearchText } from '../../../contract/kinds/textRule.ts';
import { datePattern, dayPattern, timePattern } from '../../../contract/lib/dateTime.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { displayParameter } from '../../../contract/lists/displayParameter.ts';
import { displayCondition, displaysFor } from '../../../contract/lists/displays.ts';
import {
  currencyParameter,
  filterParameters,
  fromParameter,
  isRangeReversed,
  toParameter,
} from '../../../contract/lists/filters.ts';
import { maxIds } from '../../../contract/lists/limits.ts';
import { defaultSortText, parseSort } from '../../../contract/lists/listSort.ts';
import { parseRangeLimit } from '../../../contract/lists/rangeLimit.ts';
import type { Language } from '../../../contract/messages/label.ts';
import type { MessageKey } from '../../../contract/messages/message.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { Caller } from '../../core/context.ts';
import { quoted } from '../../db/schema/columns.ts';
import { rowConditionSql } from '../../db/schema/conditionSql.ts';
import { sortDirection } from '../../db/schema/ddl.ts';
import { isLocalized, readerValue } from '../../db/schema/localizedTexts.ts';
import { serialSortKeys } from '../../db/schema/sequences.ts';
import { precompiled } from '../../db/schema/sqlText.ts';
import { isComparedFolded } from '../../db/schema/uniqueTexts.ts';
import { type CompiledFilter, type RoleView, viewFor } from '../compile/resource.ts';
import { scopePredicate } from '../compile/scope.ts';
import { valueSql } from '../compile/treePredicate.ts';
import { joinedFilter } from './joinedRecords.ts';
import { anyPathContains, type SearchCondition, textContains, textEquals } from './search.ts';

export const defaultPerPage = 20;
export const maxPerPage = 100;
export const maxUnpaged = 5000;

/** The requested part of a list. */
export interface Paging {
  readonly page: number;
  readonly perPage: number;
  readonly paginate: boolean;
}

/** A list request, validated. */
export interface ListQuery extends Paging {
  readonly order: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** The condition of its search text, which is also in `where`. */
  readonly search?: SearchCondition;
}

/** Refuses a parameter; the message says what is allowed where the limits are known. */
export const badParameter = (
  name: string,
  key: MessageKey = 'bad_parameter',
  values: Readonly<Record<string, string | number>> = {},
) => AppError.unprocessable(key, { ...values, name }, name);

function wholeNumber(name: string, value: string | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d{1,9}$/.test(value) || number < 1 || number > max)
    throw badParameter(name, 'integer_parameter', { min: 1, max });
  return number;
}

/** Refuses a value that is none of these. */
export const oneOf = (name: string, values: readonly (string | number)[]) =>
  badParameter(name, 'choice_parameter', { values: values.join(', ') });

function yesOrNo(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw oneOf(name, ['true', 'false']);
  return value === 'true';
}

/** The refusal of a filter's value, with the allowed ones where the field lists them. */
function refusedValue(name: string, field: Field): AppError {
  const { choices } = field.items ?? field;
  if (choices)
    return oneOf(
      name,
      choices.map(({ id }) => id),
    );
  return field.kind === 'boolean' ? oneOf(name, ['true', 'false']) : badParameter(name);
}

/** One value of a filter in the type of its field. Anything else is refused and never reaches the database. */
export function parseFilterValue(name: string, field: Field, value: string): string | number | boolean {
  const found = kinds[field.kind].filter?.value(field, value);
  if (found === undefined) throw refusedValue(name, field);
  return found;
}

/** Limits a filter by a reference to records in the caller's scope, or it would reveal others' records (C1). */
function withinScope(
  entity: Entity,
  field: Field,
  value: string | number | boolean,
  condition: RawBuilder<SqlBool>,
  caller: Caller,
): RawBuilder<SqlBool> {
  if (field.kind !== 'reference') return condition;
  const target = entity.contract.entity(field.to ?? '');
  return sql<SqlBool>`(${condition} and exists (select 1 from ${sql.table(target.table)} as n
    where n.id = ${value} and n.deleted_at is null and ${scopePredicate(target, caller, 'n')}))`;
}

/** A limit for PostgreSQL, which does not accept offsets of 16 hours and more, unlike the standard. */
const stored = ({ kind }: Field, limit: number | string): number | string | Date =>
  kinds[kind].time === 'moment' ? new Date(limit) : limit;

/**
 * Matches values from a limit on, or up to it. A point in time without a fraction of a second means the whole second,
 * any other the whole millisecond.
 */
function limitCondition(
  entity: Entity,
  { field, by }: CompiledFilter,
  parameter: string,
  value: string,
  way: 'least' | 'most',
): RawBuilder<SqlBool> {
  const given = parseRangeLimit(field, value);
  if (given === undefined) throw badParameter(parameter);
  const limit = stored(field, given);
  const column = valueSql(entity, by?.column ?? '');
  if (way === 'least') return sql<SqlBool>`${column} >= ${limit}`;
  if (kinds[field.kind].time !== 'moment') return sql<SqlBool>`${column} <= ${limit}`;
  const length = value.includes('.') ? '1 millisecond' : '1 second';
  return sql<SqlBool>`${column} < ${limit}::timestamptz + ${sql.lit(length)}::interval`;
}

/** Matches records whose own column contains a text, or equals it. */
function textCondition(
  entity: Entity,
  parameter: string,
  column: string,
  text: string,
  way: 'has' | 'same',
): RawBuilder<SqlBool> {
  if (!isSearchText(text)) throw badParameter(parameter);
  return (way === 'has' ? textContains : textEquals)(entity, column, text);
}

/** Matches records whose own text, or one of whose tags, is the same as any of these. */
const anyTextEquals = (entity: Entity, column: string, texts: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    texts.map((text) => textEquals(entity, column, text)),
    sql` or `,
  )})`;

/** Refuses a range that ends before it begins, and limits of an amount without a currency. */
function refuseRanges(view: RoleView, parameters: Readonly<Record<string, string>>): void {
  const given = (name: string) => parameters[`filter_${name}`] || undefined;
  for (const { field, by } of view.filters.values()) {
    if (by?.operator !== 'most') continue;
    const [from, to] = [given(fromParameter(by.filter)), given(toParameter(by.filter))];
    if (from && to && isRangeReversed(field, from, to))
      throw badParameter(`filter_${toParameter(by.filter)}`, 'reversed_parameter');
    if (field.currency !== undefined && (from ?? to) !== undefined && !given(currencyParameter(by.filter)))
      throw badParameter(`filter_${currencyParameter(by.filter)}`, 'currency_parameter');
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
  if (!found) throw badParameter(parameter, 'unknown_parameter');
  const { field, meaning } = found;
  const { operator: way = 'is', column: by = name } = found.by ?? {};
  if (meaning) {
    const wanted = parseFilterValue(parameter, field, value);
    return withinScope(entity, field, wanted, meaning(wanted, now), caller);
  }
  if (way === 'least' || way === 'most') return limitCondition(entity, found, parameter, value, way);
  if (way === 'has' || way === 'same') return textCondition(entity, parameter, by, value, way);
  const values = value
    .split(',')
    .map((one) => parseFilterValue(parameter, field.joined ? (field.items ?? field) : field, one));
  const max = name === 'id' ? maxIds : 100;
  if (values.length > max) throw badParameter(parameter, 'many_parameter', { max });
  if (field.joined) return joinedFilter(entity, by, field, values as number[], caller, way === 'all');
  const isFolded =
    columnOf(field) === 'text[]' || isLocalized(entity, by) || (isComparedFolded(entity, by) && !field.names);
  if (isFolded) return anyTextEquals(entity, by, values as string[]);
  return sql<SqlBool>`${valueSql(entity, by)} in (${sql.join(values)})`;
}

/** A day, or a point in time with its offset, from 1970 to 9999. */
export const rangePattern = `${dayPattern}(${timePattern})?`;
const isMoment = new RegExp(`^${rangePattern}$`);

function moment(name: string, value: string): Date {
  const date = new Date(value);
  if (!isMoment.test(value) || Number.isNaN(date.getTime())) throw badParameter(name, 'moment_parameter');
  return date;
}

/** Days are whole: the last one belongs to the range. */
function days(name: string, column: RawBuilder<unknown>, value: string): RawBuilder<SqlBool> {
  if (!datePattern.test(value)) throw badParameter(name, 'date_parameter');
  return name === 'start_at' ? sql<SqlBool>`${column} >= ${value}` : sql<SqlBool>`${column} <= ${value}`;
}

function range(entity: Entity, name: string, value: string): RawBuilder<SqlBool> {
  if (!entity.list.range) throw badParameter(name, 'unknown_parameter');
  const column = sql.ref(`t.${entity.list.range}`);
  const field = fieldOf(entity, entity.list.range);
  if (field && kinds[field.kind].time === 'day') return days(name, column, value);
  const date = moment(name, value);
  // The picker's end is a whole second (R-VALID-13); the second itself belongs to the range.
  const end = new Date(date.getTime() + 1000);
  return name === 'start_at' ? sql<SqlBool>`${column} >= ${date}` : sql<SqlBool>`${column} < ${end}`;
}

const orders = memoize((_: RoleView) => new Map<string, RawBuilder<unknown>>());

/** The compiled order of a sort, empty values last, cached; 422 for a field that the role may not sort by. */
function order(entity: Entity, view: RoleView, value: string, language: Language): RawBuilder<unknown> {
  const known = orders(view);
  const isRead = parseSort(value).some(({ name }) => isLocalized(entity, name));
  const key = isRead ? `${value} ${language}` : value;
  const found = known.get(key) ?? precompiled(orderBy(entity, view, value, language));
  known.set(key, found);
  return found;
}

/** The sort keys of one field. */
function sortKeys(entity: Entity, name: string, isDescending: boolean, language: Language): RawBuilder<unknown>[] {
  const way = isDescending ? sql`desc` : sql`asc`;
  const column = isLocalized(entity, name) ? readerValue(entity, name, 't', language) : valueSql(entity, name);
  const ordered = sql`${column} ${sql.raw(sortDirection(entity, name, isDescending))}`;
  const serial = fieldOf(entity, name)?.serial;
  if (serial === undefined) return [ordered];
  const keys = serialSortKeys(serial, `"t".${quoted(name)}`).slice(0, -1);
  return [...keys.map((key) => sql`${sql.raw(key)} ${way}`), ordered];
}

/** The order of a sort by one field, or of the list's own; the id follows the direction of the last field. */
function orderBy(entity: Entity, view: RoleView, value: string, language: Language): RawBuilder<unknown> {
  const fields = parseSort(value);
  const isOffered = fields.length === 1 || value === defaultSortText(entity);
  if (!isOffered || fields.some(({ name }) => !view.sortable.has(name))) throw badParameter('sort');
  const keys = fields
    .filter(({ name }) => name !== 'id')
    .flatMap(({ name, isDescending }) => sortKeys(entity, name, isDescending, language));
  return sql.join([...keys, sql`${sql.ref('t.id')} ${fields.at(-1)?.isDescending ? sql`desc` : sql`asc`}`]);
}

/** Parameters that select a part of a list and its order. */
export const pagingParameters = new Set(['page', 'per_page', 'is_paginate', 'sort']);

/** An empty parameter filters nothing, but an unknown one is refused. */
function refuseUnknown(entity: Entity, name: string): undefined {
  const filters = [
    'id',
    ...filterParameters(entity).map((one) => one.name),
    ...Object.keys(entity.list.parameters ?? {}),
  ];
  const displays = displayCondition(entity, 'calendar') ? [displayParameter] : [];
  const names = new Set(['search', 'start_at', 'end_at', ...displays, ...filters.map((one) => `filter_${one}`)]);
  if (!names.has(name)) throw badParameter(name, 'unknown_parameter');
  return undefined;
}

/** True if nothing is left of a text that can be searched for. */
export const isBlank = (text: string): boolean => foldText(text) === '';

/** The searched paths; refuses a text that cannot be searched. */
export function searchPaths({ search: paths }: RoleView, text: string): readonly string[] {
  if (paths.length === 0 || !isSearchText(text)) throw badParameter('search');
  return paths;
}

/** Matches the records that a display shows; refuses one that has no condition, or that the role does not have. */
function displayed(entity: Entity, { role }: Caller, value: string): RawBuilder<SqlBool> {
  const conditional = displaysFor(entity, role).filter((one) => displayCondition(entity, one));
  if (conditional.length === 0) throw badParameter(displayParameter, 'unknown_parameter');
  const when = displayCondition(entity, value);
  if (!when) throw oneOf(displayParameter, conditional);
  return sql<SqlBool>`${sql.raw(rowConditionSql(entity, when, 't'))}`;
}

/** Matches the records that contain the text; blanks alone filter nothing. */
const searched = (entity: Entity, paths: readonly string[], text: string): RawBuilder<SqlBool> | undefined =>
  isBlank(text) ? undefined : anyPathContains(entity, paths, text);

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
  if (name === 'search') return searched(entity, searchPaths(view, value), value);
  if (name === 'start_at' || name === 'end_at') return range(entity, name, value);
  if (name === displayParameter) return displayed(entity, caller, value);
  if (name.startsWith('filter_')) return filter(entity, view, name, value, caller, now);
  throw badParameter(name, 'unknown_parameter');
}

/** The validated conditions of the parameters of a list. */
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

/** The requested page; with `is_paginate=false` everything in one. */
export const parsePaging = (parameters: Readonly<Record<string, string>>): Paging => ({
  page: wholeNumber('page', parameters.page, 1, 1_000_000),
  perPage: wholeNumber('per_page', parameters.per_page, defaultPerPage, maxPerPage),
  paginate: yesOrNo('is_paginate', parameters.is_paginate || 'true'),
});

/**
 * Validates the parameters of a list request (B1, A5): a name that is not declared, or that the role may not read, is a
 * 422. Every value is passed as a parameter.
 * @param language the reader's language, in which localized texts are sorted
 */
export function parseListQuery(
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
  caller: Caller,
  now: Date,
  language: Language = 'en',
): ListQuery {
  const view = viewFor(entity, caller.role);
  const where = listConditions(entity, parameters, caller, now);
  return {
    ...parsePaging(parameters),
    order: order(entity, view, parameters.sort || defaultSortText(entity), language),
    where,
  };
}
