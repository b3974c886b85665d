import type { Entity } from '../../../contract/schema/entity.ts';
import { summaryPrefix } from '../../../contract/schema/summaryTable.ts';
import { isScopeTrigger } from '../schema/storedScopes.ts';
import { isSummaryOf } from '../summary/summaryTables.ts';
import { joinTableOf } from '../write/joinRecords.ts';
import type { Column, Constraint, Index, Schema, Table, Trigger } from './liveSchema.ts';
import { asideOf } from './retired.ts';

interface Pair<What, Thing> {
  readonly what: What;
  readonly table: string;
  readonly name: string;
  /** As the database has it; absent where it has none. */
  readonly live: Thing | undefined;
  /** As the declaration makes it; absent where it makes none. */
  readonly declared: Thing | undefined;
}
export type ColumnDifference = Pair<'column', Column>;
export type ConstraintDifference = Pair<'constraint', Constraint>;
export type IndexDifference = Pair<'index', Index>;
/** Of a trigger that keeps a summary or a stored scope. */
export type TriggerDifference = Pair<'trigger', Trigger>;

/** One thing in which the live schema and a declaration differ. */
export type Difference =
  | { readonly what: 'no table'; readonly table: string }
  | { readonly what: 'lost table'; readonly table: string }
  | ColumnDifference
  | ConstraintDifference
  | IndexDifference
  | TriggerDifference;

/** The names of both, each once. */
const both = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...b.keys(), ...a.keys()]),
];

const sameColumn = (a: Column, b: Column): boolean =>
  a.type === b.type && a.nullable === b.nullable && a.standard === b.standard && a.remark === b.remark;

/** Migrations may add what no declaration says: a check over several columns, an index of their own making. */
const isOfDeclaration = (table: string, name: string, { columns }: Constraint): boolean =>
  columns.length === 1 && [`${table}_${columns[0]}_check`, `${table}_${columns[0]}_fkey`].includes(name);

/** Is that a unique index as a word of the declaration makes it: over the live records, or of one field's name? */
const isOfWord = (table: string, name: string, index: Index, { columns }: Table): boolean =>
  index.unique &&
  (index.live || (!index.constrains && [...columns.keys()].some((column) => name === `${table}_${column}_key`)));

type Same<Thing> = (live: Thing | undefined, declared: Thing | undefined, name: string) => boolean;

/** Every name that is not the same on both sides. */
function pairs<What, Thing>(
  what: What,
  table: string,
  live: ReadonlyMap<string, Thing>,
  declared: ReadonlyMap<string, Thing>,
  same: Same<Thing>,
): Pair<What, Thing>[] {
  return both(live, declared)
    .map((name) => ({ what, table, name, live: live.get(name), declared: declared.get(name) }))
    .filter((pair) => !same(pair.live, pair.declared, pair.name));
}

function differencesOf(table: string, live: Table, declared: Table, aside: readonly string[] = []): Difference[] {
  const columns = pairs('column' as const, table, live.columns, declared.columns, (is, shall, name) =>
    shall ? Boolean(is && sameColumn(is, shall)) : aside.includes(name),
  );
  const constraints = pairs('constraint' as const, table, live.constraints, declared.constraints, (is, shall, name) =>
    is && !shall
      ? !isOfDeclaration(table, name, is) || is.columns.some((one) => aside.includes(one))
      : is?.definition === shall?.definition,
  );
  const indexes = pairs('index' as const, table, live.indexes, declared.indexes, (is, shall, name) =>
    is && !shall ? !isOfWord(table, name, is, live) : is?.definition === shall?.definition,
  );
  return [...columns, ...constraints, ...indexes];
}

/** Is that a join table of the entity, of today, of before or moved aside and not said to be? */
function isJoinTableOf(entity: Entity, name: string): boolean {
  const ours = joinTableOf(entity, '');
  const aside = (entity.gone ?? []).map((one) => asideOf(joinTableOf(entity, one)));
  return name.startsWith(ours) || (name.startsWith(asideOf(ours)) && !aside.includes(name));
}

/** In what further tables of an entity differ; one that is not declared any more is told. */
function furtherDifferences(live: Schema, declared: Schema, isOfEntity: (table: string) => boolean): Difference[] {
  return both(live, declared)
    .filter(isOfEntity)
    .flatMap((table): Difference[] => {
      const [is, shall] = [live.get(table), declared.get(table)];
      if (!is) return [{ what: 'no table', table }];
      return shall ? differencesOf(table, is, shall) : [{ what: 'lost table', table }];
    });
}

/** In what differs what keeps the summaries and the stored scopes; other triggers are the migrations' own. */
function triggerDifferences(live: Schema, declared: Schema, entity: Entity): Difference[] {
  const isOurs = (name: string) => name.startsWith(`${summaryPrefix(entity)}_`) || isScopeTrigger(entity, name);
  const none: Table['triggers'] = new Map();
  return both(live, declared).flatMap((table) => {
    const [is, shall] = [live, declared].map((one) => one.get(table)?.triggers ?? none);
    return pairs('trigger' as const, table, is ?? none, shall ?? none, (one, other, name) =>
      isOurs(name) ? one?.definition === other?.definition : true,
    );
  });
}

/** In what the live schema differs from one entity's declaration; nothing when they agree. */
export function differences(live: Schema, declared: Schema, entity: Entity): Difference[] {
  const { table } = entity;
  const [is, shall] = [live.get(table), declared.get(table)];
  if (!shall) throw new Error(`contract: ${entity.name} is not among the declared entities`);
  if (!is) return [{ what: 'no table', table }];
  return [
    ...differencesOf(table, is, shall, (entity.gone ?? []).map(asideOf)),
    ...furtherDifferences(live, declared, (name) => isJoinTableOf(entity, name)),
    ...furtherDifferences(live, declared, (name) => isSummaryOf(entity, name)),
    ...triggerDifferences(live, declared, entity),
  ];
}

const shown = ({ type, nullable, standard, remark }: Column): string =>
  [
    ...[type, nullable ? 'may be empty' : 'is never empty', standard ? `default ${standard}` : 'no default'],
    ...(remark === null ? [] : [remark]),
  ].join(', ');

const saidOfColumn = (live?: Column, declared?: Column): string => {
  if (!live) return 'is declared, and the table has no such column';
  if (!declared) return 'is a column of the table, and no field declares it';
  return `is (${shown(live)}) in the table and (${shown(declared)}) in the declaration`;
};

const saidOfRule = (live?: { definition: string }, declared?: { definition: string }): string => {
  if (!live) return `is declared as "${declared?.definition}", and the table has none`;
  if (!declared) return `is "${live.definition}" in the table, and nothing declares it`;
  return `is "${live.definition}" in the table and "${declared.definition}" in the declaration`;
};

/** A difference in one sentence that names the table, the column and what differs. */
export function sentenceOf(difference: Difference): string {
  const { table, what } = difference;
  if (what === 'no table') return `the table ${table} is declared, and no migration makes it`;
  if (what === 'lost table') return `the table ${table} is there, and no field declares it`;
  if (what === 'column') return `${table}.${difference.name} ${saidOfColumn(difference.live, difference.declared)}`;
  const said = saidOfRule(difference.live, difference.declared);
  if (what === 'trigger') return `${table}: the trigger ${difference.name} is not as declared`;
  if (what === 'index') return `${table}: the index ${difference.name} ${said}`;
  const { columns = [], kind } = difference.live ?? difference.declared ?? {};
  return `${table}.${columns.join(', ')}: the ${kind} ${said}`;
}
