import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { memoize } from '../../../contract/lib/memoize.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { precompiled } from './sqlText.ts';

/** The field with the enterprise that a record belongs to. */
const owner = 'enterprise_id';

const isOwned = (entity: Pick<Entity, 'fields'>): boolean => Object.hasOwn(entity.fields, owner);

/** The references of an entity with an enterprise to other such entities, by field name. */
function findTenantReferences(entity: Entity): Map<string, Entity> {
  if (!isOwned(entity)) return new Map();
  const found = storedFields(entity).flatMap(([name, { kind, to }]): [string, Entity][] => {
    const target = kind === 'reference' ? entity.contract.byName.get(to ?? '') : undefined;
    return target && isOwned(target) ? [[name, target]] : [];
  });
  return new Map(found);
}

const tenantReferences = memoize(findTenantReferences);

/**
 * True if the referenced row belongs to another enterprise. It is read in its current state, not that of the
 * statement's snapshot, and locked until the transaction ends. (The foreign key locks it too, but only later.)
 */
function isOtherTenants(entity: Entity, field: string, target: Entity): RawBuilder<SqlBool> {
  const mine = (column: string) => sql.ref(`${entity.table}.${column}`);
  const other = target.table === entity.table ? sql`and r.id <> ${mine('id')}` : sql``;
  return sql<SqlBool>`(select r.${sql.id(owner)} from ${sql.table(target.table)} as r
    where r.id = ${mine(field)} ${other} for key share of r) <> ${mine(owner)}`;
}

/**
 * Ensures that a record of an enterprise refers only to records of the same one, or to records of none, such as a
 * salesman: otherwise a scope that follows the reference would show it to strangers (C1). Only references that are
 * written are checked; older values stay.
 * @param written the written values of each row
 * @returns a further item of the statement's `returning`, which ends the statement with an error that `foreignFields`
 * recognizes; empty if there is nothing to check
 */
export function tenantCheckSql(entity: Entity, written: readonly object[]): RawBuilder<unknown> {
  const shared = tenantReferences(entity);
  if (shared.size === 0) return nothing;
  const looked = [...shared.keys()].filter((field) =>
    written.some((one) => (one as Record<string, unknown>)[field] != null),
  );
  if (looked.length === 0) return nothing;
  const known = tenantChecks(entity);
  const key = looked.join();
  const found = known.get(key) ?? precompiled(buildTenantCheck(entity, looked));
  known.set(key, found);
  return found;
}

const nothing = sql``;
/** The compiled checks of each entity, by the checked fields. */
const tenantChecks = memoize((_: Entity) => new Map<string, RawBuilder<unknown>>());

function buildTenantCheck(entity: Entity, fields: readonly string[]): RawBuilder<unknown> {
  const shared = tenantReferences(entity);
  const found = fields.map(
    (field) => sql`case when ${isOtherTenants(entity, field, shared.get(field) as Entity)} then ${sql.lit(field)} end`,
  );
  return sql`, refuse_foreign(nullif(concat_ws(',', ${sql.join(found)}), '')) as ${sql.id(tenantCheckColumn)}`;
}

/** The column in which a write returns the check; it is always null. No field has such a name. */
export const tenantCheckColumn = '_foreign';

/** The error code of `refuse_foreign` (migration 0050). */
const otherTenantCode = 'LC001';

/**
 * The fields by which a statement referred to a record of another enterprise, from its error; undefined for another
 * error.
 */
export function otherTenantFields(error: unknown): readonly string[] | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === otherTenantCode ? (detail ?? '').split(',') : undefined;
}
