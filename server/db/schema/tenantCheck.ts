import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import { once } from '../../../contract/lib/memoize.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { compiled } from './sqlText.ts';

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

const sharedReferences = once(sharedOf);

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
 * `returning`, and ends the statement with an error that `foreignFields` knows; nothing where there is nothing to look at.
 */
export function foreignIn(entity: Entity, written: readonly object[]): RawBuilder<unknown> {
  const shared = sharedReferences(entity);
  if (shared.size === 0) return nothing;
  const looked = [...shared.keys()].filter((field) =>
    written.some((one) => (one as Record<string, unknown>)[field] != null),
  );
  if (looked.length === 0) return nothing;
  const known = looks(entity);
  const key = looked.join();
  const found = known.get(key) ?? compiled(look(entity, looked));
  known.set(key, found);
  return found;
}

const nothing = sql``;
/** What looks at the references that were written, by their names. */
const looks = once((_: Entity) => new Map<string, RawBuilder<unknown>>());

function look(entity: Entity, fields: readonly string[]): RawBuilder<unknown> {
  const shared = sharedReferences(entity);
  const found = fields.map(
    (field) => sql`case when ${isForeign(entity, field, shared.get(field) as Entity)} then ${sql.lit(field)} end`,
  );
  return sql`, refuse_foreign(nullif(concat_ws(',', ${sql.join(found)}), '')) as ${sql.id(foreignColumn)}`;
}

/** The column of a write that looks at it; it has no value. No field has such a name. */
export const foreignColumn = '_foreign';

/** What `refuse_foreign` (migration 0050) ends a statement with. */
const foreignReference = 'LC001';

/** The fields by which a statement made a record point to another enterprise's, from its error; nothing of another error. */
export function foreignFields(error: unknown): readonly string[] | undefined {
  const { code, detail } = error as { code?: string; detail?: string };
  return code === foreignReference ? (detail ?? '').split(',') : undefined;
}
