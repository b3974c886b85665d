import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from 'yup';
import { entityNamed } from '../../../contract/index.ts';
import { storedValue } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { trimTexts } from '../../../contract/kinds/trimTexts.ts';
import {
  inputInBody,
  bodyRule,
  type FieldErrors,
  inBody,
  isFilledIn,
  validate,
} from '../../../contract/kinds/validation.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { withCurrency } from '../../../contract/values/amountMessages.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { viewFor } from '../compile/resource.ts';
import { conditionPredicate, scopePredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';

/** A declaration's fields with its rule for each choice of them that a body made. */
const rulesOfChoices = memoize((_: Fields) => new Map<string, Schema>());
/** Who names one field, then another, then both, gets rules made anew instead of ever more of them kept. */
const mostChoices = 200;

/** The rule of a body that names these of all fields; a rule belongs to the declaration itself and not to its name. */
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

/** A value that a column never lacks falls back to what it starts with when it is taken away. */
export function emptyValue(field: Field): unknown {
  const { empty } = kinds[field.kind];
  if (empty === 'object') return emptyObject(field);
  return empty === 'list' ? [] : (fixedDefault(field) ?? null);
}

/** An object without what a body may set of it. */
const emptyObject = (field: Field): FieldValues =>
  Object.fromEntries(Object.keys(inBody(field).fields ?? {}).map((name) => [name, null]));

/** A value of a body as its column has it. */
export function toStoredValue(field: Field, value: unknown): unknown {
  if (value === '' || value === null) return emptyValue(field);
  return kinds[field.kind].time === 'moment' ? new Date(value as string) : storedValue(value, field);
}

/** The values of a validated body by field name; an empty text is no value, a point in time a Date. */
function valuesOf(fields: Fields, body: unknown): FieldValues {
  const values: FieldValues = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = valueAt(body, writePathOf(name, field));
    if (value === undefined) continue;
    values[name] = toStoredValue(field, value);
  }
  return values;
}

/** Items of the body that the entity has and this role may not set: named, so that the caller sees which (422). */
function unwritable(entity: Entity, fields: Fields, body: unknown): FieldErrors {
  const given = Object.keys((body ?? {}) as object);
  const known = (name: string) => fieldOf(entity, name) ?? (entity.children && Object.hasOwn(entity.children, name));
  const names = given.filter((name) => !Object.hasOwn(fields, name) && known(name) && !isHead(fields, name));
  const errors: FieldErrors = Object.create(null);
  for (const name of names) errors[name] = [message('not_writable')];
  return errors;
}
const isHead = (fields: Fields, name: string) =>
  Object.entries(fields).some(([own, field]) => writePathOf(own, field).split('.')[0] === name);

/** The same of children: a field that a child has and its item may not name is none that nobody knows. */
function withUnwritable({ children = {} }: Entity, errors: FieldErrors): FieldErrors {
  const isKnown = (path: string): boolean => {
    const [, section = '', name = ''] = /^(\w+)\[\d+\]\.(\w+)$/.exec(path) ?? [];
    const child = Object.hasOwn(children, section) ? children[section] : undefined;
    return child !== undefined && fieldOf(entityNamed(child.entity), name) !== undefined;
  };
  const told = (text: string) => (text === message('unknown_field') ? message('not_writable') : text);
  return Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => [path, isKnown(path) ? texts.map(told) : texts]),
  );
}

/** On an edit only what is given is validated: an item that is left out stays as it is. */
const given = (fields: Fields, body: unknown): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => valueAt(body, writePathOf(name, field)) !== undefined),
  );

/** The currency that a record has in a field once a body is written. In: the record as it was, where it is there already. */
const currencyIn =
  (entity: Entity, body: unknown, row: RecordRow | undefined) =>
  (name: string): unknown => {
    const field = fieldOf(entity, name);
    const given = field && valueAt(body, writePathOf(name, field));
    return (given === undefined ? row?.[name] : given) || (field && fixedDefault(field));
  };

/** The messages with the currencies of their amounts. */
const withCurrencies = (errors: FieldErrors, currencyOf: (name: string) => unknown): FieldErrors =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(
      Object.entries(errors).map(([place, texts]) => [place, texts.map((text) => withCurrency(text, currencyOf))]),
    ),
  );

/**
 * Validates a body against the fields that the role may set; answers the values by field name or throws a 422. In: the
 * record that it changes.
 */
export function parseBody(
  entity: Entity,
  role: Role,
  operation: 'create' | 'edit',
  input: unknown,
  row?: RecordRow,
): FieldValues {
  const all = viewFor(entity, role)[operation];
  const body = trimTexts(input, all);
  const errors = unwritable(entity, all, body);
  const fields = operation === 'edit' ? given(all, body) : all;
  const known = Object.fromEntries(
    Object.entries((body ?? {}) as FieldValues).filter(([name]) => !Object.hasOwn(errors, name)),
  );
  Object.assign(errors, withUnwritable(entity, validate(ruleFor(all, fields), isObject(body) ? known : body) ?? {}));
  if (Object.keys(errors).length > 0) throw AppError.invalid(withCurrencies(errors, currencyIn(entity, body, row)));
  return valuesOf(fields, body);
}
const isObject = (body: unknown) => typeof body === 'object' && body !== null && !Array.isArray(body);

const noFields: Fields = {};

/** Validates the input of a transition or of a call against the fields that it declares. In: how the currencies are known. */
export function parseInput(
  fields: Fields = noFields,
  input: unknown,
  asked = fields,
  currencyOf: (name: string) => unknown = () => undefined,
): FieldValues {
  const body = trimTexts(input, fields);
  const errors = validate(ruleFor(fields, asked), body);
  if (errors) throw AppError.invalid(withCurrencies(errors, currencyOf));
  return valuesOf(fields, body);
}

/**
 * Validates what a step asks for, and takes it as an edit would: see `asEdited`.
 */
export const parseStepInput = (entity: Entity, row: RecordRow, input: Fields = noFields, body: unknown): FieldValues =>
  asEdit(entity, row, input, parseInput(input, body, inputInBody(input), currencyIn(entity, body, row)));

/**
 * What a step or an action asks for and stores. What it empties of the record is emptied as by an edit: a field falls back
 * to what it starts with, and a required one is refused. An object keeps what is left out of it.
 */
export function asEdit(entity: Entity, row: RecordRow, input: Fields, asked: FieldValues): FieldValues {
  const values = { ...asked };
  const isBegun = (name: string) => input[name] !== undefined && isFilledIn(input[name]);
  const emptied = storedFields(entity).filter(([name]) => values[name] === null && !isBegun(name));
  for (const [name, field] of emptied) values[name] = emptyValue(field);
  const missing = emptied.filter(([name, { required }]) => required && values[name] === null);
  if (missing.length === 0) return mergeObjects(entity, row, values);
  throw AppError.invalid(Object.fromEntries(missing.map(([name]) => [name, [message('required')]])));
}

/** Objects are written whole: what the body leaves out of one stays as it was. */
export function mergeObjects(entity: Entity, row: RecordRow, values: FieldValues): FieldValues {
  const whole = Object.entries(values).map(([name, value]) =>
    entity.fields[name]?.kind === 'object' && value
      ? [name, { ...(row[name] as object), ...(value as object) }]
      : [name, value],
  );
  return Object.fromEntries(whole);
}

/**
 * Every reference among the values, also inside objects and lists, points to a live record that the caller may see and
 * pick; nobody deletes it before this transaction has ended. One statement, however many they are.
 * @throws a 422 at each reference that does not
 */
export async function checkReferences(context: Context, fields: Fields, values: FieldValues): Promise<void> {
  const [errors = {}] = await findReferenceErrors(context, fields, [values]);
  if (Object.keys(errors).length > 0) throw AppError.invalid(errors);
}

/** The same for many records at once. Out: what is wrong with each of them, by place; nothing is thrown. */
export async function findReferenceErrors(
  context: Context,
  fields: Fields,
  records: readonly FieldValues[],
): Promise<FieldErrors[]> {
  const errors = records.map((): FieldErrors => ({}));
  const all = records.flatMap((values, at) => referencesIn(fields, values).map((one) => ({ ...one, at })));
  const groups = byTarget(all);
  const ids = await lockPickable(context, groups);
  for (const [group, pointers] of groups.entries())
    for (const { path, id, at } of pointers)
      if (!ids[group]?.has(id)) (errors[at] as FieldErrors)[path] = [message('not_found_reference')];
  return errors;
}

/** Where a body points to a record, through which field. */
interface BodyReference {
  readonly path: string;
  readonly field: Field;
  readonly id: number;
}

/** Those that ask the same of the same entity's records together. */
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

/** Locks, in their order, those of the records that the caller may point to. In: those of one target. */
function lockStatement(context: Context, pointers: readonly BodyReference[]): RawBuilder<{ id: number }> {
  const { to = '', where: wanted } = pointers[0]?.field ?? {};
  const target = entityNamed(to);
  const caller = callerOf(context);
  const picked = wanted ? conditionPredicate(target, wanted, caller) : sql<SqlBool>`true`;
  const ids = [...new Set(pointers.map(({ id }) => id))];
  return sql`select t.id from ${sql.table(target.table)} as t
    where t.id = any (${ids}::int[]) and t.deleted_at is null and ${scopePredicate(target, caller)} and ${picked}
    order by t.id for key share of t`;
}

/** The numbers of the records that the caller may point to, for each target; they are locked in this order. */
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
