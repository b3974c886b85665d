import { canonicalTexts } from '../../../contract/kinds/canonicalTexts.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { putAt, valueAt } from '../../../contract/lib/dottedPath.ts';
import { bodyFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, readPathOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { lifecycleSteps, type NamedStep } from '../../../contract/schema/lifecycle.ts';
import { changedChildRows, childBodyItem, childRowsIn } from './childRows.ts';

type Values = Readonly<Record<string, unknown>>;
/** A value, with its path in the request body. */
type BodyEntry = readonly [path: string, value: unknown];

/** The request body with these entries: dotted paths become nested objects, texts are trimmed. */
function buildBody(fields: Fields, entries: readonly BodyEntry[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of entries) putAt(body, path, value);
  return canonicalTexts(body, fields) as Record<string, unknown>;
}

/** The path of a field in a record, and in the request body that writes it. */
type FieldPlace = readonly [source: string, path: string];

/** The paths of a field below those of the object that contains it. */
const fieldPlace = (name: string, field: Field, [source, path]: FieldPlace): FieldPlace => [
  source + readPathOf(name, field),
  path + writePathOf(name, field),
];
const rootPlace: FieldPlace = ['', ''];
const insidePlace = ([source, path]: FieldPlace, end = '.'): FieldPlace => [source + end, path + end];

/**
 * The paths of all fields that can be written, in groups that an edit sends together: fields inside an object are listed one
 * by one, the languages of a localized text together, since one of them has to be filled.
 */
const leafGroups = (fields: Fields, above = rootPlace): FieldPlace[][] =>
  Object.entries(fields).flatMap(([name, field]): FieldPlace[][] => {
    if (field.readOnly) return [];
    const inner = field.fields ?? {};
    const place = fieldPlace(name, field, above);
    if (Object.keys(inner).length === 0) return [[place]];
    const groups = leafGroups(inner, insidePlace(place));
    return kinds[field.kind].localized ? [groups.flat()] : groups;
  });
const leafPlaces = (fields: Fields): FieldPlace[] => leafGroups(fields).flat();

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * The request body of a declared endpoint.
 * @param values by the source of their inputs
 */
export const bodyFromValues = (fields: Fields, values: Values): Record<string, unknown> =>
  buildBody(
    fields,
    Object.entries(fields).flatMap(([name, field]): BodyEntry[] => {
      const value = valueAt(values, readPathOf(name, field));
      return value === undefined ? [] : [[writePathOf(name, field), bodyValue(field, value)]];
    }),
  );

/** A value in the form that the rule of a body takes; of children all rows, also unchanged ones. */
const bodyValue = ({ forms }: Field, value: unknown): unknown =>
  forms ? childRowsIn(value).map((row) => childBodyItem(forms, row)) : value;

/** The request body that creates a record, with those of its values that the role may set. */
export function createBody(entity: Entity, role: Role, record: Values): Record<string, unknown> {
  const fields = bodyFields(entity, role, 'create');
  return buildBody(
    fields,
    leafPlaces(fields).flatMap(([source, path]): BodyEntry[] => {
      const value = valueAt(record, source);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

/** The step of the lifecycle from the previous state to the new one; undefined if there is none. */
export function stepBetween(entity: Entity, record: Values, previous: Values | undefined): NamedStep | undefined {
  const { lifecycle } = entity;
  const to = lifecycle && record[lifecycle.field];
  if (!lifecycle || to === undefined || to === previous?.[lifecycle.field]) return undefined;
  const from = previous?.[lifecycle.field] as number | undefined;
  return lifecycleSteps(lifecycle).find((one) => one.to === to && (from === undefined || one.from.includes(from)));
}

/**
 * The request body that updates a record: only fields that have changed and that the role may set. If the state has
 * changed, it is instead the step to that state, with the values that the step asks for. Empty if nothing has changed.
 */
export function updateBody(
  entity: Entity,
  role: Role,
  record: Values,
  previous: Values | undefined,
): Record<string, unknown> {
  const step = stepBetween(entity, record, previous);
  if (step)
    return { ...bodyFromValues((step.input ?? {}) as Fields, record), [entity.lifecycle?.field ?? 'status']: step.to };
  const all = bodyFields(entity, role, 'edit');
  const own = Object.fromEntries(Object.entries(all).filter(([, { forms }]) => !forms));
  const isChanged = ([source]: FieldPlace): boolean => {
    const value = valueAt(record, source);
    return value !== undefined && !isEqual(value, valueAt(previous, source));
  };
  const changed = leafGroups(own)
    .filter((group) => group.some(isChanged))
    .flatMap((group) => group.map(([source, path]): BodyEntry => [path, valueAt(record, source) ?? null]));
  return buildBody(all, [...changed, ...childEntries(all, record)]);
}

/** The children that an edit creates, changes or removes. */
const childEntries = (fields: Fields, record: Values): BodyEntry[] =>
  Object.entries(fields).flatMap(([name, field]): BodyEntry[] => {
    const touched = field.forms ? changedChildRows(field, record[name]) : [];
    return touched.length > 0 ? [[name, touched.map(([, row]) => childBodyItem(field.forms ?? {}, row))]] : [];
  });

/** True if the body is that of a step instead of an edit. */
export const isStepBody = (entity: Entity, body: Values): boolean =>
  entity.lifecycle !== undefined && entity.lifecycle.field in body;

/**
 * Maps messages by body path to messages by the source of an input. The two paths of a field can differ. A message
 * about an object goes to the object's first field; a message about a field within an item of a list goes to that item;
 * a message about a child goes to its row.
 */
export function messagesBySource<T>(fields: Fields, messages: Readonly<Record<string, T>>): Record<string, T> {
  const places = sourcesByBodyPath(fields);
  const sourceFor = (path: string): string => {
    const place = path.replace(/\[(\d+)\]/g, '.$1');
    const item = path.replace(/\[\d+\]/g, '.*');
    if (item !== path && places.has(item)) return place;
    const plain = path.replace(/\[\d+\].*$/, '');
    if (plain !== path && Object.hasOwn(fields, plain) && fields[plain]?.forms) return place;
    const within = [...places.keys()].find((one) => one.startsWith(`${plain}.`));
    return places.get(place) ?? places.get(plain) ?? places.get(within ?? '') ?? place;
  };
  return Object.fromEntries(Object.entries(messages).map(([path, message]) => [sourceFor(path), message]));
}

const sourcesByBodyPath = (fields: Fields, above = rootPlace): Map<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]: [string, Field]): [string, string][] => {
      const place = fieldPlace(name, field, above);
      const within = sourcesByBodyPath(field.fields ?? {}, insidePlace(place));
      // An object has no input of its own.
      if (within.size > 0) return [...within];
      const [source, path] = place;
      return [...sourcesByBodyPath(field.items?.fields ?? {}, insidePlace(place, '.*.')), [path, source]];
    }),
  );
