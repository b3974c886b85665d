import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Condition, Me, RowRule, Scalar, Through } from '../../contract/access.ts';
import type { Entity } from '../../contract/entity.ts';
import { entityNamed } from '../../contract/index.ts';
import type { Caller } from '../domain/context.ts';

type Predicate = RawBuilder<SqlBool>;
type Wanted = Condition[string];

const never: Predicate = sql<SqlBool>`false`;
const always: Predicate = sql<SqlBool>`true`;

/**
 * The rows of an entity that the caller may see, as one predicate over the table under the given alias
 * (C1). It guards list, count, get, write, export and every reference: there is no other way to a row.
 */
export function scope(entity: Entity, caller: Caller, alias = 't'): Predicate {
  const rule: RowRule | undefined = entity.access.rows[caller.role];
  if (rule === undefined) return never;
  return rule === 'everything' ? always : where(entity, rule, caller, alias);
}

/** A condition over an entity as a predicate; `me` stands for the caller. */
export function where(entity: Entity, condition: Condition, caller: Caller | undefined, alias = 't'): Predicate {
  const parts = Object.entries(condition).map(([name, wanted]) =>
    name === 'anyOf'
      ? anyOf(entity, wanted as readonly Condition[], caller, alias)
      : part(entity, name, wanted, caller, alias),
  );
  return parts.length > 0 ? sql<SqlBool>`(${sql.join(parts, sql` and `)})` : always;
}

function anyOf(entity: Entity, conditions: readonly Condition[], caller: Caller | undefined, alias: string): Predicate {
  const parts = conditions.map((condition) => where(entity, condition, caller, alias));
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

function part(entity: Entity, name: string, wanted: Wanted, caller: Caller | undefined, alias: string): Predicate {
  const column = sql.ref(`${alias}.${name}`);
  if (wanted === null) return sql<SqlBool>`${column} is null`;
  if (Array.isArray(wanted)) return sql<SqlBool>`${column} in (${sql.join(wanted as Scalar[])})`;
  if (typeof wanted !== 'object') return sql<SqlBool>`${column} = ${wanted}`;
  if ('me' in wanted) return mine(column, wanted as unknown as Me, caller);
  if ('through' in wanted) return held(column, wanted as unknown as Through, caller, alias);
  return pointed(entity, name, column, wanted as Condition, caller, alias);
}

function mine(column: RawBuilder<unknown>, wanted: Me, caller: Caller | undefined): Predicate {
  const value = caller?.[wanted.me] ?? null;
  return value === null ? never : sql<SqlBool>`${column} = ${value}`;
}

function held(column: RawBuilder<unknown>, wanted: Through, caller: Caller | undefined, alias: string): Predicate {
  const entity = entityNamed(wanted.through);
  const inner = `${alias}h`;
  return sql<SqlBool>`${column} in (select ${sql.ref(`${inner}.${wanted.field}`)} from ${sql.table(entity.table)} as ${sql.ref(inner)}
    where ${sql.ref(`${inner}.deleted_at`)} is null and ${where(entity, wanted.where, caller, inner)})`;
}

function pointed(
  entity: Entity,
  name: string,
  column: RawBuilder<unknown>,
  wanted: Condition,
  caller: Caller | undefined,
  alias: string,
): Predicate {
  const target = entityNamed(entity.fields[name]?.to ?? '');
  const inner = `${alias}r`;
  return sql<SqlBool>`${column} in (select ${sql.ref(`${inner}.id`)} from ${sql.table(target.table)} as ${sql.ref(inner)}
    where ${where(target, wanted, caller, inner)})`;
}
