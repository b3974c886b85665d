import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Entity, storedFields } from '../../contract/entity.ts';
import { entities } from '../../contract/index.ts';
import { ForeignReference } from './errors.ts';

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

/** The column of a write that names what points to another enterprise's records. No field has such a name. */
const name = '_foreign';
export const foreignColumn = sql.id(name);

/**
 * The row that is pointed to is another's: as it is now, not as it was when the statement began, and so that it stays until
 * the transaction ends. (The foreign key locks it too, but only afterwards.)
 */
function isForeign(entity: Entity, field: string, target: Entity): RawBuilder<SqlBool> {
  const mine = (column: string) => sql.ref(`${entity.table}.${column}`);
  const other = target.table === entity.table ? sql`and r.id <> ${mine('id')}` : sql``;
  return sql<SqlBool>`(select r.${sql.id(owner)} from ${sql.table(target.table)} as r
    where r.id = ${mine(field)} ${other} for key share of r) <> ${mine(owner)}`;
}

/**
 * A record of an enterprise points to records of the same one alone, or to those of none, such as a salesman: else a
 * scope that follows the reference would show it to strangers (C1). Looked at for the references that were written;
 * history stays as it was. In: what was written to each of the rows. Out: what follows the first of a statement's
 * `returning`, to be held against by `refuseForeign`; nothing where there is nothing to look at.
 */
export function foreignIn(entity: Entity, written: readonly object[]): RawBuilder<unknown> | undefined {
  const looked = [...sharedReferences(entity)].filter(([field]) =>
    written.some((one) => (one as Record<string, unknown>)[field] != null),
  );
  if (looked.length === 0) return undefined;
  const found = looked.map(
    ([field, target]) => sql`case when ${isForeign(entity, field, target)} then ${sql.lit(field)} end`,
  );
  return sql`, concat_ws(',', ${sql.join(found)}) as ${foreignColumn}`;
}

/** Refuses rows that were written with references to records of another enterprise: a `ForeignReference` names the fields. */
export function refuseForeign(rows: readonly object[]): void {
  const found = rows.flatMap((row) => (row as { [name]?: string })[name]?.split(',') ?? []).filter(Boolean);
  if (found.length > 0) throw new ForeignReference([...new Set(found)]);
}

/** A row as it was written, without what was looked at of it. */
export function withoutForeign<Row extends object>({
  [name]: _,
  ...row
}: Row & { [name]?: unknown }): Omit<Row, typeof name> {
  return row;
}
