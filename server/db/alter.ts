import type { Entity } from '../../contract/entity.ts';
import { checkSql, columnSql, foreignKeySql, indexesSql, joinTablesSql } from './ddl.ts';
import type { ColumnDifference, ConstraintDifference, Difference, IndexDifference } from './drift.ts';
import type { Column, Table } from './schema.ts';
import { sequenceOf, serialAddedSql } from './serial.ts';

/** What brings a table to its declaration, and what cannot be done without losing or refusing values. */
export interface Alterations {
  readonly statements: readonly string[];
  /** One sentence for each change that is left to a person. */
  readonly refusals: readonly string[];
}

const byHand = 'write that migration by hand';
const done = (...statements: string[]): Alterations => ({ statements, refusals: [] });
const refused = (sentence: string): Alterations => ({ statements: [], refusals: [sentence] });
const together = (parts: readonly Alterations[]): Alterations => ({
  statements: parts.flatMap(({ statements }) => statements),
  refusals: parts.flatMap(({ refusals }) => refusals),
});
const alter = (table: string, change: string): string => `alter table "${table}" ${change};`;

/** A constraint holds for new rows at once; the rows that are there are looked at without holding anybody up. */
const constrained = (table: string, name: string, definition: string): string[] => [
  alter(table, `add constraint "${name}" ${definition} not valid`),
  alter(table, `validate constraint "${name}"`),
];

function columnAdded(entity: Entity, name: string, column: Column): Alterations {
  const field = entity.fields[name];
  const place = `${entity.name}.${name}`;
  if (field?.serial !== undefined) return done(...serialAddedSql(entity.table, name, field.serial));
  if (!field) return refused(`${place} is a column of every record, and the table has none; ${byHand}`);
  if (!column.nullable && column.standard === null) {
    return refused(`${place} is required and has no default: rows that are there would have no value; give it one`);
  }
  const held = checkSql(entity.table, name, field);
  const added = alter(entity.table, `add column ${columnSql(entity.table, name, field)}`);
  return done(added, ...(held ? constrained(entity.table, held.name, held.check) : []));
}

function emptinessChanged(entity: Entity, name: string, column: Column): Alterations {
  const change = (what: string) => alter(entity.table, `alter column "${name}" ${what}`);
  if (column.nullable) return done(change('drop not null'));
  if (column.standard === null) {
    return refused(`${entity.name}.${name} becomes required and has no default for the rows without one; give it one`);
  }
  const filled = `update "${entity.table}" set "${name}" = default where "${name}" is null;`;
  return done(filled, change('set not null'));
}

/** Has a decimal more digits than before, on neither side of the point fewer? Then every row fits, and none is written anew. */
function isWidened(was: string, is: string): boolean {
  const [before, after] = [was, is].map((type) => /^numeric\((\d+),(\d+)\)$/.exec(type)?.slice(1).map(Number) ?? []);
  const [precision = 0, scale = 0] = before ?? [];
  const [wider = 0, finer = 0] = after ?? [];
  return precision > 0 && finer >= scale && wider - finer >= precision - scale;
}

const isDrawn = ({ standard }: Column): boolean => standard?.includes('nextval(') === true;

function columnChanged(entity: Entity, { name, live, declared }: ColumnDifference): Alterations {
  const place = `${entity.name}.${name}`;
  if (!declared) {
    const advice = `say \`was: '${name}'\` at the field that it became, or ${byHand}`;
    return refused(`${place} is in the table and not declared: no column is dropped with its values; ${advice}`);
  }
  if (!live) return columnAdded(entity, name, declared);
  if (isDrawn(declared) && !isDrawn(live))
    return refused(`${place} becomes a serial, and rows have values of another making; ${byHand}`);
  if (live.type !== declared.type && !isWidened(live.type, declared.type)) {
    return refused(`${place} would change its type from ${live.type} to ${declared.type}; ${byHand}`);
  }
  const standard = declared.standard === null ? 'drop default' : `set default ${declared.standard}`;
  const undrawn = isDrawn(live) && !isDrawn(declared) ? [`drop sequence "${sequenceOf(entity.table, name)}";`] : [];
  const defaulted = done(alter(entity.table, `alter column "${name}" ${standard}`), ...undrawn);
  const widened = done(alter(entity.table, `alter column "${name}" type ${declared.type}`));
  return together([
    ...(live.type === declared.type ? [] : [widened]),
    ...(live.standard === declared.standard ? [] : [defaulted]),
    ...(live.nullable === declared.nullable ? [] : [emptinessChanged(entity, name, declared)]),
  ]);
}

/** The values that the check of a choice lets in, as PostgreSQL prints them; nothing for another check. */
function valuesOf(definition: string): string[] | undefined {
  const [, list] = /^CHECK \(\(\S+ = (.*)\)\)$/.exec(definition) ?? [];
  if (list === undefined) return undefined;
  return [...list.matchAll(/'((?:[^']|'')*)'|(-?\d+)/g)].map(([, text, number]) => text ?? number ?? '');
}

const limitOf = (definition: string, sign: string, otherwise: number): number =>
  Number(new RegExp(`${sign} \\(?'?(-?[\\d.]+)`).exec(definition)?.[1] ?? otherwise);

/** What the new check refuses and the old one let in; nothing when it only lets in more. */
function lostBy(live: string, declared: string): string | undefined {
  const [had, has] = [valuesOf(live), valuesOf(declared)];
  if (had && has) {
    const gone = had.filter((value) => !has.includes(value));
    return gone.length === 0 ? undefined : `loses the choice ${gone.join(', ')}`;
  }
  if (had || has) return 'is held to other values than before';
  const below = limitOf(declared, '>=', 0) > limitOf(live, '>=', 0);
  const above = limitOf(declared, '<=', Infinity) < limitOf(live, '<=', Infinity);
  return below || above ? 'is held to narrower limits' : undefined;
}

function constraintChanged(entity: Entity, { name, live, declared }: ConstraintDifference): Alterations {
  const place = `${entity.name}.${(live ?? declared)?.columns.join(', ')}`;
  const drop = alter(entity.table, `drop constraint "${name}"`);
  if (!declared) return done(drop);
  const lost = live && live.kind === 'check' ? lostBy(live.definition, declared.definition) : undefined;
  if (lost) return refused(`${place} ${lost}, and rows may hold such values; ${byHand}`);
  if (live?.kind === 'check') {
    return done(drop, ...constrained(entity.table, name, declared.definition));
  }
  const what = declared.kind === 'check' ? 'gets a check that rows may fail' : 'becomes a reference that rows may fail';
  return refused(`${place} ${what}; ${byHand}`);
}

/** A new column brings its check with it; its foreign key follows. */
function constraintOfNewColumn(entity: Entity, entities: readonly Entity[], { name, declared }: ConstraintDifference) {
  if (declared?.kind !== 'foreign key') return done();
  const made = foreignKeySql(entity, entities).flatMap(
    (statement) => new RegExp(` add constraint "${name}" (.*);$`).exec(statement)?.[1] ?? [],
  );
  return done(...made.flatMap((definition) => constrained(entity.table, name, definition)));
}

function indexChanged(entity: Entity, { name, live, declared }: IndexDifference): Alterations {
  const drop = live ? [`drop index concurrently if exists "${name}";`] : [];
  const made = declared ? indexesSql(entity).filter((statement) => statement.includes(`index "${name}" on `)) : [];
  const online = made.map((statement) => statement.replace(' index ', ' index concurrently if not exists '));
  const warning = declared?.unique
    ? '-- Is refused, and no start succeeds, while two live records have the same.\n'
    : '';
  return done(...drop, ...online.map((statement) => `${warning}${statement}`));
}

const isNew = (differences: readonly Difference[], column: string | undefined): boolean =>
  differences.some((one) => one.what === 'column' && one.name === column && !one.live);

/** A change of type is refused as such; what follows from it is not said as well. */
const isRetyped = (differences: readonly Difference[], column: string | undefined): boolean =>
  differences.some(
    (one) =>
      one.what === 'column' &&
      one.name === column &&
      one.live &&
      one.live.type !== one.declared?.type &&
      !isWidened(one.live.type, one.declared?.type ?? ''),
  );

/** A join table is made with its field; one that lost its field holds what nobody drops unasked. */
function joinTableChanged(entity: Entity, { what, table }: Difference, entities: readonly Entity[]): Alterations {
  const made = what === 'no table' ? joinTablesSql(entity, entities).get(table) : undefined;
  if (made) return done(made);
  return what === 'lost table' ? refused(`the table ${table} is there, and no field declares it; ${byHand}`) : done();
}

/**
 * The statements that bring the table of an entity to its declaration without losing a value.
 * In: the entity, what differs (drift.ts), all entities. Out: the statements in order, and a sentence for
 * each change that is not safe.
 */
export function alterations(
  entity: Entity,
  differences: readonly Difference[],
  entities: readonly Entity[],
): Alterations {
  const columns = differences.filter((one) => one.what === 'column');
  const constraints = differences.filter((one) => one.what === 'constraint');
  const columnOf = (one: ConstraintDifference) => (one.live ?? one.declared)?.columns[0];
  const [fresh, old] = [true, false].map((wanted) =>
    constraints.filter((one) => isNew(differences, columnOf(one)) === wanted),
  );
  return together([
    ...differences.map((one) => joinTableChanged(entity, one, entities)),
    ...(old ?? []).filter((one) => !isRetyped(differences, columnOf(one))).map((one) => constraintChanged(entity, one)),
    ...columns.map((one) => columnChanged(entity, one)),
    ...(fresh ?? []).map((one) => constraintOfNewColumn(entity, entities, one)),
    ...differences.filter((one) => one.what === 'index').map((one) => indexChanged(entity, one)),
  ]);
}

/** The middle of a name that ddl.ts gave (`orders_code_key`), with one column in it renamed. */
function renamed(table: string, name: string, was: string, is: string): string {
  const [, columns, suffix] = new RegExp(`^${table}_(.+)_(idx|key|check|fkey)$`).exec(name) ?? [];
  if (!columns) return name;
  const parts = columns.split('__').map((part) => (part === was ? is : part));
  return `${table}_${parts.join('__')}_${suffix}`;
}

function renameSql(entity: Entity, live: Table, was: string, is: string): string[] {
  const { table } = entity;
  const anew = (name: string) => renamed(table, name, was, is);
  const constraints = [...live.constraints.keys()].filter((name) => anew(name) !== name);
  const indexes = [...live.indexes.keys()].filter((name) => anew(name) !== name);
  const column = live.columns.get(was);
  const sequence = column && isDrawn(column) ? sequenceOf(table, was) : undefined;
  return [
    alter(table, `rename column "${was}" to "${is}"`),
    ...constraints.map((name) => alter(table, `rename constraint "${name}" to "${anew(name)}"`)),
    ...indexes.map((name) => `alter index "${name}" rename to "${anew(name)}";`),
    ...(sequence ? [`alter sequence "${sequence}" rename to "${sequenceOf(table, is)}";`] : []),
  ];
}

/** The statements for fields that had another name (`was`) in the live table, with their checks and indexes. */
export const renames = (entity: Entity, live: Table): string[] =>
  Object.entries(entity.fields).flatMap(([name, { was }]) =>
    was && live.columns.has(was) && !live.columns.has(name) ? renameSql(entity, live, was, name) : [],
  );
