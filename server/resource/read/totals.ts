import { type RawBuilder, sql } from 'kysely';
import { entityNamed } from '../../../contract/index.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import {
  groupFields,
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
import { valueSql } from '../compile/formulaSql.ts';
import { findEmbed } from '../compile/projection.ts';
import { pagingParameters } from './listRequest.ts';
import { authorize, readListQuery } from './read.ts';
import { countedSource, type ListSelection } from './summaryStatements.ts';

type Sql = RawBuilder<unknown>;

/** What is summed, and what parts the sums: nothing, a currency, or a unit. */
interface SummedColumn {
  readonly name: string;
  readonly value: Sql;
  readonly part: Sql | undefined;
}

/** The most rows of an answer: a group for each value, and in it a sum for each currency or unit. */
const mostRows = 5000;

/** Joins the records along a path of references. Out: the joins, and the alias of the last of them. */
function joinsAlong(entity: Entity, path: readonly string[], prefix: string) {
  let [at, from] = [entity, 't'];
  const joins = path.map((head, index) => {
    const [name, field] = findEmbed(at, head) ?? [];
    if (!name || field?.kind !== 'reference') throw new Error(`contract: ${at.name} has no reference "${head}"`);
    const [alias, column] = [`${prefix}_${index}`, sql.ref(`${from}.${name}`)];
    [at, from] = [entityNamed(field.to ?? ''), alias];
    return sql`left join ${sql.table(at.table)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${column}`;
  });
  return { joins, last: from };
}

/** The unit of a product's quantities; the twin of `unitOf` in contract/values/unit.ts. */
const unitSql = (product: string): Sql =>
  sql`case when ${sql.ref(`${product}.metering`)} = 'value' then nullif(${sql.ref(`${product}.unit`)}, '') end`;

interface Draft {
  readonly entity: Entity;
  readonly joins: Sql[];
}

function summed({ entity, joins }: Draft, name: string, field: Field, index: number): SummedColumn {
  const value = valueSql(entity, name);
  if (field.currency !== undefined) return { name, value, part: sql.ref(`t.${field.currency}`) };
  if (field.unitOf === undefined) return { name, value, part: undefined };
  const along = joinsAlong(entity, field.unitOf.split('.'), `u${index}`);
  joins.push(...along.joins);
  return { name, value, part: unitSql(along.last) };
}

/** What the totals are told by: nothing, a column's value, or the month of a point in time in the zone. */
async function groupOf(context: Context, entity: Entity, name: string, zone: string): Promise<TotalsRequest['group']> {
  if (name === '') return undefined;
  const found = groupFields(entity, callerOf(context).role).some(([one]) => one === name);
  if (!found) throw AppError.unprocessable('bad_parameter', { name: 'group_by' }, 'group_by');
  const column = valueSql(entity, name);
  const field = fieldOf(entity, name);
  const time = field && kinds[field.kind].time;
  if (time === undefined) return { name, value: column };
  if (time === 'day') return { name, value: sql`to_char(${column}, 'YYYY-MM')` };
  return { name, value: sql`to_char(${column} at time zone ${zone}::text, 'YYYY-MM')` };
}

type Group = TotalGroup['value'];
/** A line of the answer: by `g` the group, by `p0`, `p1` … the part; `in_` says which of them it is of. */
type Line = Readonly<Record<string, unknown>> & { readonly total: number; readonly g?: Group };

interface Key {
  readonly name: string;
  readonly part: Sql;
}

/** The rows put together by their keys, which are few: what follows has to sort these alone. */
function keyed(keys: readonly Key[], summing: readonly SummedColumn[], records: Sql | undefined, from: Sql): Sql {
  const columns = [
    ...keys.map(({ name, part }) => sql`${part} as ${sql.id(name)}`),
    sql`${records ? sql`sum(${records})` : sql`count(*)`} as records`,
    ...summing.map(({ value }, index) => sql`sum(${value}) as ${sql.id(`v${index}`)}`),
  ];
  // By their places: a key may hold a parameter, which would be another one here.
  const places = sql.join(keys.map((_, index) => sql.lit(index + 1)));
  return sql`select ${sql.join(columns)} ${from} ${keys.length > 0 ? sql`group by ${places}` : sql``}`;
}

/** One statement for all of them: each row is read once, and all totals are of the same moment. */
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
  ];
  const sets = [[], ...parts.map(({ name }) => [name])];
  const all = group ? [...sets, ...sets.map((set) => ['g', ...set])] : sets;
  const written = all.map((set) => sql`(${set.length > 0 ? sql.join(set.map(column)) : sql``})`);
  return sql<Line>`select ${sql.join(outer)} from (${keyed(keys, summing, records, from)}) as r
    group by grouping sets (${sql.join(written)}) order by ${sql.join(keys.length > 0 ? keys.map(({ name }) => sql`${column(name)} nulls first`) : [sql`1`])}
    limit ${sql.lit(mostRows + 1)}`;
}

/** The sums that stand in the lines of one group. */
function sumsOf(summing: readonly SummedColumn[], lines: readonly Line[]): Sum[] {
  const isPlain = (line: Line) => summing.every((_, index) => line[`in_p${index}`] !== true);
  return summing.flatMap(({ name, part }, index) =>
    lines
      .filter((line) => (part ? line[`in_p${index}`] === true : isPlain(line)))
      .filter((line) => line[`s${index}`] !== null)
      .map((line) => ({
        field: name,
        of: (line[`p${index}`] ?? null) as string | null,
        sum: String(line[`s${index}`]),
      })),
  );
}

const countIn = (summing: readonly SummedColumn[], lines: readonly Line[]): number =>
  lines.find((line) => summing.every((_, index) => line[`in_p${index}`] !== true))?.total ?? 0;

/** Choices in the order in which they are declared, all else by value; what has none stands last. */
function inOrder(field: Field | undefined, groups: readonly Group[]): Group[] {
  const ids = field?.choices?.map(({ id }) => id as Group) ?? [];
  const at = (value: Group) => (value === null ? Number.POSITIVE_INFINITY : ids.indexOf(value));
  return [...groups].sort((a, b) => at(a) - at(b) || 0);
}

/** What narrows the list, without what totals alone take. A parameter of the list's paging is refused. */
function narrowing(parameters: Readonly<Record<string, string>>): Record<string, string> {
  const { group_by: _group, time_zone: _zone, ...rest } = parameters;
  const stray = Object.keys(rest).find((name) => pagingParameters.has(name));
  if (stray) throw AppError.unprocessable('unknown_parameter', { name: stray }, stray);
  return rest;
}

/** What is to be totalled: which rows, the sums of which fields, and what they are told by. */
export interface TotalsRequest extends ListSelection {
  readonly fields: readonly (readonly [name: string, field: Field])[];
  /** A value over `t`, and the field that it is worked out of. */
  readonly group?: { readonly name: string; readonly value: Sql } | undefined;
}

/** The column of an entity that says in which part a number is summed: its currency, or what has its unit. */
const partOf = (entity: Entity, { currency, unitOf }: Field): string[] =>
  currency !== undefined
    ? [currency]
    : ((findEmbed(entity, unitOf?.split('.')[0] ?? '')?.slice(0, 1) as string[]) ?? []);

/** Counts and sums the rows of a list, whole and by group, in one statement; the role must be let in before. */
export async function computeTotals(context: Context, entity: Entity, asked: TotalsRequest) {
  const { fields, group } = asked;
  const by = [...(group ? [group.name] : []), ...fields.flatMap(([, field]) => partOf(entity, field))];
  const sums = fields.map(([name]) => name);
  const { from: rows, where, records } = countedSource(entity, callerOf(context), asked, { by, sums });
  const draft: Draft = { entity, joins: [] };
  const summing = fields.map(([name, field], index) => summed(draft, name, field, index));
  const from = sql`from ${rows} ${sql.join(draft.joins, sql` `)} where ${where}`;
  const lines = (await statement(summing, group?.value, records, from).execute(context.trx)).rows;
  const whole = lines.filter((line) => line['in_g'] !== true);
  const grouped = lines.filter((line) => line['in_g'] === true);
  const values = inOrder(group && fieldOf(entity, group.name), [...new Set(grouped.map(({ g }) => g ?? null))]);
  const groups = values.map((value) => {
    const own = grouped.filter(({ g }) => (g ?? null) === value);
    return { value, total: countIn(summing, own), sums: sumsOf(summing, own) };
  });
  const totals: TotalsAnswer = { total: countIn(summing, whole), sums: sumsOf(summing, whole), groups };
  return { totals, isWhole: lines.length <= mostRows };
}

/**
 * How many records the list finds for these parameters, and the sums of the fields that the role may read, whole and by
 * group. The rows are those of the list: same scope, same filters. Errors are 403 (role) and 422 (a parameter).
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
  const group = await groupOf(context, entity, by, zone);
  const narrowed = narrowing(parameters);
  const { where } = await readListQuery(context, entity, narrowed);
  const asked = { conditions: where, parameters: narrowed, fields: summedFields(entity, caller.role), group };
  const { totals, isWhole } = await computeTotals(context, entity, asked);
  if (!isWhole) throw AppError.unprocessable('too_many_rows');
  return totals;
}
