import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ChildrenDeclaration } from '../../contract/children.ts';
import { bodyPathOf, type Entity } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import { entityNamed } from '../../contract/index.ts';
import { putAt } from '../../contract/path.ts';
import type { FieldErrors } from '../../contract/validation.ts';
import { AppError } from '../domain/appError.ts';
import type { Context } from '../domain/context.ts';
import type { Values } from '../domain/rules.ts';
import { resourceOf } from './compile.ts';
import { sourceOf } from './read.ts';
import type { Row } from './serialize.ts';

const sectionsOf = ({ children = {} }: Entity): [string, ChildrenDeclaration][] => Object.entries(children);

/** The values of a new record, and those of the children that come with it. */
export function apart(entity: Entity, values: Values): { own: Values; children: Values } {
  const isSection = ([name]: [string, unknown]) => Object.hasOwn(entity.children ?? {}, name);
  const all = Object.entries(values);
  return {
    own: Object.fromEntries(all.filter((one) => !isSection(one))),
    children: Object.fromEntries(all.filter(isSection)),
  };
}

/** Runs work over a child of a new record. What is refused of it is told at its place in the body. */
async function placed(place: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refused = AppError.of(error);
    if (!refused?.fields) throw error;
    const errors: FieldErrors = {};
    for (const [path, said] of Object.entries(refused.fields)) errors[path === '_' ? place : `${place}.${path}`] = said;
    throw AppError.invalid(errors);
  }
}

/** Makes a child by its own rules and in its own scope, as a request of the caller does. */
type Make = (child: Entity, body: Values) => Promise<unknown>;

/** Makes the children that a body has for a record, in their order. In: the new record, and its children by section. */
export async function createChildren(entity: Entity, id: number, given: Values, make: Make): Promise<void> {
  for (const [name, { entity: childName, by }] of sectionsOf(entity)) {
    const child = entityNamed(childName);
    for (const [index, item] of ((given[name] ?? []) as Values[]).entries()) {
      const body = { ...item };
      putAt(body, bodyPathOf(by, child.fields[by] as Field), id);
      await placed(`${name}[${index}]`, () => make(child, body));
    }
  }
}

const live = sql<SqlBool>`t.deleted_at is null`;

/** The children of a record, the live ones or others, whoever may see them, locked one after the other. */
async function rowsUnder(
  context: Context,
  child: Entity,
  by: string,
  id: number,
  which: RawBuilder<unknown> = live,
): Promise<Row[]> {
  const { whole } = resourceOf(child);
  const belongs = sql<SqlBool>`${sql.ref(`t.${by}`)} = ${id} and ${which}`;
  const found = sql<Row>`select ${whole.select} from ${sourceOf(whole)} where ${belongs} order by t.id for update of t`;
  return (await found.execute(context.trx)).rows;
}

/** The children that were deleted with a record, each with its entity, locked. In: the record, and when it was deleted. */
export async function deletedChildren(
  context: Context,
  entity: Entity,
  id: number,
  deleted_at: Date,
): Promise<[Entity, Row][]> {
  const found: [Entity, Row][] = [];
  for (const [, { entity: name, by, onRemove }] of sectionsOf(entity)) {
    if (onRemove !== 'cascade') continue;
    const child = entityNamed(name);
    const rows = await rowsUnder(context, child, by, id, sql`date_trunc('milliseconds', t.deleted_at) = ${deleted_at}`);
    found.push(...rows.map((row): [Entity, Row] => [child, row]));
  }
  return found;
}

/** Deletes a child by its own rules, as far as they are about its state: who may delete is asked of the parent. */
type Remove = (child: Entity, row: Row) => Promise<unknown>;

/** Deletes with a record what is declared to go with it. Throws 422 where one of them may not be deleted as it is. */
export async function removeChildren(context: Context, entity: Entity, id: number, remove: Remove): Promise<void> {
  for (const [, { entity: name, by, onRemove }] of sectionsOf(entity)) {
    if (onRemove !== 'cascade') continue;
    const child = entityNamed(name);
    for (const row of await rowsUnder(context, child, by, id)) {
      await remove(child, row).catch((error: unknown) => {
        throw AppError.of(error)?.status === 422 ? AppError.unprocessable('in_use') : error;
      });
    }
  }
}
