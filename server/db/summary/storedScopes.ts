import { type StoredScope, storedScopes } from '../../../contract/access/storedScope.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { quoted } from '../schema/columns.ts';
import { tableName } from '../schema/ddl.ts';

/**
 * SQL of the triggers that fill the stored scopes of an entity, for every write. A row copies the value of the record
 * that it refers to, and locks that record `for key share`; a record whose value changes copies it to the rows that
 * refer to it. After its first copy the record is locked `for update`: this waits for rows that are being written, then
 * copies to them too, while new rows wait for it.
 */

/**
 * The prefix of everything that belongs to the stored scopes of a table; a trigger has the number of its turn before
 * it.
 */
const prefixOf = ({ table }: Pick<Entity, 'table'>): string => `${table}_scope__`;
/** Triggers fire in the order of their names. */
const triggerOrder = ['1', '2'] as const;
const withoutOrder = (name: string): string => name.replace(/^[12]_/, '');

/** True for a trigger of the stored scopes of the entity, also one of a former declaration. */
export const isScopeTrigger = (entity: Pick<Entity, 'table'>, name: string): boolean =>
  withoutOrder(name).startsWith(prefixOf(entity));

const nameOf = (entity: Pick<Entity, 'table'>, { reference, field }: StoredScope): string =>
  `${prefixOf(entity)}${reference}__${field}`;
const moveTriggerName = (entity: Pick<Entity, 'table'>, scope: StoredScope): string => `${nameOf(entity, scope)}_moved`;

/** A row loaded from a backup may exist before the record that it refers to: it keeps the value that it comes with. */
function copyScopeSql(entity: Entity, scope: StoredScope, target: string): string[] {
  const [name, column] = [quoted(nameOf(entity, scope)), quoted(scope.column)];
  const [reference, field] = [quoted(scope.reference), quoted(scope.field)];
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ declare
  held integer;
begin
  select ${field} into held from ${target} where id = new.${reference} for key share;
  if found or new.${reference} is null then new.${column} := held; end if;
  return new;
end $$;`,
    `create or replace trigger ${name} before insert or update of ${reference} on ${quoted(entity.table)} for each row execute function ${name}();`,
  ];
}

/**
 * A transaction that has locked a row and waits for its record would cause a deadlock if the record were locked before
 * its rows are written. So the first triggers write the rows, of every table, and the second ones lock the record and
 * write the rows that came meanwhile.
 */
function moveScopeSql(entity: Entity, scope: StoredScope, target: string): string[] {
  const [name, column] = [quoted(moveTriggerName(entity, scope)), quoted(scope.column)];
  const field = quoted(scope.field);
  // Each part of the condition has an index of its own. Two statements would miss rows that are deleted or restored
  // between them.
  const pointing = ['is null', 'is not null'].map(
    (deleted) => `${quoted(scope.reference)} = new.id and deleted_at ${deleted}`,
  );
  const handed = `update ${quoted(entity.table)} set ${column} = new.${field}
    where (${pointing.join(' or ')}) and ${column} is distinct from new.${field};`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
  if tg_argv[0] = '2' then perform from ${target} where id = new.id for update; end if;
  ${handed}
  return new;
end $$;`,
    ...triggerOrder.map(
      (turn) =>
        `create or replace trigger ${quoted(`${turn}_${nameOf(entity, scope)}`)} before update of ${field} on ${target} for each row when (old.${field} is distinct from new.${field}) execute function ${name}('${turn}');`,
    ),
  ];
}

/**
 * The triggers and functions of the stored scopes of an entity, to be created after every table; they replace former
 * ones.
 */
export const storedScopesSql = (entity: Entity): string[] =>
  storedScopes(entity).flatMap((scope) => {
    const target = quoted(tableName(entity.contract, scope.to));
    return [...copyScopeSql(entity, scope, target), ...moveScopeSql(entity, scope, target)];
  });

/**
 * Drops stored scopes.
 * @param triggers names of triggers, of which only those of stored scopes are dropped
 */
export function dropStoredScopesSql(entity: Pick<Entity, 'table'>, triggers: readonly string[]): string[] {
  const names = triggers.filter((name) => isScopeTrigger(entity, name)).map(withoutOrder);
  return [...new Set(names)].flatMap((name) =>
    [name, `${name}_moved`].map((one) => `drop function if exists ${quoted(one)}() cascade;`),
  );
}

/** Fills existing rows: writing the reference, even unchanged, fires the trigger. */
const fillScopeSql = ({ table }: Entity, { reference }: StoredScope): string =>
  `update ${quoted(table)} set ${quoted(reference)} = ${quoted(reference)};`;

/**
 * Recreates the stored scopes and fills existing rows.
 * @param lost the triggers that are no longer declared
 */
export const rebuildStoredScopesSql = (entity: Entity, lost: readonly string[]): string[] => [
  ...dropStoredScopesSql(entity, lost),
  ...storedScopesSql(entity),
  ...new Set(storedScopes(entity).map((scope) => fillScopeSql(entity, scope))),
];
