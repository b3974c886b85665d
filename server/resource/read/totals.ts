import { type RawBuilder, sql } from 'kysely';
import { kinds } from '../../../contract/kinds/index.ts';
import {
  type Average,
  averagedFields,
  averageScale,
  groupFields,
  maxRecordGroups,
  type RecordTotals,
  type Sum,
  summedFields,
  type TotalGroup,
  type TotalsAnswer,
} from '../../../contract/lists/totals.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { requireTimeZone } from '../../core/timeZone.ts';
import { joinsAlong } from '../compile/joinsAlong.ts';
import { findEmbed } from '../compile/projection.ts';
import { valueSql } from '../compile/treePredicate.ts';
import { pagingParameters } from './listRequest.ts';
import { authorize, readListQuery } from './read.ts';
import { countedSource, type ListSelection } from './summaryStatements.ts';
import { groupTitles } from './titles.ts';

type Sql = RawBuilder<unknown>;

/** A field that is summed, averaged or both. `part` separates its sums by currency or unit; undefined for plain numbers. */
interface SummedColumn {
  readonly name: string;
  readonly isSummed: boolean;
  /** The most decimal places of its average; undefined without one. */
  readonly averageScale: number | undefined;
  readonly value: Sql;
  readonly part: Sql | undefined;
}

/** The maximum number of rows of an answer: one per group and per currency or unit in it. */
const mostRows = 5000;

/** The unit of a product's quantities; keep it equivalent to `productUnit` in contract/values/unit.ts. */
const unitSql = (product: string): Sql =>
  sql`case when ${sql.ref(`${product}.metering`)} = 'value' then nullif(${sql.ref(`${product}.unit`)}, '') end`;

interface Draft {
  readonly entity: Entity;
  readonly joins: Sql[];
}

/** What separates the sums of a field: its currency or its unit. */
function partSql({ entity, joins }: Draft, field: Field, index: number): Sql | undefined {
  if (field.currency !== undefined) return sql.ref(`t.${field.currency}`);
  if (field.unitOf === undefined) return undefined;
  const along = joinsAlong(entity, field.unitOf.split('.'), `u${index}`);
  joins.push(...along.joins);
  return unitSql(along.last);
}

/** The columns of a request, each field once. */
function summedColumns(draft: Draft, { fields, averaged = [] }: TotalsRequest): SummedColumn[] {
  const named = new Map([...fields, ...averaged]);
  return [...named].map(([name, field], index) => ({
    name,
    isSummed: fields.some(([one]) => one === name),
    averageScale: averaged.some(([one]) => one === name) ? averageScale(field) : undefined,
    value: valueSql(draft.entity, name),
    part: partSql(draft, field, index),
  }));
}

/** The value of the group of all records that have none of their own; no record has this number. */
const othersValue = 0;

/**
 * The value to group by a reference: the number of the record for those with the most rows of the list, and one value
 * for all others.
 */
async function recordValue(context: Context, entity: Entity, name: string, selection: ListSelection): Promise<Sql> {
  const { from, where, records } = countedSource(entity, callerOf(context), selection, { by: [name] });
  const column = valueSql(entity, name);
  const { rows } = await sql<{
    id: number;
  }>`select ${column} as id from ${from} where ${where} and ${column} is not null
    group by ${column} order by ${records ? sql`sum(${records})` : sql`count(*)`} desc, 1
    limit ${sql.lit(maxRecordGroups)}`.execute(context.trx);
  const ids = rows.map(({ id }) => id);
  return sql`case when ${column} is null or ${column} = any (${ids}::int[]) then ${column}
    else ${sql.lit(othersValue)} end`;
}

/** Groups of records by size with their titles, then those without a record, and the others last. */
async function namedGroups(
  context: Context,
  entity: Entity,
  name: string,
  groups: readonly TotalGroup[],
): Promise<TotalGroup[]> {
  const isRecord = ({ value }: TotalGroup) => typeof value === 'number' && value !== othersValue;
  const records = groups.filter(isRecord).sort((a, b) => b.total - a.total);
  const titles = await groupTitles(
    context,
    entity,
    name,
    records.map(({ value }) => Number(value)),
  );
  const named = records.map((group): TotalGroup => {
    const title = titles.get(Number(group.value));
    return title === undefined ? group : { ...group, title };
  });
  const others = groups.filter(({ value }) => value === othersValue);
  return [
    ...named,
    ...groups.filter(({ value }) => value === null),
    ...others.map((group): TotalGroup => ({ ...group, value: null, others: true })),
  ];
}

interface GroupRequest {
  /** The name of a field, empty for no groups. */
  readonly name: string;
  readonly zone: string;
  readonly selection: ListSelection;
}

/** The value to group by: a column, or the month of a point in time in the zone; undefined without a group. */
async function groupOf(
  context: Context,
  entity: Entity,
  { name, zone, selection }: GroupRequest,
): Promise<TotalsRequest['group']> {
  if (name === '') return undefined;
  const found = groupFields(entity, callerOf(context).role).some(([one]) => one === name);
  if (!found) throw AppError.unprocessable('bad_parameter', { name: 'group_by' }, 'group_by');
  const column = valueSql(entity, name);
  const field = fieldOf(entity, name);
  if (field?.kind === 'reference') return { name, value: await recordValue(context, entity, name, selection) };
  const time = field && kinds[field.kind].time;
  if (time === undefined) return { name, value: column };
  if (time === 'day') return { name, value: sql`to_char(${column}, 'YYYY-MM')` };
  return { name, value: sql`to_char(${column} at time zone ${zone}::text, 'YYYY-MM')` };
}

type Group = TotalGroup['value'];
/**
 * A row of the result: `g` is the group, `p0`, `p1` … the part of each sum; `in_g`, `in_p0` … are true if the row is
 * grouped by it.
 */
type Line = Readonly<Record<string, unknown>> & { readonly total: number; readonly g?: Group };

interface Key {
  readonly name: string;
  readonly part: Sql;
}

/** The averaged ones of the columns, with their places. */
const averagedColumns = (summing: readonly SummedColumn[]) =>
  summing.flatMap(({ averageScale: scale, value }, index) => (scale === undefined ? [] : [{ value, index, scale }]));

/** Groups the rows by their keys first, so that the grouping sets have few rows to sort. */
function keyed(keys: readonly Key[], summing: readonly SummedColumn[], records: Sql | undefined, from: Sql): Sql {
  const columns = [
    ...keys.map(({ name, part }) => sql`${part} as ${sql.id(name)}`),
    sql`${records ? sql`sum(${records})` : sql`count(*)`} as records`,
    ...summing.map(({ value }, index) => sql`sum(${value}) as ${sql.id(`v${index}`)}`),
    ...averagedColumns(summing).map(({ value, index }) => sql`count(${value}) as ${sql.id(`n${index}`)}`),
  ];
  // By position: the same key with a parameter would be another expression in PostgreSQL.
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)));
  return sql`select ${sql.join(columns)} ${from} ${keys.length > 0 ? sql`group by ${places}` : sql``}`;
}

/** One statement for all totals: each row is read once, and all totals are from the same snapshot. */
function statement(
  summing: readonly SummedColumn[],
  group: Sql | undefined,
  records: Sql | undefined,
  from: Sql,
): RawBuilder<Line> {
  const column = (name: string) => sql.ref(`r.${name}`);
  const parts = summing.flatMap(({ part }, index) => (part ? [{ name: `p${index}`, part }] : []));
  const keys = [...(group ? [{ name: 'g', part: group }] : []), ...parts];
  const outer = [
    sql`coalesce(sum(r.records), 0)::int as total`,
    ...keys.flatMap(({ name }) => [column(name), sql`grouping(${column(name)}) = 0 as ${sql.id(`in_${name}`)}`]),
    ...summing.flatMap((_, index) => [sql`sum(${column(`v${index}`)})::text as ${sql.id(`s${index}`)}`]),
    ...averagedColumns(summing).map(({ index, scale }) => {
      const average = sql`sum(${column(`v${index}`)}) / nullif(sum(${column(`n${index}`)}), 0)`;
      return sql`trim_scale(round(${average}, ${sql.lit(scale)}))::text as ${sql.id(`a${index}`)}`;
    }),
  ];
  const sets = [[], ...parts.map(({ name }) => [name])];
  const all = group ? [...sets, ...sets.map((set) => ['g', ...set])] : sets;
  const written = all.map((set) => sql`(${set.length > 0 ? sql.join(set.map(column)) : sql``})`);
  return sql<Line>`select ${sql.join(outer)} from (${keyed(keys, summing, records, from)}) as r
    group by grouping sets (${sql.join(written)}) order by ${sql.join(keys.length > 0 ? keys.map(({ name }) => sql`${column(name)} nulls first`) : [sql`1`])}
    limit ${sql.lit(mostRows + 1)}`;
}

/** A result of one field in one currency or unit. */
interface Result {
  readonly field: string;
  readonly of: string | null;
  readonly text: string;
}

/** The sums (`s`) or the averages (`a`) of a column in the lines of one group, one for each currency or unit. */
function resultsOf(summing: readonly SummedColumn[], index: number, lines: readonly Line[], kind: 's' | 'a'): Result[] {
  const isPlain = (line: Line) => summing.every((_, at) => line[`in_p${at}`] !== true);
  const { name = '', part } = summing[index] ?? {};
  return lines
    .filter((line) => (part ? line[`in_p${index}`] === true : isPlain(line)))
    .filter((line) => line[`${kind}${index}`] !== null)
    .map((line) => ({
      field: name,
      of: (line[`p${index}`] ?? null) as string | null,
      text: String(line[`${kind}${index}`]),
    }));
}

/** The sums in the lines of one group. */
const sumsOf = (summing: readonly SummedColumn[], lines: readonly Line[]): Sum[] =>
  summing.flatMap(({ isSummed }, index) =>
    isSummed ? resultsOf(summing, index, lines, 's').map(({ text, ...one }) => ({ ...one, sum: text })) : [],
  );

/** The averages in the lines of one group. */
const averagesOf = (summing: readonly SummedColumn[], lines: readonly Line[]): Average[] =>
  averagedColumns(summing).flatMap(({ index }) =>
    resultsOf(summing, index, lines, 'a').map(({ text, ...one }) => ({ ...one, average: text })),
  );

const countIn = (summing: readonly SummedColumn[], lines: readonly Line[]): number =>
  lines.find((line) => summing.every((_, index) => line[`in_p${index}`] !== true))?.total ?? 0;

/** Choices in their declared order, all else by value; empty values last. */
function inOrder(field: Field | undefined, groups: readonly Group[]): Group[] {
  const ids = field?.choices?.map(({ id }) => id as Group) ?? [];
  const at = (value: Group) => (value === null ? Number.POSITIVE_INFINITY : ids.indexOf(value));
  return [...groups].sort((a, b) => at(a) - at(b) || 0);
}

/** The parameters that filter the list, without those of totals. Parameters of paging are refused. */
function narrowing(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const { group_by: _group, time_zone: _zone, ...rest } = parameters;
  const pagingName = Object.keys(rest).find((name) => pagingParameters.has(name));
  if (pagingName) throw AppError.unprocessable('unknown_parameter', { name: pagingName }, pagingName);
  return rest;
}

/** A request for totals: the rows, the summed fields, and the group. */
export interface TotalsRequest extends ListSelection {
  readonly fields: readonly (readonly [name: string, field: Field])[];
  /** The fields whose averages are asked for. */
  readonly averaged?: readonly (readonly [name: string, field: Field])[] | undefined;
  /** A value over `t`, and the field that it is computed from. */
  readonly group?: { readonly name: string; readonly value: Sql } | undefined;
}

/** The column that separates the sums of a field: its currency, or the reference that has its unit. */
const partOf = (entity: Entity, { currency, unitOf }: Field): string[] =>
  currency !== undefined
    ? [currency]
    : ((findEmbed(entity, unitOf?.split('.')[0] ?? '')?.slice(0, 1) as string[]) ?? []);

/**
 * Counts and sums the rows of a list, in total and by group, in one statement; the caller must be authorized before.
 */
export async function computeTotals(context: Context, entity: Entity, asked: TotalsRequest) {
  const { fields, averaged, group } = asked;
  const by = [...(group ? [group.name] : []), ...fields.flatMap(([, field]) => partOf(entity, field))];
  const sums = fields.map(([name]) => name);
  // A summary has the number of records, and not of those with a value.
  const isByRow = averaged !== undefined && averaged.length > 0;
  const { from: rows, where, records } = countedSource(entity, callerOf(context), asked, { by, sums, isByRow });
  const draft: Draft = { entity, joins: [] };
  const summing = summedColumns(draft, asked);
  const from = sql`from ${rows} ${sql.join(draft.joins, sql` `)} where ${where}`;
  const lines = (await statement(summing, group?.value, records, from).execute(context.trx)).rows;
  const totalsIn = (own: readonly Line[]): RecordTotals => ({
    total: countIn(summing, own),
    sums: sumsOf(summing, own),
    ...(averaged && { averages: averagesOf(summing, own) }),
  });
  const whole = lines.filter((line) => line['in_g'] !== true);
  const grouped = lines.filter((line) => line['in_g'] === true);
  const values = inOrder(group && fieldOf(entity, group.name), [...new Set(grouped.map(({ g }) => g ?? null))]);
  const groups = values.map((value) => {
    const own = grouped.filter(({ g }) => (g ?? null) === value);
    return { value, ...totalsIn(own) };
  });
  const totals: TotalsAnswer = { ...totalsIn(whole), groups };
  return { totals, isWhole: lines.length <= mostRows };
}

/**
 * The number of records that the list finds for these parameters, the sums and the averages of the fields that the role may read,
 * in total and by group. The rows are those of the list: same scope, same filters.
 * @throws 403 (role), 422 (a parameter)
 */
export async function listTotals(
  context: Context,
  entity: Entity,
  parameters: Readonly<Record<string, string>>,
): Promise<TotalsAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'list', caller);
  const zone = await requireTimeZone(context, parameters['time_zone'] || 'UTC');
  const by = parameters['group_by'] ?? '';
  const narrowed = narrowing(parameters);
  const { where } = await readListQuery(context, entity, narrowed);
  const selection = { conditions: where, parameters: narrowed };
  const group = await groupOf(context, entity, { name: by, zone, selection });
  const averaged = entity.list.averages && averagedFields(entity, caller.role);
  const asked = { ...selection, fields: summedFields(entity, caller.role), averaged, group };
  const { totals, isWhole } = await computeTotals(context, entity, asked);
  if (!isWhole) throw AppError.unprocessable('too_many_rows');
  if (fieldOf(entity, by)?.kind !== 'reference') return totals;
  return { ...totals, groups: await namedGroups(context, entity, by, totals.groups) };
}
