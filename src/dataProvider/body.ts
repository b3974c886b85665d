import { trimmed } from '../../contract/kinds/trimTexts.ts';
import { putAt, valueAt } from '../../contract/lib/dottedPath.ts';
import { bodyFields } from '../../contract/relations/nestedChildren.ts';
import type { Role } from '../../contract/schema/access.ts';
import { bodyPathOf, type Entity, sourceOf } from '../../contract/schema/entity.ts';
import type { Field, Fields } from '../../contract/schema/field/field.ts';
import { type NamedTransition, transitionsOf } from '../../contract/schema/lifecycle.ts';
import { itemOf, rowsIn, touchedRows } from './childRows.ts';

type Values = Readonly<Record<string, unknown>>;
/** A value, by the path in the body that it is sent at. */
type Entry = readonly [path: string, value: unknown];

/** An object of the entries, dotted paths inside objects, texts without their outer spaces. */
function assembled(fields: Fields, entries: readonly Entry[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, value] of entries) putAt(body, path, value);
  return trimmed(body, fields) as Record<string, unknown>;
}

/** Where something stands: in a record, and in the body that writes it. */
type Standing = readonly [source: string, path: string];

/** Where a field stands; what is inside an object stands where that does. */
const standing = (name: string, field: Field, [source, path]: Standing): Standing => [
  source + sourceOf(name, field),
  path + bodyPathOf(name, field),
];
const top: Standing = ['', ''];
const inside = ([source, path]: Standing, end = '.'): Standing => [source + end, path + end];

/** Where the values of these fields stand: those inside an object one by one. */
const leaves = (fields: Fields, above = top): Standing[] =>
  Object.entries(fields).flatMap(([name, field]): Standing[] => {
    if (field.readOnly) return [];
    const inner = field.kind === 'object' ? (field.fields ?? {}) : {};
    const place = standing(name, field, above);
    return Object.keys(inner).length > 0 ? leaves(inner, inside(place)) : [place];
  });

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What the fields hold in the values, as the body of a declared endpoint takes it. In: values by source. */
export const bodyOf = (fields: Fields, values: Values): Record<string, unknown> =>
  assembled(
    fields,
    Object.entries(fields).flatMap(([name, field]): Entry[] => {
      const value = valueAt(values, sourceOf(name, field));
      return value === undefined ? [] : [[bodyPathOf(name, field), entered(field, value)]];
    }),
  );

/** A value as the rule of a body takes it; of children each row, whether it was touched or not. */
const entered = ({ forms }: Field, value: unknown): unknown =>
  forms ? rowsIn(value).map((row) => itemOf(forms, row)) : value;

/** The body that makes a record: of its values, what the role may set. */
export function createBody(entity: Entity, role: Role, record: Values): Record<string, unknown> {
  const fields = bodyFields(entity, role, 'create');
  return assembled(
    fields,
    leaves(fields).flatMap(([source, path]): Entry[] => {
      const value = valueAt(record, source);
      return value === undefined ? [] : [[path, value]];
    }),
  );
}

/** The step of the lifecycle that leads from the one state to the other. */
export function stepTo(entity: Entity, record: Values, previous: Values | undefined): NamedTransition | undefined {
  const { lifecycle } = entity;
  const to = lifecycle && record[lifecycle.field];
  if (!lifecycle || to === undefined || to === previous?.[lifecycle.field]) return undefined;
  const from = previous?.[lifecycle.field] as number | undefined;
  return transitionsOf(lifecycle).find((one) => one.to === to && (from === undefined || one.from.includes(from)));
}

/**
 * The body that changes a record: only what differs from the record as it was, of what the role may set; or, when its
 * state differs, the step that leads there with what it asks for. Empty when nothing was changed.
 */
export function updateBody(
  entity: Entity,
  role: Role,
  record: Values,
  previous: Values | undefined,
): Record<string, unknown> {
  const step = stepTo(entity, record, previous);
  if (step) return { ...bodyOf((step.input ?? {}) as Fields, record), [entity.lifecycle?.field ?? 'status']: step.to };
  const all = bodyFields(entity, role, 'edit');
  const own = Object.fromEntries(Object.entries(all).filter(([, { forms }]) => !forms));
  const changed = leaves(own).flatMap(([source, path]): Entry[] => {
    const value = valueAt(record, source);
    return value === undefined || isEqual(value, valueAt(previous, source)) ? [] : [[path, value]];
  });
  return assembled(all, [...changed, ...childEntries(all, record)]);
}

/** The children that an edit makes, changes or removes. */
const childEntries = (fields: Fields, record: Values): Entry[] =>
  Object.entries(fields).flatMap(([name, field]): Entry[] => {
    const touched = field.forms ? touchedRows(field, record[name]) : [];
    return touched.length > 0 ? [[name, touched.map(([, row]) => itemOf(field.forms ?? {}, row))]] : [];
  });

/** Is the body that of a step rather than of an edit? */
export const isStep = (entity: Entity, body: Values): boolean =>
  entity.lifecycle !== undefined && entity.lifecycle.field in body;

/**
 * Messages by the source of the input that they belong to, from messages by body path: what stands in the body at one
 * place may stand in the record at another, and a message of an object belongs to its first field. What is said of a
 * field of one of several objects stands at that one, and all that is said of a child at its row.
 */
export function bySource<T>(fields: Fields, messages: Readonly<Record<string, T>>): Record<string, T> {
  const places = pathsOf(fields);
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

const pathsOf = (fields: Fields, above = top): Map<string, string> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]: [string, Field]): [string, string][] => {
      const place = standing(name, field, above);
      const within = pathsOf(field.fields ?? {}, inside(place));
      // An object has no input of its own.
      if (within.size > 0) return [...within];
      const [source, path] = place;
      return [...pathsOf(field.items?.fields ?? {}, inside(place, '.*.')), [path, source]];
    }),
  );
