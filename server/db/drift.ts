import type { Entity } from '../../contract/entity.ts';
import type { Column, Constraint, Index, Schema, Table } from './schema.ts';

/** One thing in which the live schema and a declaration differ. */
export type Difference =
  | { readonly what: 'no table'; readonly table: string }
  | {
      readonly what: 'column';
      readonly table: string;
      readonly name: string;
      readonly live?: Column;
      readonly declared?: Column;
    }
  | {
      readonly what: 'constraint';
      readonly table: string;
      readonly name: string;
      readonly live?: Constraint;
      readonly declared?: Constraint;
    }
  | {
      readonly what: 'index';
      readonly table: string;
      readonly name: string;
      readonly live?: Index;
      readonly declared?: Index;
    };

/** The names of both, each once. */
const both = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...b.keys(), ...a.keys()]),
];

const sameColumn = (a: Column, b: Column): boolean =>
  a.type === b.type && a.nullable === b.nullable && a.standard === b.standard;

/** Migrations may add what no declaration says: a check over several columns, an index of their own making. */
const isOfDeclaration = (table: string, name: string, { columns }: Constraint): boolean =>
  columns.length === 1 && [`${table}_${columns[0]}_check`, `${table}_${columns[0]}_fkey`].includes(name);

function columnsThatDiffer(table: string, live: Table, declared: Table): Difference[] {
  return both(live.columns, declared.columns).flatMap((name) => {
    const [is, shall] = [live.columns.get(name), declared.columns.get(name)];
    if (is && shall && sameColumn(is, shall)) return [];
    return [{ what: 'column', table, name, ...(is && { live: is }), ...(shall && { declared: shall }) }];
  });
}

function constraintsThatDiffer(table: string, live: Table, declared: Table): Difference[] {
  return both(live.constraints, declared.constraints).flatMap((name) => {
    const [is, shall] = [live.constraints.get(name), declared.constraints.get(name)];
    if (is?.definition === shall?.definition || (is && !shall && !isOfDeclaration(table, name, is))) return [];
    return [{ what: 'constraint', table, name, ...(is && { live: is }), ...(shall && { declared: shall }) }];
  });
}

function indexesThatDiffer(table: string, live: Table, declared: Table): Difference[] {
  return both(live.indexes, declared.indexes).flatMap((name) => {
    const [is, shall] = [live.indexes.get(name), declared.indexes.get(name)];
    if (is?.definition === shall?.definition || (is && !shall && !(is.unique && is.live))) return [];
    return [{ what: 'index', table, name, ...(is && { live: is }), ...(shall && { declared: shall }) }];
  });
}

/** In what the live schema differs from one entity's declaration; nothing when they agree. */
export function differences(live: Schema, declared: Schema, entity: Entity): Difference[] {
  const { table } = entity;
  const [is, shall] = [live.get(table), declared.get(table)];
  if (!shall) throw new Error(`contract: ${entity.name} is not among the declared entities`);
  if (!is) return [{ what: 'no table', table }];
  return [columnsThatDiffer, constraintsThatDiffer, indexesThatDiffer].flatMap((find) => find(table, is, shall));
}

const shown = ({ type, nullable, standard }: Column): string =>
  [type, nullable ? 'may be empty' : 'is never empty', standard ? `default ${standard}` : 'no default'].join(', ');

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
  const { table } = difference;
  if (difference.what === 'no table') return `the table ${table} is declared, and no migration makes it`;
  const { live, declared, name } = difference;
  if (difference.what === 'column') return `${table}.${name} ${saidOfColumn(difference.live, difference.declared)}`;
  if (difference.what === 'index')
    return `the index ${name} of ${table} ${saidOfRule(difference.live, difference.declared)}`;
  const on = (difference.live ?? difference.declared)?.columns.join(', ');
  const kind = (difference.live ?? difference.declared)?.kind;
  return `${table}.${on}: the ${kind} ${saidOfRule(live as Constraint, declared as Constraint)}`;
}
