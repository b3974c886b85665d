import { sql } from 'kysely';
import { mistake } from '../../contract/checks/support/mistake.ts';
import { everyField } from '../../contract/checks/support/walkFields.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import { message } from '../../contract/messages/message.ts';
import { roleIds } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { AppError } from '../core/appError.ts';
import type { Context } from '../core/context.ts';
import { asDemoCaller, createDemoRecord, type DemoBody } from './caller.ts';

/** The field and the value at a path of a body: `product_id`, `parts[0].product_id`. */
function fieldAt(entity: Entity, body: DemoBody, path: string): { field: Field | undefined; value: unknown } {
  let [field, value]: [Field | undefined, unknown] = [undefined, body];
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    field = field ? (field.items ?? field.fields?.[key]) : entity.fields[key];
    value = (value as DemoBody | undefined)?.[key];
  }
  return { field, value };
}

/** A sentence about the records of the other entity that can be referred to. */
async function recordsOf({ trx }: Context, target: Entity): Promise<string> {
  const found = await sql<{ count: number; first: number; last: number }>`select count(*)::int as count,
    min(id) as first, max(id) as last from ${sql.table(target.table)} where deleted_at is null`.execute(trx);
  const { count = 0, first, last } = found.rows[0] ?? {};
  return count === 0 ? 'there is none yet; leave it out' : `there are ${count}; write an id from ${first} to ${last}`;
}

async function reasonOf(by: Context, entity: Entity, sample: DemoBody, path: string, text: string): Promise<string> {
  const { field, value } = fieldAt(entity, sample, path);
  if (![message('not_found_reference'), message('not_offered')].includes(text) || !field?.to)
    return `says of "${path}": ${translateMessage(text, 'en')}`;
  const target = entity.contract.entity(field.to);
  const filter = field.where ? ` for which ${JSON.stringify(field.where)} holds` : '';
  return `refers by "${path}" to the ${target.name} ${value}${filter}, which does not exist; ${await recordsOf(by, target)}`;
}

async function makeSample(by: Context, entity: Entity, sample: DemoBody, number: number): Promise<void> {
  try {
    await createDemoRecord(by, entity.name, sample);
  } catch (error) {
    const refusal = AppError.of(error);
    if (!refusal) throw error;
    const [[path, [text = refusal.code]] = ['_', []]] = Object.entries(refusal.fields ?? {});
    const reason = await reasonOf(by, entity, sample, path, text);
    throw new Error(mistake(entity, `samples ${number}`, reason), { cause: error });
  }
}

/** The entities, each after those that its records refer to; in a circle, in their own order. */
function afterTheirReferences(entities: readonly Entity[]): Entity[] {
  const ordered = new Set<Entity>();
  const begun = new Set<Entity>();
  const add = (entity: Entity): void => {
    if (begun.has(entity)) return;
    begun.add(entity);
    const names = everyField(entity).map(([, { to, items }]) => to ?? items?.to);
    for (const other of entities) if (names.includes(other.name)) add(other);
    ordered.add(entity);
  };
  for (const entity of entities) add(entity);
  return [...ordered];
}

/**
 * Creates the sample records of declarations, first those that others refer to.
 * @throws what is wrong with the first that cannot be created
 */
export async function makeSamples(by: Context, entities: readonly Entity[]): Promise<void> {
  for (const entity of afterTheirReferences(entities))
    for (const [index, sample] of (entity.samples ?? []).entries()) await makeSample(by, entity, sample, index + 1);
}

/**
 * Creates the samples of entities that have no record yet: those declared since the demo was made.
 * @throws as `makeSamples`
 */
export async function makeMissingSamples(context: Context): Promise<void> {
  const empty: Entity[] = [];
  for (const entity of context.contract.entities.filter(({ samples = [] }) => samples.length > 0)) {
    const { rows } = await sql`select 1 from ${sql.table(entity.table)} limit 1`.execute(context.trx);
    if (rows.length === 0) empty.push(entity);
  }
  if (empty.length === 0) return;
  const admins = await sql<{ id: number }>`select id from users
    where role_id = ${roleIds.SuperAdmin} and deleted_at is null and active order by id limit 1`.execute(context.trx);
  const [admin] = admins.rows;
  if (admin) await makeSamples(asDemoCaller(context, { id: admin.id, role: 'SuperAdmin' }), empty);
}
