import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from 'yup';
import { canonicalTexts } from '../../../contract/kinds/canonicalTexts.ts';
import { storedValue } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { itemOperation } from '../../../contract/kinds/nestedItem.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { bodyRule, type FieldErrors, validate } from '../../../contract/kinds/validation.ts';
import { inBody, inputInBody, isFilledIn } from '../../../contract/kinds/writable.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayWrite, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import { isFromReference } from '../../../contract/schema/field/default.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { unreadCurrency, withCurrency } from '../../../contract/values/amountMessages.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { viewFor } from '../compile/resource.ts';
import { conditionPredicate, scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';

/** The compiled rules of a declaration's fields, by the set of fields that a body contains. */
const rulesOfChoices = memoize((_: Fields) => new Map<string, Schema>());
/** The cache is cleared at this size, so that bodies with ever other sets of fields do not fill the memory. */
const mostChoices = 200;

/** The rule of a body that contains these of all fields, cached by the declaration object. */
function ruleFor(all: Fields, chosen: Fields = all): Schema {
  const rules = rulesOfChoices(all);
  const key = Object.keys(chosen).join();
  const known = rules.get(key);
  if (known) return known;
  if (rules.size >= mostChoices) rules.clear();
  const rule = bodyRule(chosen);
  rules.set(key, rule);
  return rule;
}

/** The value of a field once it is emptied: a fixed default where it has one. */
export function emptyValue(field: Field): unknown {
  const { empty } = kinds[field.kind];
  if (empty === 'object') return emptyObject(field);
  return empty === 'list' ? [] : (fixedDefault(field) ?? null);
}

/** An object with all its writable fields emptied. */
const emptyObject = (field: Field): FieldValues =>
  Object.fromEntries(Object.keys(inBody(field).fields ?? {}).map((name) => [name, null]));

/** A value of a body in the type of its column. */
export function toStoredValue(field: Field, value: unknown): unknown {
  if (value === '' || value === null) return emptyValue(field);
  return kinds[field.kind].time === 'moment' ? new Date(value as string) : storedValue(value, field);
}

/** The values of a validated body by field name; an empty text becomes null, a point in time a Date. */
function valuesOf(fields: Fields, body: unknown): FieldValues {
  const values: FieldValues = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = valueAt(body, writePathOf(name, field));
    if (value === undefined) continue;
    values[name] = toStoredValue(field, value);
  }
  return values;
}

/** Why the role may not set a field in an edit or a new record. */
function whyUnwritable(entity: Entity, name: string, role: Role, operation: 'create' | 'edit'): string {
  const field = fieldOf(entity, name);
  const isForNew = operation === 'edit' && field?.createOnly === true && mayWrite(field, role, 'create');
  return message(isForNew ? 'set_when_created' : 'not_writable');
}

/** Errors for fields that the entity has and the role may not set: named, so that the caller sees which (422). */
function unwritable(
  entity: Entity,
  fields: Fields,
  body: FieldValues,
  role: Role,
  operation: 'create' | 'edit',
): FieldErrors {
  const given = Object.keys(body);
  const known = (name: string) => fieldOf(entity, name) ?? (entity.children && Object.hasOwn(entity.children, name));
  const names = given.filter((name) => !Object.hasOwn(fields, name) && known(name) && !isHead(fields, name));
  const errors: FieldErrors = Object.create(null);
  for (const name of names) errors[name] = [whyUnwritable(entity, name, role, operation)];
  return errors;
}
const isHead = (fields: Fields, name: string) =>
  Object.entries(fields).some(([own, field]) => writePathOf(own, field).split('.')[0] === name);

/** A field in an item of a body, which is a child that is saved with the record. */
interface ItemField {
  readonly child: Entity;
  /** The child's reference to the record. */
  readonly by: string;
  readonly section: string;
  readonly at: number;
  readonly name: string;
}

/** The field of a child at a path of a body, such as `lines[0].price`; undefined if the path leads to no child. */
function itemFieldAt({ children = {}, contract }: Entity, path: string): ItemField | undefined {
  const [, section = '', at = '', name = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  const declared = Object.hasOwn(children, section) ? children[section] : undefined;
  return declared && { child: contract.entity(declared.entity), by: declared.by, section, at: Number(at), name };
}

/**
 * For items of children, says instead of "unknown" why a field that the child has is not writable. A new item takes a
 * field that is set when a record is created, so that one is refused only for an item that exists.
 */
function withUnwritable(entity: Entity, errors: FieldErrors, role: Role): FieldErrors {
  const whyNot = (path: string): string | undefined => {
    const { child, name = '' } = itemFieldAt(entity, path) ?? {};
    const field = child && fieldOf(child, name);
    if (!child || !field) return undefined;
    // No item takes its parent, neither a new one.
    return field.to === entity.name ? message('not_writable') : whyUnwritable(child, name, role, 'edit');
  };
  return Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => [
      path,
      texts.map((text) => (text === message('unknown_field') ? (whyNot(path) ?? text) : text)),
    ]),
  );
}

/** The fields that a body contains: an edit validates these alone, and fields that are left out stay unchanged. */
const given = (fields: Fields, body: unknown): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => valueAt(body, writePathOf(name, field)) !== undefined),
  );

/**
 * Finds the currency in a field once the body is written.
 * @param row the record before the change
 */
const currencyIn =
  (entity: Entity, body: unknown, row: RecordRow | undefined) =>
  (name: string): unknown => {
    const field = fieldOf(entity, name);
    const given = field && valueAt(body, writePathOf(name, field));
    return (given === undefined ? row?.[name] : given) || (field && fixedDefault(field));
  };

/** Finds the currency in a field of a child that a body contains: its own, or the one that it has from its parent. */
function currencyInItem(
  { child, by, section, at }: ItemField,
  body: FieldValues,
  ofParent: (name: string) => unknown,
): (name: string) => unknown {
  const item = valueAt(body[section], String(at));
  const own = currencyIn(child, item, undefined);
  return (name) => {
    const start = fieldOf(child, name)?.default;
    const found = own(name) || (isFromReference(start) && start.from === by && ofParent(start.field));
    return found || (isObject(item) && itemOperation(item) === 'made' ? undefined : unreadCurrency);
  };
}

/**
 * Adds the currencies of amounts to the messages.
 * @param currencyAt finds the currency in a field of the record that the path of an error leads to
 */
const withCurrencies = (errors: FieldErrors, currencyAt: (path: string) => (name: string) => unknown): FieldErrors =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(errors).map(([path, texts]) => [path, texts.map((text) => withCurrency(text, currencyAt(path)))]),
    ),
  );

/** Finds the currencies in a body and in the children that it contains. */
function currenciesIn(entity: Entity, body: FieldValues, row: RecordRow | undefined) {
  const ofRecord = currencyIn(entity, body, row);
  return (path: string) => {
    const field = itemFieldAt(entity, path);
    return field ? currencyInItem(field, body, ofRecord) : ofRecord;
  };
}

/**
 * Validates a body against the fields that the role may set.
 * @param row the record that it changes
 * @returns the values by field name
 * @throws 422 with the errors by field
 */
export function parseBody(
  entity: Entity,
  role: Role,
  operation: 'create' | 'edit',
  input: unknown,
  row?: RecordRow,
): FieldValues {
  const all = viewFor(entity, role)[operation];
  const body = canonicalTexts(toObject(input), all) as FieldValues;
  const errors = unwritable(entity, all, body, role, operation);
  const fields = operation === 'edit' ? given(all, body) : all;
  const known = Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(errors, name)));
  Object.assign(errors, withUnwritable(entity, validate(ruleFor(all, fields), known) ?? {}, role));
  if (Object.keys(errors).length > 0) throw AppError.invalid(withCurrencies(errors, currenciesIn(entity, body, row)));
  return valuesOf(fields, body);
}
const isObject = (body: unknown): body is FieldValues =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

/**
 * The body, if it is an object: it is the first that is asked of it, since a list may have a million entries.
 * @throws 422
 */
function toObject(body: unknown): FieldValues {
  if (!isObject(body)) throw AppError.invalid({ _: [message('object')] });
  return body;
}

const noFields: Fields = {};

/**
 * Validates the input of a step or an action against its declared fields.
 * @param asked the same fields with the rules of a body, see `askedInBody`
 * @param currencyOf finds the currency of an amount by the name of its field
 */
export function parseInput(
  fields: Fields = noFields,
  input: unknown,
  asked = fields,
  currencyOf: (name: string) => unknown = () => undefined,
): FieldValues {
  const body = canonicalTexts(toObject(input), fields) as FieldValues;
  const errors = validate(ruleFor(fields, asked), body);
  if (errors) throw AppError.invalid(withCurrencies(errors, () => currencyOf));
  return valuesOf(fields, body);
}

/** Validates the input of a step and treats it like an edit: see `asEdit`. */
export const parseStepInput = (entity: Entity, row: RecordRow, input: Fields = noFields, body: unknown): FieldValues =>
  asEdit(entity, row, input, parseInput(input, body, inputInBody(input), currencyIn(entity, body, row)));

/**
 * Treats the input of a step or an action like an edit: an emptied field falls back to its default, a required one
 * without a default is refused (422), and an object keeps the fields that are left out of it.
 */
export function asEdit(entity: Entity, row: RecordRow, input: Fields, asked: FieldValues): FieldValues {
  const values = { ...asked };
  const hasDefault = (name: string) => input[name] !== undefined && isFilledIn(input[name]);
  const emptied = storedFields(entity).filter(([name]) => values[name] === null && !hasDefault(name));
  for (const [name, field] of emptied) values[name] = emptyValue(field);
  const missing = emptied.filter(([name, { required }]) => required && values[name] === null);
  if (missing.length === 0) return mergeObjects(entity, row, values);
  throw AppError.invalid(Object.fromEntries(missing.map(([name]) => [name, [message('required')]])));
}

/** Completes objects, which are written whole: fields that the body leaves out stay unchanged. */
export function mergeObjects(entity: Entity, row: RecordRow, values: FieldValues): FieldValues {
  const whole = Object.entries(values).map(([name, value]) =>
    entity.fields[name]?.fields && value ? [name, { ...(row[name] as object), ...(value as object) }] : [name, value],
  );
  return Object.fromEntries(whole);
}

/**
 * Checks that every reference among the values, also inside objects and lists, points to a live record that the caller
 * may see and pick. The records are locked against deletion until the transaction ends. One statement for all.
 * @throws 422 at each reference that does not
 */
export async function checkReferences(context: Context, fields: Fields, values: FieldValues): Promise<void> {
  const [errors = {}] = await findReferenceErrors(context, fields, [values]);
  if (Object.keys(errors).length > 0) throw AppError.invalid(errors);
}

/**
 * Checks the references of several records at once, without throwing.
 * @returns the errors of each record, by path
 */
export async function findReferenceErrors(
  context: Context,
  fields: Fields,
  records: readonly FieldValues[],
): Promise<FieldErrors[]> {
  const errors = records.map((): FieldErrors => ({}));
  const all = records.flatMap((values, at) => referencesIn(fields, values).map((one) => ({ ...one, at })));
  const groups = byTarget(all);
  const ids = await lockPickable(context, groups);
  const refused = groups.flatMap((pointers, group) => pointers.filter(({ id }) => !ids[group]?.has(id)));
  const seen = await visibleTargets(context, refused);
  for (const pointer of refused) {
    const why = seen.has(targetKey(pointer)) ? 'not_offered' : 'not_found_reference';
    (errors[pointer.at] as FieldErrors)[pointer.path] = [message(why)];
  }
  return errors;
}

const targetKey = ({ field, id }: BodyReference): string => `${field.to} ${id}`;

/** Of refused references with a `where`, those whose record the caller sees although it may not be picked. */
async function visibleTargets(context: Context, refused: readonly BodyReference[]): Promise<ReadonlySet<string>> {
  const narrowed = refused.filter(({ field }) => field.where !== undefined);
  const anyRecord = narrowed.map((one) => ({ ...one, field: { ...one.field, where: undefined } as Field }));
  const groups = byTarget(anyRecord);
  const ids = await lockPickable(context, groups);
  return new Set(groups.flatMap((pointers, at) => pointers.filter(({ id }) => ids[at]?.has(id)).map(targetKey)));
}

/** A reference in a body. */
interface BodyReference {
  readonly path: string;
  readonly field: Field;
  readonly id: number;
}

/** Groups references with the same target entity and the same condition. */
function byTarget<One extends BodyReference>(pointers: readonly One[]): One[][] {
  const groups = new Map<string, One[]>();
  for (const pointer of pointers) {
    const key = JSON.stringify([pointer.field.to, pointer.field.where]);
    const group = groups.get(key) ?? [];
    group.push(pointer);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function referencesIn(fields: Fields, values: FieldValues, prefix = ''): BodyReference[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field ? referencesOf(field, value, prefix + writePathOf(name, field)) : [];
  });
}

function referencesOf({ items, fields, ...field }: Field, value: unknown, path: string): BodyReference[] {
  if (field.kind === 'reference' && typeof value === 'number') return [{ path, field, id: value }];
  if (items && Array.isArray(value))
    return value.flatMap((item, index) => referencesOf(items, item, `${path}[${index}]`));
  return fields && isObject(value) ? referencesIn(fields, value as FieldValues, `${path}.`) : [];
}

/** Selects and locks, in the order of their ids, the records of one target that the caller may pick. */
function lockStatement(context: Context, pointers: readonly BodyReference[]): RawBuilder<{ id: number }> {
  const { to = '', where: wanted } = pointers[0]?.field ?? {};
  const target = context.contract.entity(to);
  const caller = callerOf(context);
  const picked = wanted ? conditionPredicate(target, wanted, caller) : sql<SqlBool>`true`;
  const ids = [...new Set(pointers.map(({ id }) => id))];
  return sql`select t.id from ${sql.table(target.table)} as t
    where t.id = any (${ids}::int[]) and t.deleted_at is null and ${scopePredicate(target, caller)} and ${picked}
    order by t.id for key share of t`;
}

/** The ids of the records that the caller may pick, for each group; they are locked in this order. */
async function lockPickable(context: Context, groups: readonly BodyReference[][]): Promise<Set<number>[]> {
  const ids = groups.map(() => new Set<number>());
  if (groups.length === 0) return ids;
  const each = groups.map(
    (pointers, at) => sql`select ${sql.lit(at)} as at, id from (${lockStatement(context, pointers)}) as one`,
  );
  const { rows } = await sql<{ at: number; id: number }>`select at, id
    from (${sql.join(each, sql` union all `)}) as picked`.execute(context.trx);
  for (const { at, id } of rows) ids[at]?.add(id);
  return ids;
}
