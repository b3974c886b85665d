import { sql } from 'kysely';
import { callerProperty, type Scalar } from '../../../contract/conditions/condition.ts';
import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import { computedInRow } from '../../../contract/conditions/records.ts';
import { storedValue } from '../../../contract/kinds/fieldColumn.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import {
  type DefaultContext,
  dateInZone,
  fixedDefault,
  followedFields,
  resolveDefault,
} from '../../../contract/kinds/resolveDefault.ts';
import { isFilledIn } from '../../../contract/kinds/writable.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import { message } from '../../../contract/messages/message.ts';
import { type AssignedValues, isByClock, isFixedValue } from '../../../contract/schema/assignedValues.ts';
import { type Entity, joinedFields, mayWrite, storedFields, writePathOf } from '../../../contract/schema/entity.ts';
import { isComputedDefault, isFromReference, type ReferencedValue } from '../../../contract/schema/field/default.ts';
import type { Field, Fields, KindName } from '../../../contract/schema/field/field.ts';
import { isCalculated } from '../../../contract/schema/field/formula.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, zoneOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { findReferenceErrors, toStoredValue } from './body.ts';

/** The count or sum of no children, as a body would have it. */
const zeroOf = ({ kind }: Field): Scalar => (kinds[kind].list.sum === 'decimal' ? '0' : 0);

/** The value that the database gives a column of a new row for which none is written, as a row has it. */
function initialValue(field: Field): unknown {
  const { empty } = kinds[field.kind];
  if (empty !== 'null') return empty === 'list' ? [] : {};
  const value = field.rollup ? zeroOf(field) : fixedDefault(field);
  return value === undefined || value === null ? null : toRowValue(field.kind, storedValue(value, field));
}

const initialValues = memoize(
  (entity: Entity): FieldValues =>
    Object.fromEntries(
      [...storedFields(entity), ...joinedFields(entity)].map(([name, field]) => [name, initialValue(field)]),
    ),
);

/** The values of a new record without any input: what the database fills in, as far as it is known before the insert. */
export const emptyRecord = ({ now }: Pick<Context, 'now'>, entity: Entity): FieldValues => ({
  created_at: now,
  updated_at: now,
  version: 1,
  ...initialValues(entity),
});

/** Per transaction: whether the caller may not pick the default record of a field. */
const hiddenReferences = memoize((_: Context['trx']) => new Map<Field, boolean>());

/** True if the caller may not pick the default record of the field. Looked up once per transaction. */
async function isHiddenReference(context: Context, name: string, field: Field, id: unknown): Promise<boolean> {
  const known = hiddenReferences(context.trx);
  const found = known.get(field);
  if (found !== undefined) return found;
  const [errors = {}] = await findReferenceErrors(context, { [name]: field }, [{ [name]: id }]);
  const isOne = Object.keys(errors).length > 0;
  known.set(field, isOne);
  return isOne;
}

/** What defaults depend on: the caller, the time, and the time zone of days and periods. */
const defaultContext = (context: Context) => ({ caller: context.caller, now: context.now, zone: zoneOf(context) });

/**
 * The given field from which a default is derived, directly or through other defaults; undefined where none was given.
 */
function givenBase(beside: Fields, field: Field, givenOf: (name: string) => unknown): [string, Field] | undefined {
  // A value from another record is missing there, and a number of a period here; only a date can be given too late.
  const [name, ...ofPeriod] = isFromReference(field.default) ? [] : followedFields(field);
  if (ofPeriod.length > 0) return undefined;
  const base = name === undefined ? undefined : beside[name];
  if (name === undefined || base === undefined) return undefined;
  const value = givenOf(name);
  if (value === undefined) return givenBase(beside, base, givenOf);
  return value === null ? undefined : [name, base];
}

/**
 * Looks up the values that defaults take from referenced records. A record that the caller may not pick gives none.
 * @param givenOf the given value of a field; undefined where its default applies
 * @param around what defaults depend on besides
 */
async function referencedValues(
  context: Context,
  beside: Fields,
  fields: readonly (readonly [string, Field])[],
  givenOf: (name: string) => unknown,
  isPicked: (field: Field) => boolean,
  around: DefaultContext,
): Promise<DefaultContext['referenced']> {
  const starts = fields.flatMap(([, { default: start }]) => (isFromReference(start) ? [start] : []));
  const known = new Map<string, FieldValues>();
  for (const from of new Set(starts.map((start) => start.from))) {
    const reference = beside[from];
    const given = givenOf(from);
    const id = given === undefined ? resolveDefault(beside, from, givenOf, around) : given;
    if (!reference || typeof id !== 'number') continue;
    if (given === undefined && isPicked(reference) && (await isHiddenReference(context, from, reference, id))) continue;
    const target = context.contract.entity(reference.to ?? '');
    const columns = new Set(starts.flatMap((start) => (start.from === from ? [start.field] : [])));
    const { rows } = await sql<FieldValues>`select ${sql.join([...columns].map((name) => sql.id(name)))}
      from ${sql.table(target.table)} where id = ${id} and deleted_at is null`.execute(context.trx);
    if (rows[0]) known.set(JSON.stringify([from, id]), rows[0]);
  }
  return (from, id, name) => asInBody(known.get(JSON.stringify([from, id]))?.[name]);
}

/** A stored value as in a body. */
const asInBody = (value: unknown): Scalar =>
  value instanceof Date ? value.toISOString() : ((value ?? null) as Scalar);

/**
 * Adds the defaults of fields. A reference to a record that the caller may not see becomes empty.
 * @param beside all fields of the record or the input
 * @param fields the fields to fill
 * @param isPicked true if the caller could pick the record of a reference
 * @param record the record that inputs may start from
 * @throws 422 where a required field has no default: at that field, or at the field that its default is derived from,
 *   where that is too late
 */
async function fillDefaults(
  context: Context,
  beside: Fields,
  fields: readonly (readonly [string, Field])[],
  given: FieldValues,
  isPicked: (field: Field) => boolean,
  record?: { readonly entity: Entity; readonly row: FieldValues },
): Promise<FieldValues> {
  const values = { ...given };
  const errors: Record<string, string[]> = {};
  const filled = new Set(fields.map(([name]) => name));
  const ofRecord = (name: string) => asInBody(record?.row[name]);
  const givenOf = (name: string) => {
    if (record && !Object.hasOwn(beside, name)) return ofRecord(name);
    return filled.has(name) ? undefined : given[name];
  };
  const around = { ...defaultContext(context), ofRecord };
  const known = { ...record?.entity.fields, ...beside };
  const referenced = await referencedValues(context, known, fields, givenOf, isPicked, around);
  const whole = { ...around, referenced };
  for (const [name, field] of fields) {
    const value = toStoredValue(field, resolveDefault(beside, name, givenOf, whole));
    const isOwn = field.kind === 'reference' && isPicked(field);
    values[name] = value !== null && isOwn && (await isHiddenReference(context, name, field, value)) ? null : value;
    if (!field.required || values[name] !== null) continue;
    const base = givenBase(beside, field, givenOf);
    errors[writePathOf(...(base ?? [name, field]))] = [message(base ? 'too_late' : 'required')];
  }
  if (Object.keys(errors).length === 0) return values;
  throw AppError.invalid(errors);
}

/** Fields whose computed default applies: those left out, and required ones that were emptied. */
const computedDefaultFields = (entity: Entity, given: FieldValues): (readonly [string, Field])[] =>
  storedFields(entity).filter(
    ([name, field]) =>
      isComputedDefault(field.default) && (given[name] === undefined || (field.required && given[name] === null)),
  );

/**
 * The computed defaults of a new record, for a body that is refused anyway: without a look whether the caller may see the
 * record of a reference.
 * @returns the defaults alone
 */
export function plainDefaults(context: Context, entity: Entity, given: FieldValues): FieldValues {
  const fields = computedDefaultFields(entity, given);
  const filled = new Set(fields.map(([name]) => name));
  const givenOf = (name: string) => (filled.has(name) ? undefined : given[name]);
  return Object.fromEntries(
    fields.map(([name]) => [name, resolveDefault(entity.fields, name, givenOf, defaultContext(context))]),
  );
}

/**
 * Adds the computed defaults of a new record. A reference that the caller could pick and may not see becomes empty; the
 * system (no caller) is not restricted.
 * @throws 422 where a required field has no value
 */
export function withDefaults(context: Context, entity: Entity, given: FieldValues): Promise<FieldValues> {
  const { caller } = context;
  const isPicked = (field: Field) => caller !== undefined && mayWrite(field, caller.role, 'create');
  return fillDefaults(context, entity.fields, computedDefaultFields(entity, given), given, isPicked);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null;

/**
 * Adds the defaults of required inputs of a step or an action that were left out or emptied.
 * @param row the record before the step or the action
 * @throws as `withDefaults`
 */
export function withInputDefaults(
  context: Context,
  entity: Entity,
  row: RecordRow,
  input: Fields = {},
  given: FieldValues = {},
): Promise<FieldValues> {
  const left = Object.entries(input).filter(([name, field]) => isFilledIn(field) && isEmpty(given[name]));
  return fillDefaults(context, input, left, given, () => context.caller !== undefined, { entity, row });
}

/** A point in time as the field stores it; a day is that of the time zone. */
export const toStoredMoment = (kind: KindName | undefined, at: Date, zone = 'UTC'): Date | string =>
  kind && kinds[kind].time === 'day' ? dateInZone(zone, at) : at;

/** A declared value as a row has it: points in time are declared as texts. */
const toRowValue = (kind: KindName | undefined, value: unknown): unknown =>
  kind && kinds[kind].time === 'moment' && typeof value === 'string' ? new Date(value) : value;

/** The value of a field of a stored record; a computed number is computed. */
const copiedValue = (source: Entity, name: string, row: RecordRow): unknown =>
  isCalculated(source.fields[name]) ? computedInRow(source, name, row) : (row[name] ?? null);

/** The value of a field of the record that a reference of the row points to; null if it points to none. */
async function referencedValue(
  { contract, trx }: Context,
  source: Entity,
  { from, field }: ReferencedValue,
  row: RecordRow,
): Promise<unknown> {
  const target = contract.entity(source.fields[from]?.to ?? '');
  const { rows } = await sql<{ value: unknown }>`select ${sql.id(field)} as value from ${sql.table(target.table)}
    where id = ${row[from] ?? null}`.execute(trx);
  return rows[0]?.value ?? null;
}

/**
 * The values that a step or an action assigns besides its input, by field. A day is that of the request's time zone.
 * @param context has the caller, the time and the time zone
 * @param row the record from which values are copied
 * @param source the entity of that record, if it is another one
 */
export async function resolveAssignedValues(
  context: Context,
  entity: Entity,
  assigned: AssignedValues = {},
  row: RecordRow,
  source: Entity = entity,
): Promise<FieldValues> {
  const values: FieldValues = {};
  for (const [name, value] of Object.entries(assigned)) {
    const kind = entity.fields[name]?.kind;
    if (isFixedValue(value)) values[name] = toRowValue(kind, value);
    else if (isFromRecord(value)) values[name] = copiedValue(source, value.fromRecord, row);
    else if (isFromReference(value)) values[name] = await referencedValue(context, source, value, row);
    else if (isByClock(value)) values[name] = toStoredMoment(kind, context.now, zoneOf(context));
    else values[name] = callerProperty(context.caller, value.me);
  }
  return values;
}
