import { fieldsAlong } from '../relations/fieldPath.ts';
import { type Entity, isListed } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { mailReadersOf, type Notice, readersOf, valuesOf } from '../schema/notice.ts';

type Entities = ReadonlyMap<string, Entity>;

/** What a message says under a name in braces, and where the row of its record has it and what stands around it. */
export interface SaidValue {
  /** The fields along its path; the last one is what is said. */
  readonly along: readonly Field[];
  readonly field: Field;
  readonly path: string;
  /** Of amounts: the path of their currency. */
  readonly currency?: string;
  /** Of a quantity: the paths of what says the unit of its product. */
  readonly product?: readonly [metering: string, unit: string];
  /** Of a reference: the paths of what its record is called by. */
  readonly titles?: readonly string[];
}

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join('.');

/** A path by the names of the columns where it has one part: a choice and a reference may go by their `as`, too. */
function columnOf({ fields }: Entity, path: string): string {
  if (path.includes('.') || Object.hasOwn(fields, path)) return path;
  return Object.entries(fields).find(([, field]) => field.as === path)?.[0] ?? path;
}

/** The fields along a path; what the database works out or joins stands at its end alone. */
function along(entity: Entity, path: string, entities: Entities): readonly Field[] | undefined {
  const own = Object.hasOwn(entity.fields, path) ? entity.fields[path] : undefined;
  return own && (own.joined || isListed(own)) ? [own] : fieldsAlong(entity, path, entities);
}

/** The path of the record that holds what stands at the end of a path: itself, or the last one that is referred to. */
function holderOf(path: string, fields: readonly Field[]): string {
  const references = fields.slice(0, -1).map(({ kind }) => kind === 'reference');
  return path
    .split('.')
    .slice(0, references.lastIndexOf(true) + 1)
    .join('.');
}

const titlesOf = (reference: string, target: Entity | undefined): string[] =>
  target && target.title !== 'id' ? [target.title].flat().map((part) => joined(reference, part)) : [];

function saidValue(entity: Entity, path: string, entities: Entities): SaidValue | undefined {
  const fields = along(entity, path, entities);
  const field = fields?.at(-1);
  if (!fields || !field) return undefined;
  const holder = holderOf(path, fields);
  const { currency, countedAs } = field.items ?? field;
  return {
    along: fields,
    field,
    path: columnOf(entity, path),
    ...(currency !== undefined && { currency: joined(holder, currency) }),
    ...(countedAs !== undefined && {
      product: [joined(holder, countedAs, 'metering'), joined(holder, countedAs, 'unit')],
    }),
    ...(field.kind === 'reference' && { titles: titlesOf(path, entities.get(field.to ?? '')) }),
  };
}

/** What a message and its mail say, by the names in braces; undefined for one whose path leads nowhere. */
export const saidIn = (
  entity: Entity,
  notice: Notice,
  entities: Entities,
): Readonly<Record<string, SaidValue | undefined>> =>
  Object.fromEntries(Object.entries(valuesOf(notice)).map(([name, path]) => [name, saidValue(entity, path, entities)]));

/** The paths of the record that a message looks at: what it says with what stands around that, and who its readers are. */
export function pathsOf(entity: Entity, notice: Notice, entities: Entities): string[] {
  const said = Object.values(saidIn(entity, notice, entities)).flatMap((one) =>
    one ? [one.path, one.currency ?? [], one.product ?? [], one.titles ?? []].flat() : [],
  );
  const readers = [...readersOf(notice), ...mailReadersOf(notice)];
  const found = readers.flatMap((one) => (typeof one === 'string' ? one : (one.of ?? [])));
  return [...new Set([...said, ...found])];
}

/** A value as a message keeps it: as a text, or with what stands around it. */
export type KeptValue = string | KeptWith;
interface KeptWith {
  readonly value: unknown;
  readonly currency?: unknown;
  readonly product?: { readonly metering: unknown; readonly unit: unknown } | undefined;
  readonly titles?: readonly string[] | undefined;
}

type Row = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/** A value as it is kept. In: the row, and what the records of a list are called. */
export function keptValue(
  { path, currency, product, titles }: SaidValue,
  row: Row,
  names?: readonly string[],
): KeptValue {
  const value = row[path] ?? null;
  if (currency) return { value, currency: row[currency] };
  if (product) return { value, product: { metering: row[product[0]], unit: row[product[1]] } };
  if (titles) {
    const title = titles.map((one) => row[one] ?? '').filter((part) => part !== '');
    return { value, titles: title.length > 0 ? [title.join(' · ')] : [] };
  }
  if (names) return { value, titles: names };
  return typeof value === 'object' && !(value instanceof Date) && value !== null ? { value } : asText(value);
}

/** A kept value as a field holds it. */
export function heldValue(field: Field, kept: unknown): KeptWith {
  if (typeof kept === 'object' && kept !== null) return kept as KeptWith;
  const text = String(kept ?? '');
  return { value: field.kind === 'boolean' && text !== '' ? text === 'true' : text };
}
