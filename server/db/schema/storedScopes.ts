import { type StoredScope, storedScopes } from '../../../contract/access/storedScope.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { quoted } from './columns.ts';
import { tableOf } from './ddl.ts';

/**
 * SQL that keeps the stored scopes of an entity, whoever writes: a row takes the value from the record that it points
 * to, and a record that gets another value hands it on to the rows that point to it. A row holds its record `for key
 * share` from then on, and a record that has handed on what is there takes itself `for update`: it waits for the rows that
 * are being written, hands on to these too, and new ones wait for it.
 */

/** What the names of all that keeps a table's stored scopes begin with, behind the number of a turn. */
const prefixOf = ({ table }: Pick<Entity, 'table'>): string => `${table}_scope__`;
/** Triggers are set off in the order of their names. */
const turns = ['1', '2'] as const;
const withoutTurn = (name: string): string => name.replace(/^[12]_/, '');

/** Is that a trigger that keeps a stored scope of the entity, of today or of a declaration before? */
export const isScopeTrigger = (entity: Pick<Entity, 'table'>, name: string): boolean =>
  withoutTurn(name).startsWith(prefixOf(entity));

const nameOf = (entity: Pick<Entity, 'table'>, { reference, field }: StoredScope): string =>
  `${prefixOf(entity)}${reference}__${field}`;
const movedOf = (entity: Pick<Entity, 'table'>, scope: StoredScope): string => `${nameOf(entity, scope)}_moved`;

/** A row of a backup may be there before what it points to: it keeps the value that it comes with. */
function takenSql(entity: Entity, scope: StoredScope, target: string): string[] {
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
 * Whoever has locked a row and waits for its record would wait for ever, were the record locked while its rows are
 * written. So the first turns write them, of every table, and the second ones lock it and write those that came meanwhile.
 */
function movedSql(entity: Entity, scope: StoredScope, target: string): string[] {
  const [name, column] = [quoted(movedOf(entity, scope)), quoted(scope.column)];
  const field = quoted(scope.field);
  // Each part of the condition is what one index is of. As two statements they would miss what is deleted or brought back meanwhile.
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
    ...turns.map(
      (turn) =>
        `create or replace trigger ${quoted(`${turn}_${nameOf(entity, scope)}`)} before update of ${field} on ${target} for each row when (old.${field} is distinct from new.${field}) execute function ${name}('${turn}');`,
    ),
  ];
}

/** What keeps the stored scopes of an entity, once every table is there; it takes the place of what was there. */
export const storedScopesSql = (entity: Entity, entities: readonly Entity[]): string[] =>
  storedScopes(entity).flatMap((scope) => {
    const target = quoted(tableOf(scope.to, entities));
    return [...takenSql(entity, scope, target), ...movedSql(entity, scope, target)];
  });

/** Takes away what keeps stored scopes. In: their table, and names of triggers, of which others than theirs are left. */
export function dropStoredScopesSql(entity: Pick<Entity, 'table'>, triggers: readonly string[]): string[] {
  const names = triggers.filter((name) => isScopeTrigger(entity, name)).map(withoutTurn);
  return [...new Set(names)].flatMap((name) =>
    [name, `${name}_moved`].map((one) => `drop function if exists ${quoted(one)}() cascade;`),
  );
}

/** Gives rows that are there their value: to write the reference, be it the same, sets off what keeps it. */
const filledSql = ({ table }: Entity, { reference }: StoredScope): string =>
  `update ${quoted(table)} set ${quoted(reference)} = ${quoted(reference)};`;

/** Brings what keeps stored scopes to the declaration, for rows that are there too. In: the triggers that it has no more. */
export const storedScopesAnewSql = (entity: Entity, lost: readonly string[], entities: readonly Entity[]): string[] => [
  ...dropStoredScopesSql(entity, lost),
  ...storedScopesSql(entity, entities),
  ...new Set(storedScopes(entity).map((scope) => filledSql(entity, scope))),
];
