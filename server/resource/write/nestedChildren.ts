import { type SqlBool, sql } from 'kysely';
import { itemOperation } from '../../../contract/kinds/nestedItem.ts';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { type Entity, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { ChildLimitViolation, UniqueViolation } from '../../db/engine/errors.ts';
import { resourceOf } from '../compile/resource.ts';
import { visiblePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readJoined } from '../read/joinedRecords.ts';
import { fromSql } from '../read/read.ts';
import { childSectionsOf } from './children.ts';

/** Splits the values of a body into those of the record and those of its children. */
export function splitChildren(entity: Entity, values: FieldValues): { own: FieldValues; children: FieldValues } {
  const isSection = ([name]: [string, unknown]) => Object.hasOwn(entity.children ?? {}, name);
  const all = Object.entries(values);
  return {
    own: Object.fromEntries(all.filter((one) => !isSection(one))),
    children: Object.fromEntries(all.filter(isSection)),
  };
}

/** Creates a child like a separate request of the caller: by its own rules and in its own scope. */
type CreateChild = (child: Entity, body: FieldValues) => Promise<unknown>;

/** A section of a body: the children of a record, with their items. */
interface Section {
  readonly name: string;
  readonly child: Entity;
  readonly by: string;
  readonly parent: number;
  readonly items: readonly Item[];
}

/** An item of a section, and its path in the body. */
interface Item {
  readonly place: string;
  readonly asked: ReturnType<typeof itemOperation>;
  readonly values: FieldValues;
}

const sectionsIn = (entity: Entity, parent: number, given: FieldValues): Section[] =>
  childSectionsOf(entity).map(([name, { entity: child, by }]) => ({
    name,
    by,
    parent,
    child: entity.contract.entity(child),
    items: ((given[name] ?? []) as FieldValues[]).map((values, index) => ({
      place: `${name}[${index}]`,
      asked: itemOperation(values),
      values,
    })),
  }));

/** Values that are in use within the parent: the refusal names them without the parent, which the body does not name. */
function withoutParent(error: unknown, by: string): AppError | undefined {
  if (!(error instanceof UniqueViolation)) return undefined;
  const others = error.fields.filter((name) => name !== by);
  return others.length > 0 ? AppError.inUse(error.entity, others) : undefined;
}

/**
 * Runs work on a child of a body. Its errors are reported at its path in the body. The body does not name the child's
 * reference to its parent: an error there is reported at the child, or at the whole list for a limit of the parent,
 * because no single child breaks it.
 * @throws 422 at these paths
 */
export async function atItem(
  { name, child, by }: Pick<Section, 'name' | 'child' | 'by'>,
  place: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refused = withoutParent(error, by) ?? AppError.of(error);
    if (!refused?.fields) throw error;
    const reference = writePathOf(by, child.fields[by] as Field);
    const atReference = error instanceof ChildLimitViolation ? name : place;
    const errors: FieldErrors = {};
    for (const [path, texts] of Object.entries(refused.fields))
      if (path !== reference) errors[path === '_' ? place : `${place}.${path}`] = texts;
    const ofReference = Object.keys(errors).length === 0 ? refused.fields[reference] : undefined;
    if (ofReference) errors[atReference] = ofReference;
    throw new AppError(refused.status, refused.message, errors);
  }
}

async function createAll(section: Section, items: readonly Item[], make: CreateChild): Promise<void> {
  const { child, by, parent } = section;
  for (const item of items) {
    const body = { ...item.values };
    putAt(body, writePathOf(by, child.fields[by] as Field), parent);
    await atItem(section, item.place, () => make(child, body));
  }
}

/**
 * Creates the children of a new record, in the order of the body.
 * @param given the items by section
 */
export async function createChildren(entity: Entity, id: number, given: FieldValues, make: CreateChild): Promise<void> {
  for (const section of sectionsIn(entity, id, given)) await createAll(section, section.items, make);
}

/** Writes a child like a separate request of the caller: by its own rules and in its own scope. */
export interface ChildWriter {
  readonly make: CreateChild;
  /** @param row the locked record */
  change(child: Entity, row: RecordRow, body: FieldValues): Promise<unknown>;
  remove(child: Entity, row: RecordRow): Promise<unknown>;
}

/**
 * The children that the items name, if they belong to the record and are in the caller's scope, locked in the order of
 * their ids.
 */
async function namedRows(context: Context, { child, by, parent, items }: Section): Promise<Map<number, RecordRow>> {
  const { whole } = resourceOf(child);
  const ids = items.map(({ values }) => values.id);
  const own = sql<SqlBool>`t.id = any (${ids}::int[]) and ${sql.ref(`t.${by}`)} = ${parent}`;
  const where = visiblePredicate(child, callerOf(context), [own]);
  const lock = items.some(({ asked }) => asked === 'removed') ? sql`for update of t` : sql`for no key update of t`;
  const found = sql<RecordRow>`select ${whole.select} from ${fromSql(whole)} where ${where} order by t.id ${lock}`;
  const { rows } = await found.execute(context.trx);
  await readJoined(context, child, whole.joined, rows, undefined);
  return new Map(rows.map((row) => [row.id, row]));
}

type Refused = readonly [place: string, key: MessageKey];

const asErrors = (refused: readonly Refused[]): FieldErrors =>
  Object.fromEntries(refused.map(([place, key]) => [place, [message(key)]]));

/**
 * Refuses items of children that do not exist for the caller, that have changed since the caller read them, or that are
 * named twice.
 */
function checkNamed(items: readonly Item[], rows: ReadonlyMap<number, RecordRow>): void {
  const seen = new Set<unknown>();
  const unknown = items.flatMap(({ place, values: { id } }): Refused[] => {
    if (!rows.has(id as number)) return [[`${place}.id`, 'not_found_reference']];
    if (seen.has(id)) return [[`${place}.id`, 'named_twice']];
    seen.add(id);
    return [];
  });
  if (unknown.length > 0) throw AppError.invalid(asErrors(unknown));
  const stale = items.flatMap(({ place, values: { id, version } }): Refused[] =>
    version == null || rows.get(id as number)?.version === version ? [] : [[`${place}.version`, 'stale']],
  );
  if (stale.length > 0) throw new AppError(422, message('stale'), asErrors(stale));
}

async function changeSection(context: Context, section: Section, writer: ChildWriter): Promise<void> {
  const { child } = section;
  const of = (asked: Item['asked']) => section.items.filter((item) => item.asked === asked);
  const named = [...of('removed'), ...of('changed')];
  const rows = named.length > 0 ? await namedRows(context, { ...section, items: named }) : new Map<number, RecordRow>();
  const inOrder = section.items.filter(({ asked }) => asked !== 'made');
  checkNamed(inOrder, rows);
  const rowOf = ({ values }: Item) => rows.get(values.id as number) as RecordRow;
  for (const item of of('removed')) await atItem(section, item.place, () => writer.remove(child, rowOf(item)));
  for (const item of of('changed')) {
    const { id: _id, version: _version, ...body } = item.values;
    await atItem(section, item.place, () => writer.change(child, rowOf(item), body));
  }
  await createAll(section, of('made'), writer.make);
}

/**
 * Removes, changes and creates the children that a body names, in this order, so that a removed child frees its unique
 * values for the others. Children that are not named stay unchanged.
 * @param given the items by section
 * @throws 422 at the path of the child
 */
export async function changeChildren(
  context: Context,
  entity: Entity,
  id: number,
  given: FieldValues,
  writer: ChildWriter,
): Promise<void> {
  for (const section of sectionsIn(entity, id, given)) await changeSection(context, section, writer);
}
