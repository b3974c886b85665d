import { type Kysely, type SqlBool, sql } from 'kysely';
import { type Entity, storedFields } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { ForeignReference } from './errors.ts';
import type { Tables } from './tables.ts';

/** The field that says which enterprise a record belongs to. */
const owner = 'enterprise_id';

const isOwned = (entity: Pick<Entity, 'fields'>): boolean => Object.hasOwn(entity.fields, owner);

/** The references of an enterprise's records to records that an enterprise has too, by their names. */
function sharedOf(entity: Entity): Map<string, Entity> {
  if (!isOwned(entity)) return new Map();
  const found = storedFields(entity).flatMap(([name, { kind, to }]): [string, Entity][] => {
    const target = kind === 'reference' ? entities.find((one) => one.name === to) : undefined;
    return target && isOwned(target) ? [[name, target]] : [];
  });
  return new Map(found);
}

const known = new WeakMap<Entity, ReturnType<typeof sharedOf>>();

function sharedReferences(entity: Entity): ReturnType<typeof sharedOf> {
  const found = known.get(entity) ?? sharedOf(entity);
  known.set(entity, found);
  return found;
}

/**
 * A record of an enterprise points to records of the same one alone, or to those of none, such as a salesman: else a
 * scope that follows the reference would show it to strangers (C1). Looked at for the references that were written;
 * history stays as it was. In: the records' numbers, and what was written to each of them. Throws a `ForeignReference`
 * that names the fields.
 */
export async function checkSameEnterprise(
  db: Kysely<Tables>,
  entity: Entity,
  ids: readonly number[],
  written: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const looked = [...sharedReferences(entity)].filter(([name]) => written.some((one) => one[name] != null));
  if (looked.length === 0) return;
  const foreign = looked.map(([name, target]) => {
    const found = sql<SqlBool>`exists (select 1 from ${sql.table(target.table)} r
      where r.id = t.${sql.ref(name)} and r.enterprise_id <> t.enterprise_id)`;
    return sql`bool_or(${found}) as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(foreign)} from ${sql.table(entity.table)} t
    where t.id = any (${ids}::int[])`.execute(db);
  const names = Object.entries(rows[0] ?? {}).flatMap(([name, is]) => (is ? [name] : []));
  if (names.length > 0) throw new ForeignReference(names);
}
