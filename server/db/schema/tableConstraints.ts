import { createHash } from 'node:crypto';
import { type FieldCheck, fieldChecks } from '../../../contract/conditions/fieldChecks.ts';
import type { DeclaredEntity } from '../../../contract/schema/entity.ts';
import { type NoOverlap, overlapName, overlapsOf } from '../../../contract/schema/rule.ts';
import { expressionSql, isDay } from './arithmetic.ts';
import { quoted } from './columns.ts';
import { rowConditionSql } from './conditionSql.ts';
import { foldedSql, isComparedFolded } from './uniqueTexts.ts';

/** The constraints over several columns that a declaration makes: the checks of `check`, and the periods of `noOverlap`. */

/** A constraint over several columns: its name, its SQL, and how to find the rows that it would refuse. */
export interface TableConstraint {
  readonly name: string;
  readonly definition: string;
  /** The fields at which a refused write is reported, with the message. */
  readonly broken: Readonly<Record<string, string>>;
  /** A query for the texts that name records which break it. */
  readonly unfit: string;
}

/** The name of the check depends on what it says, so that another expression is another constraint. */
const checkName = (table: string, condition: string): string =>
  `${table}__check_${createHash('sha256').update(condition).digest('hex').slice(0, 8)}`;

/** The condition of a check over the columns of its table, or of a query with columns of the same names. */
export const checkSql = (entity: DeclaredEntity, { expression }: FieldCheck): string =>
  expressionSql(entity, expression);

/** The constraint of one check. */
export function checkConstraint(entity: DeclaredEntity, check: FieldCheck): TableConstraint {
  const { names, message } = check;
  const condition = checkSql(entity, check);
  return {
    name: checkName(entity.table, condition),
    definition: `check (${condition})`,
    broken: { [names[0] ?? '']: message },
    unfit: `select id::text as record from ${quoted(entity.table)} where not ${condition} order by id`,
  };
}

/** The key of a value in an exclusion constraint: of texts that people write the folded form. */
const keySql = (entity: DeclaredEntity, name: string, column: string): string =>
  isComparedFolded(entity, name) ? foldedSql(column) : column;

/** A period as a range: of days with its last day, of points in time without its end. */
export const periodSql = (entity: DeclaredEntity, { from }: NoOverlap, beginning: string, end: string): string =>
  isDay(entity, from) ? `daterange(${beginning}, ${end}, '[]')` : `tstzrange(${beginning}, ${end})`;

/** The condition under which the periods of two rows under these aliases may not overlap. */
export const overlapSql = (entity: DeclaredEntity, rule: NoOverlap, one: string, other: string): string => {
  const column = (alias: string, name: string) => `${alias}.${quoted(name)}`;
  const equal = (rule.by ?? []).map(
    (name) => `${keySql(entity, name, column(one, name))} = ${keySql(entity, name, column(other, name))}`,
  );
  const [mine, theirs] = [one, other].map((alias) =>
    periodSql(entity, rule, column(alias, rule.from), column(alias, rule.until)),
  );
  return [...equal, `${mine} && ${theirs}`].join(' and ');
};

/** The rows under this alias whose periods are compared: the live ones that meet the condition of the rule. */
export const comparedSql = (entity: DeclaredEntity, { when }: NoOverlap, alias?: string): string => {
  const live = alias === undefined ? 'deleted_at is null' : `${alias}.deleted_at is null`;
  return when ? `${live} and ${rowConditionSql(entity, when, alias)}` : live;
};

function overlapConstraint(entity: DeclaredEntity, rule: NoOverlap): TableConstraint {
  const keys = (rule.by ?? []).map((name) => {
    const key = keySql(entity, name, quoted(name));
    return `${key} with =`;
  });
  const period = `${periodSql(entity, rule, quoted(rule.from), quoted(rule.until))} with &&`;
  const table = quoted(entity.table);
  return {
    name: overlapName(entity, rule),
    definition: `exclude using gist (${[...keys, period].join(', ')}) where (${comparedSql(entity, rule)})`,
    broken: { [rule.from]: 'overlaps' },
    unfit: `select one.id || ' and ' || other.id as record from ${table} one join ${table} other on one.id < other.id and ${overlapSql(entity, rule, 'one', 'other')} where ${comparedSql(entity, rule, 'one')} and ${comparedSql(entity, rule, 'other')} order by one.id, other.id`,
  };
}

/** The constraints of an entity over several columns, the checks first: without them a period may end before it begins. */
export function tableConstraints(entity: DeclaredEntity): readonly TableConstraint[] {
  const all = [
    ...fieldChecks(entity).map((check) => checkConstraint(entity, check)),
    ...overlapsOf(entity).map((rule) => overlapConstraint(entity, rule)),
  ];
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

/** True for the name of a constraint that `check` or `noOverlap` makes, or made. */
export const isTableConstraint = (table: string, name: string): boolean =>
  name.startsWith(`${table}_`) && /__(check_[0-9a-f]{8}|overlap)$/.test(name);

/** The extension with which exclusion constraints compare plain values. */
export const overlapExtensionSql = [
  '-- Compares plain values in constraints of periods. A role that does not own the database needs an administrator for it.',
  'create extension if not exists btree_gist;',
].join('\n');

/** The statements before the constraints of an entity. */
export const constraintExtensions = (entity: DeclaredEntity): string[] =>
  overlapsOf(entity).length > 0 ? [overlapExtensionSql] : [];
