import type { Entity } from '../../../contract/schema/entity.ts';
import { summaryPrefix } from '../../../contract/schema/list/summaryTable.ts';
import { isTableConstraint } from '../schema/tableConstraints.ts';
import { isRollupTrigger } from '../summary/rollups.ts';
import { isScopeTrigger } from '../summary/storedScopes.ts';
import { isSummaryOf } from '../summary/summaryTables.ts';
import { joinTableName } from '../write/joinRecords.ts';
import type {
  DatabaseSchema,
  SchemaColumn,
  SchemaConstraint,
  SchemaIndex,
  SchemaTable,
  SchemaTrigger,
} from './liveSchema.ts';
import { retiredName } from './retired.ts';

interface NamedDifference<What, Thing> {
  readonly what: What;
  readonly table: string;
  readonly name: string;
  /** As in the database; absent if it is missing there. */
  readonly live: Thing | undefined;
  /** As declared; absent if it is not declared. */
  readonly declared: Thing | undefined;
}
export type ColumnDifference = NamedDifference<'column', SchemaColumn>;
export type ConstraintDifference = NamedDifference<'constraint', SchemaConstraint>;
export type IndexDifference = NamedDifference<'index', SchemaIndex>;
/** A difference in a trigger of a summary or a stored scope. */
export type TriggerDifference = NamedDifference<'trigger', SchemaTrigger>;

/** A difference between the live schema and a declaration. */
export type Difference =
  | { readonly what: 'no table'; readonly table: string }
  | { readonly what: 'lost table'; readonly table: string }
  | ColumnDifference
  | ConstraintDifference
  | IndexDifference
  | TriggerDifference;

const namesOfBoth = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...b.keys(), ...a.keys()]),
];

const sameColumn = (a: SchemaColumn, b: SchemaColumn): boolean =>
  a.type === b.type && a.nullable === b.nullable && a.standard === b.standard && a.remark === b.remark;

/** Migrations may add what no declaration has, such as a check over several columns or an index. */
const isOfDeclaration = (table: string, name: string, { columns }: SchemaConstraint): boolean =>
  isTableConstraint(table, name) ||
  (columns.length === 1 && [`${table}_${columns[0]}_check`, `${table}_${columns[0]}_fkey`].includes(name));

/** True for a unique index that a declaration makes: over the live records, or named after one column. */
const isDeclaredIndex = (table: string, name: string, index: SchemaIndex, { columns }: SchemaTable): boolean =>
  index.unique &&
  (index.live || (!index.constrains && [...columns.keys()].some((column) => name === `${table}_${column}_key`)));

type Same<Thing> = (live: Thing | undefined, declared: Thing | undefined, name: string) => boolean;

/** The named things that differ between both sides. */
function differingPairs<What, Thing>(
  what: What,
  table: string,
  live: ReadonlyMap<string, Thing>,
  declared: ReadonlyMap<string, Thing>,
  same: Same<Thing>,
): NamedDifference<What, Thing>[] {
  return namesOfBoth(live, declared)
    .map((name) => ({ what, table, name, live: live.get(name), declared: declared.get(name) }))
    .filter((pair) => !same(pair.live, pair.declared, pair.name));
}

function tableDifferences(
  table: string,
  live: SchemaTable,
  declared: SchemaTable,
  retired: readonly string[] = [],
): Difference[] {
  const columns = differingPairs('column' as const, table, live.columns, declared.columns, (is, wanted, name) =>
    wanted ? Boolean(is && sameColumn(is, wanted)) : retired.includes(name),
  );
  const constraints = differingPairs(
    'constraint' as const,
    table,
    live.constraints,
    declared.constraints,
    (is, wanted, name) =>
      is && !wanted
        ? !isOfDeclaration(table, name, is) || is.columns.some((one) => retired.includes(one))
        : is?.definition === wanted?.definition,
  );
  const indexes = differingPairs('index' as const, table, live.indexes, declared.indexes, (is, wanted, name) =>
    is && !wanted ? !isDeclaredIndex(table, name, is, live) : is?.definition === wanted?.definition,
  );
  return [...columns, ...constraints, ...indexes];
}

/** True for a join table of the entity: declared, former, or retired but not listed in `migrate.removed`. */
function isJoinTableOf(entity: Entity, name: string): boolean {
  const ours = joinTableName(entity, '');
  const retired = (entity.migrate?.removed ?? []).map((one) => retiredName(joinTableName(entity, one)));
  return name.startsWith(ours) || (name.startsWith(retiredName(ours)) && !retired.includes(name));
}

/** The differences of further tables of an entity. A table that is no longer declared is reported. */
function furtherDifferences(
  live: DatabaseSchema,
  declared: DatabaseSchema,
  isOfEntity: (table: string) => boolean,
): Difference[] {
  return namesOfBoth(live, declared)
    .filter(isOfEntity)
    .flatMap((table): Difference[] => {
      const [is, wanted] = [live.get(table), declared.get(table)];
      if (!is) return [{ what: 'no table', table }];
      return wanted ? tableDifferences(table, is, wanted) : [{ what: 'lost table', table }];
    });
}

/** The differences of the triggers of summaries and stored scopes; other triggers belong to the migrations. */
function triggerDifferences(live: DatabaseSchema, declared: DatabaseSchema, entity: Entity): Difference[] {
  const isOurs = (name: string) =>
    name.startsWith(`${summaryPrefix(entity)}_`) || isScopeTrigger(entity, name) || isRollupTrigger(entity, name);
  const none: SchemaTable['triggers'] = new Map();
  return namesOfBoth(live, declared).flatMap((table) => {
    const [is, wanted] = [live, declared].map((one) => one.get(table)?.triggers ?? none);
    return differingPairs('trigger' as const, table, is ?? none, wanted ?? none, (one, other, name) =>
      isOurs(name) ? one?.definition === other?.definition : true,
    );
  });
}

/** The differences between the live schema and the declaration of one entity; empty if there are none. */
export function schemaDifferences(live: DatabaseSchema, declared: DatabaseSchema, entity: Entity): Difference[] {
  const { table } = entity;
  const [is, wanted] = [live.get(table), declared.get(table)];
  if (!wanted) throw new Error(`contract: ${entity.name} is not among the declared entities`);
  if (!is) return [{ what: 'no table', table }];
  return [
    ...tableDifferences(table, is, wanted, (entity.migrate?.removed ?? []).map(retiredName)),
    ...furtherDifferences(live, declared, (name) => isJoinTableOf(entity, name)),
    ...furtherDifferences(live, declared, (name) => isSummaryOf(entity, name)),
    ...triggerDifferences(live, declared, entity),
  ];
}

const shown = ({ type, nullable, standard, remark }: SchemaColumn): string =>
  [
    type,
    nullable ? 'may be empty' : 'is never empty',
    standard ? `default ${standard}` : 'no default',
    ...(remark === null ? [] : [remark]),
  ].join(', ');

const describeColumn = (live?: SchemaColumn, declared?: SchemaColumn): string => {
  if (!live) return 'is declared, and the table has no such column';
  if (!declared) return 'is a column of the table, and no field declares it';
  return `is (${shown(live)}) in the table and (${shown(declared)}) in the declaration`;
};

const describeRule = (live?: { definition: string }, declared?: { definition: string }): string => {
  if (!live) return `is declared as "${declared?.definition}", and the table has none`;
  if (!declared) return `is "${live.definition}" in the table, and nothing declares it`;
  return `is "${live.definition}" in the table and "${declared.definition}" in the declaration`;
};

/** A sentence that names the table, the column and the difference. */
export function describeDifference(difference: Difference): string {
  const { table, what } = difference;
  if (what === 'no table') return `the table ${table} is declared, but no migration creates it`;
  if (what === 'lost table') return `the table ${table} exists, but no field declares it`;
  if (what === 'column') return `${table}.${difference.name} ${describeColumn(difference.live, difference.declared)}`;
  const description = describeRule(difference.live, difference.declared);
  if (what === 'trigger') return `${table}: the trigger ${difference.name} is not as declared`;
  if (what === 'index') return `${table}: the index ${difference.name} ${description}`;
  const { columns = [], kind } = difference.live ?? difference.declared ?? {};
  return `${table}.${columns.join(', ')}: the ${kind} ${description}`;
}
