import { isScopeColumn, storedScopes } from '../../../contract/access/storedScope.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { columnCommentSql, columnCommentsSql, mayBreakForm, parseLimits } from '../schema/columnComment.ts';
import {
  checkSql,
  columnSql,
  foreignKeySql,
  indexesSql,
  joinTablesSql,
  scopeColumnSql,
  sqlLiteral,
} from '../schema/ddl.ts';
import {
  addSerialSql,
  changeSerialSql,
  hasSequenceDefault,
  hasSerialDefault,
  sequenceName,
  serialColumn,
} from '../schema/sequences.ts';
import { collisionColumn, collisionColumnSql, markCollisionsSql } from '../schema/uniqueTexts.ts';
import { isRollupTrigger, rebuildRollupsSql } from '../summary/rollups.ts';
import { isScopeTrigger, rebuildStoredScopesSql } from '../summary/storedScopes.ts';
import { dropSummariesSql, isSummaryOf, summariesSql, summaryTables } from '../summary/summaryTables.ts';
import {
  isNarrowed,
  manualMigrationAdvice,
  refusedValues,
  removedChoices,
  replaceChoicesSql,
  rowsMayHoldAdvice,
} from './dataLoss.ts';
import type {
  ColumnDifference,
  ConstraintDifference,
  Difference,
  IndexDifference,
  TriggerDifference,
} from './drift.ts';
import type { SchemaColumn } from './liveSchema.ts';
import { narrowedRowsSql } from './narrowedLimits.ts';
import { filesReleased, isRetiredName } from './retired.ts';
import {
  addedConstraints,
  childLimitStops,
  droppedConstraints,
  isOfTableConstraint,
} from './tableConstraintChanges.ts';

/** Statements that bring a table to its declaration, and the changes that would lose or refuse values. */
export interface Alterations {
  readonly statements: readonly string[];
  /** One sentence for each change that a developer has to decide. */
  readonly refusals: readonly string[];
}

const droppedComment = '-- Drops a retired column or table, with its values.';
const changedBy = (...statements: string[]): Alterations => ({ statements, refusals: [] });
const refusedWith = (sentence: string): Alterations => ({ statements: [], refusals: [sentence] });
const combined = (parts: readonly Alterations[]): Alterations => ({
  statements: parts.flatMap(({ statements }) => statements),
  refusals: parts.flatMap(({ refusals }) => refusals),
});
const backfillAdvice = 'declare their value: `migrate: { backfill: … }`, or a default for new rows as well';
const oldRows = '-- Existing rows get the value of "migrate.backfill" in the declaration.';
export const alter = (table: string, change: string): string => `alter table "${table}" ${change};`;

/** A constraint applies to new rows at once; the existing rows are validated later without blocking others. */
const constraintSql = (table: string, name: string, definition: string): string[] => [
  alter(table, `add constraint "${name}" ${definition} not valid`),
  alter(table, `validate constraint "${name}"`),
];

const defaultSql = (table: string, name: string, { standard }: SchemaColumn): string =>
  alter(table, `alter column "${name}" ${standard === null ? 'drop default' : `set default ${standard}`}`);

function columnAdded(entity: Entity, name: string, column: SchemaColumn): Alterations {
  const scope = storedScopes(entity).find((one) => one.column === name);
  if (scope) return changedBy(alter(entity.table, `add column if not exists ${scopeColumnSql(scope)}`));
  if (name === collisionColumn)
    return changedBy(alter(entity.table, `add column ${collisionColumnSql}`), ...markCollisionsSql(entity));
  const field = entity.fields[name];
  const place = `${entity.name}.${name}`;
  const serial = field && serialColumn(entity.table, name, field);
  if (serial) return changedBy(...addSerialSql(serial));
  if (!field)
    return refusedWith(`${place} is a column of every record, and the table has none; ${manualMigrationAdvice}`);
  const { backfill } = field.migrate ?? {};
  if (!column.nullable && column.standard === null && backfill === undefined) {
    return refusedWith(`${place} is required, and existing rows would have no value; ${backfillAdvice}`);
  }
  if (field.required && kinds[field.kind].localized)
    return refusedWith(
      `${place} is required, and existing rows would have no text; add it without "required", fill it, and require it then`,
    );
  const rule = checkSql(entity.table, name, field);
  const check = rule ? constraintSql(entity.table, rule.name, rule.check) : [];
  const rest = [...columnCommentsSql(entity, [[name, field]]), ...check];
  if (backfill === undefined)
    return changedBy(alter(entity.table, `add column ${columnSql(entity.table, name, field)}`), ...rest);
  const filled = `add column ${columnSql(entity.table, name, { ...field, default: backfill })}`;
  return changedBy(oldRows, alter(entity.table, filled), defaultSql(entity.table, name, column), ...rest);
}

function nullabilityChanged(entity: Entity, name: string, column: SchemaColumn): Alterations {
  const change = (what: string) => alter(entity.table, `alter column "${name}" ${what}`);
  if (column.nullable) return changedBy(change('drop not null'));
  const backfill = entity.fields[name]?.migrate?.backfill;
  if (column.standard === null && backfill === undefined) {
    return refusedWith(`${entity.name}.${name} becomes required, and some rows may have no value; ${backfillAdvice}`);
  }
  const value = backfill === undefined ? 'default' : sqlLiteral(backfill);
  const filled = `update "${entity.table}" set "${name}" = ${value} where "${name}" is null;`;
  // PostgreSQL does not check the rows again after a validated check: `set not null` alone would read every row under
  // its lock.
  const constraint = `${entity.table}_${name}_not_null`;
  const checked = constraintSql(entity.table, constraint, `check ("${name}" is not null)`);
  return changedBy(
    ...(backfill === undefined ? [] : [oldRows]),
    filled,
    ...checked,
    change('set not null'),
    alter(entity.table, `drop constraint "${constraint}"`),
  );
}

/** The limits of a text changed. If they become narrower, the rows are adapted first. */
function commentChanged(entity: Entity, name: string, live: SchemaColumn, declared: SchemaColumn): Alterations {
  const place = `${entity.name}.${name}`;
  const [was, is] = [parseLimits(live.remark), parseLimits(declared.remark)];
  const comment = changedBy(columnCommentSql(entity.table, name, declared.remark));
  if (!was || !is) return comment;
  if (mayBreakForm(was.form, is.form))
    return refusedWith(`${place} has another form than before (${was.form}, now ${is.form}), ${rowsMayHoldAdvice}`);
  const isNarrower = is.least > was.least || is.most < was.most;
  return isNarrower ? combined([limitsNarrowed(entity, name), comment]) : comment;
}

/** Adapts rows outside narrower limits as the field's `migrate.narrowed` says; without it the change is refused. */
function limitsNarrowed(entity: Entity, name: string): Alterations {
  const place = `${entity.name}.${name}`;
  const field = entity.fields[name];
  if (field?.migrate?.narrowed === undefined)
    return refusedWith(`${place} has narrower limits than before, and rows may lie outside; ${narrowedAdvice}`);
  return changedBy(...narrowedRowsSql(place, entity.table, name, field, field.migrate.narrowed));
}
const narrowedAdvice =
  "declare what those get: `migrate: { narrowed: 'nearest' }`, `{ narrowed: { to: … } }`, or `{ narrowed: 'stop' }` to list them";

/**
 * True if a decimal has more digits than before and no fewer on either side of the point: then every row fits, and none
 * is rewritten.
 */
function isWidened(was: string, is: string): boolean {
  const [before, after] = [was, is].map((type) => /^numeric\((\d+),(\d+)\)$/.exec(type)?.slice(1).map(Number) ?? []);
  const [precision = 0, scale = 0] = before ?? [];
  const [wider = 0, finer = 0] = after ?? [];
  return precision > 0 && finer >= scale && wider - finer >= precision - scale;
}

/** The new default of a column. A serial number goes on after its last one, also where it becomes one without gaps. */
function defaultChanged(entity: Entity, name: string, live: SchemaColumn, declared: SchemaColumn): string[] {
  const field = entity.fields[name];
  const serial = field && serialColumn(entity.table, name, field);
  const changed = defaultSql(entity.table, name, declared);
  if (serial) return changeSerialSql({ column: serial, live, defaultSql: changed });
  return hasSequenceDefault(live) ? [changed, `drop sequence "${sequenceName(entity.table, name)}";`] : [changed];
}

function columnChanged(entity: Entity, { name, live, declared }: ColumnDifference): Alterations {
  const place = `${entity.name}.${name}`;
  const drop = alter(entity.table, `drop column "${name}"`);
  if (!declared && isRetiredName(name)) return changedBy(droppedComment, ...filesReleased(entity, name, live), drop);
  if (!declared && (isScopeColumn(name) || name === collisionColumn)) return changedBy(drop);
  if (!declared) {
    const advice = `add \`migrate: { renamedFrom: '${name}' }\` to the field that it became, or \`migrate: { removed: ['${name}'] }\` to the entity to retire it`;
    return refusedWith(
      `${place} is in the table but not declared, and no column is dropped with its values; ${advice}`,
    );
  }
  if (!live) return columnAdded(entity, name, declared);
  if (hasSerialDefault(declared) && !hasSerialDefault(live))
    return refusedWith(`${place} becomes a serial number, and rows have other values; ${manualMigrationAdvice}`);
  if (live.type !== declared.type && !isWidened(live.type, declared.type)) {
    return refusedWith(
      `${place} would change its type from ${live.type} to ${declared.type}; ${manualMigrationAdvice}`,
    );
  }
  const defaulted = changedBy(...defaultChanged(entity, name, live, declared));
  const widened = changedBy(alter(entity.table, `alter column "${name}" type ${declared.type}`));
  return combined([
    ...(live.type === declared.type ? [] : [widened]),
    ...(live.standard === declared.standard ? [] : [defaulted]),
    ...(live.nullable === declared.nullable ? [] : [nullabilityChanged(entity, name, declared)]),
    ...(live.remark === declared.remark ? [] : [commentChanged(entity, name, live, declared)]),
  ]);
}

function constraintChanged(entity: Entity, { name, live, declared }: ConstraintDifference): Alterations {
  const place = `${entity.name}.${(live ?? declared)?.columns.join(', ')}`;
  const drop = alter(entity.table, `drop constraint "${name}"`);
  if (!declared) return changedBy(drop);
  if (live?.kind === 'check') {
    const [column = ''] = live.columns;
    const field = entity.fields[column];
    const lost = refusedValues(live.definition, declared.definition, field?.migrate?.choices ?? {});
    if (lost) return refusedWith(`${place} ${lost}`);
    const gone = removedChoices(live.definition, declared.definition);
    const become = changedBy(...replaceChoicesSql(entity.table, column, field, gone ?? []));
    const old = !gone && isNarrowed(live.definition, declared.definition) ? limitsNarrowed(entity, column) : become;
    return combined([changedBy(drop), old, changedBy(...constraintSql(entity.table, name, declared.definition))]);
  }
  const what =
    declared.kind === 'check' ? 'gets a check that rows may violate' : 'becomes a reference that rows may violate';
  return refusedWith(`${place} ${what}; ${manualMigrationAdvice}`);
}

/** A new column is created with its check; its foreign key follows here. */
function constraintOfNewColumn(entity: Entity, { name, declared }: ConstraintDifference) {
  if (declared?.kind !== 'foreign key') return changedBy();
  const made = foreignKeySql(entity).flatMap(
    (statement) => new RegExp(` add constraint "${name}" (.*);$`).exec(statement)?.[1] ?? [],
  );
  return changedBy(...made.flatMap((definition) => constraintSql(entity.table, name, definition)));
}

function indexChanged(entity: Entity, { name, live, declared }: IndexDifference): Alterations {
  const drop = live ? [`drop index concurrently if exists "${name}";`] : [];
  const made = declared ? indexesSql(entity).filter((statement) => statement.includes(`index "${name}" on `)) : [];
  const online = made.map((statement) => statement.replace(' index ', ' index concurrently if not exists '));
  const warning = declared?.unique
    ? '-- Fails, and prevents the server from starting, while two of its records have the same values.\n'
    : '';
  return changedBy(...drop, ...online.map((statement) => `${warning}${statement}`));
}

const isNew = (differences: readonly Difference[], column: string | undefined): boolean =>
  differences.some((one) => one.what === 'column' && one.name === column && !one.live);

/**
 * True if the type of the column changes, which is refused: its other differences follow from that and are not
 * reported.
 */
const isRetyped = (differences: readonly Difference[], column: string | undefined): boolean =>
  differences.some(
    (one) =>
      one.what === 'column' &&
      one.name === column &&
      one.live &&
      one.live.type !== one.declared?.type &&
      !isWidened(one.live.type, one.declared?.type ?? ''),
  );

/** Creates the join table of a new field. One whose field is gone is never dropped without being retired first. */
function joinTableChanged(entity: Entity, { what, table }: Difference): Alterations {
  const made = what === 'no table' ? joinTablesSql(entity).get(table) : undefined;
  if (made) return changedBy(made);
  if (what === 'lost table' && isRetiredName(table)) return changedBy(droppedComment, `drop table "${table}";`);
  return what === 'lost table'
    ? refusedWith(
        `the table ${table} exists, but no field declares it; add \`migrate.removed\` to retire it, or ${manualMigrationAdvice}`,
      )
    : changedBy();
}

const isOfScopes = (entity: Entity, one: Difference): one is TriggerDifference =>
  one.what === 'trigger' && isScopeTrigger(entity, one.name);
const isOfSummaries = (entity: Entity, { what, table }: Difference): boolean =>
  what === 'trigger' || isSummaryOf(entity, table);

const isOfRollups = (entity: Entity, one: Difference): one is TriggerDifference =>
  one.what === 'trigger' && isRollupTrigger(entity, one.name);

/** Recreates the triggers of counts and sums if any differs, and computes those again. */
function rollupsChanged(entity: Entity, differences: readonly Difference[]): Alterations {
  const found = differences.filter((one) => isOfRollups(entity, one));
  return found.length === 0
    ? changedBy()
    : changedBy(
        ...childLimitStops(entity),
        ...rebuildRollupsSql(
          entity,
          found.map(({ name }) => name),
        ),
      );
}

/** Recreates the triggers of stored scopes if any differs, and updates the existing rows. */
function scopesChanged(entity: Entity, differences: readonly Difference[]): Alterations {
  const found = differences.filter((one) => isOfScopes(entity, one));
  if (found.length === 0) return changedBy();
  const lost = found.filter(({ declared }) => !declared).map(({ name }) => name);
  return changedBy(...rebuildStoredScopesSql(entity, lost));
}

/** If one summary of an entity differs, all its summaries are recreated and filled from the records. */
function withSummaries(entity: Entity, differences: readonly Difference[], rest: Alterations): Alterations {
  if (differences.length === 0) return rest;
  const found = differences.map(({ table }) => table).filter((table) => isSummaryOf(entity, table));
  const dropped = dropSummariesSql(entity.table, [...found, ...summaryTables(entity)]);
  const statements = [...dropped, ...rest.statements, ...summariesSql(entity)];
  return { ...rest, statements };
}

/**
 * The statements that bring the table of an entity to its declaration without losing a value.
 * @param differences the result of drift.ts
 * @returns the statements in order, and a sentence for each change that is not safe
 */
export function alterations(entity: Entity, differences: readonly Difference[]): Alterations {
  const ofSummaries = differences.filter(
    (one) => !isOfScopes(entity, one) && !isOfRollups(entity, one) && isOfSummaries(entity, one),
  );
  const others = differences.filter((one) => !ofSummaries.includes(one));
  return withSummaries(entity, ofSummaries, alterationsOfTable(entity, others));
}

function alterationsOfTable(entity: Entity, differences: readonly Difference[]): Alterations {
  const columns = differences.filter((one) => one.what === 'column');
  const constraints = differences.filter((one) => one.what === 'constraint').filter((one) => !isOfTableConstraint(one));
  const columnOf = (one: ConstraintDifference) => (one.live ?? one.declared)?.columns[0];
  const [fresh, old] = [true, false].map((wanted) =>
    constraints.filter((one) => isNew(differences, columnOf(one)) === wanted),
  );
  return combined([
    ...differences.map((one) => joinTableChanged(entity, one)),
    changedBy(...droppedConstraints(entity, differences)),
    ...(old ?? []).filter((one) => !isRetyped(differences, columnOf(one))).map((one) => constraintChanged(entity, one)),
    ...columns.map((one) => columnChanged(entity, one)),
    ...(fresh ?? []).map((one) => constraintOfNewColumn(entity, one)),
    changedBy(...addedConstraints(entity, differences)),
    scopesChanged(entity, differences),
    rollupsChanged(entity, differences),
    ...differences.filter((one) => one.what === 'index').map((one) => indexChanged(entity, one)),
  ]);
}
