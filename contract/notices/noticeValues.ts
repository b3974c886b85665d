import { fieldsAlong } from '../relations/fieldPath.ts';
import { type Entity, isQueryable } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { mailRecipients, type NoticeDeclaration, noticeRecipients, placeholderPaths } from '../schema/notice.ts';

type Entities = ReadonlyMap<string, Entity>;

/** What a message says under a name in braces, and where the row of its record has it and what stands around it. */
export interface NoticeValue {
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
function columnPath({ fields }: Entity, path: string): string {
  if (path.includes('.') || Object.hasOwn(fields, path)) return path;
  return Object.entries(fields).find(([, field]) => field.as === path)?.[0] ?? path;
}

/** The fields along a path; what the database works out or joins stands at its end alone. */
function along(entity: Entity, path: string, entities: Entities): readonly Field[] | undefined {
  const own = Object.hasOwn(entity.fields, path) ? entity.fields[path] : undefined;
  return own && (own.joined || isQueryable(own)) ? [own] : fieldsAlong(entity, path, entities);
}

/** The path of the record that holds what stands at the end of a path: itself, or the last one that is referred to. */
function recordPath(path: string, fields: readonly Field[]): string {
  const references = fields.slice(0, -1).map(({ kind }) => kind === 'reference');
  return path
    .split('.')
    .slice(0, references.lastIndexOf(true) + 1)
    .join('.');
}

const titlePaths = (reference: string, target: Entity | undefined): string[] =>
  target && target.title !== 'id' ? [target.title].flat().map((part) => joined(reference, part)) : [];

function resolveNoticeValue(entity: Entity, path: string, entities: Entities): NoticeValue | undefined {
  const fields = along(entity, path, entities);
  const field = fields?.at(-1);
  if (!fields || !field) return undefined;
  const holder = recordPath(path, fields);
  const { currency, unitOf } = field.items ?? field;
  return {
    along: fields,
    field,
    path: columnPath(entity, path),
    ...(currency !== undefined && { currency: joined(holder, currency) }),
    ...(unitOf !== undefined && {
      product: [joined(holder, unitOf, 'metering'), joined(holder, unitOf, 'unit')],
    }),
    ...(field.kind === 'reference' && { titles: titlePaths(path, entities.get(field.to ?? '')) }),
  };
}

/** What a message and its mail say, by the names in braces; undefined for one whose path leads nowhere. */
export const resolveNoticeValues = (
  entity: Entity,
  notice: NoticeDeclaration,
  entities: Entities,
): Readonly<Record<string, NoticeValue | undefined>> =>
  Object.fromEntries(
    Object.entries(placeholderPaths(notice)).map(([name, path]) => [name, resolveNoticeValue(entity, path, entities)]),
  );

/** The paths of the record that a message looks at: what it says with what stands around that, and who its readers are. */
export function resolveNoticePaths(entity: Entity, notice: NoticeDeclaration, entities: Entities): string[] {
  const said = Object.values(resolveNoticeValues(entity, notice, entities)).flatMap((one) =>
    one ? [one.path, one.currency ?? [], one.product ?? [], one.titles ?? []].flat() : [],
  );
  const readers = [...noticeRecipients(notice), ...mailRecipients(notice)];
  const found = readers.flatMap((one) => (typeof one === 'string' ? one : (one.of ?? [])));
  return [...new Set([...said, ...found])];
}

/** A value as a message keeps it: as a text, or with what stands around it. */
export type StoredNoticeValue = string | ValueWithContext;
interface ValueWithContext {
  readonly value: unknown;
  readonly currency?: unknown;
  readonly product?: { readonly metering: unknown; readonly unit: unknown } | undefined;
  readonly titles?: readonly string[] | undefined;
}

type Row = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? ''));

/** A value as it is kept. In: the row, and what the records of a list are called. */
export function toStoredNoticeValue(
  { path, currency, product, titles }: NoticeValue,
  row: Row,
  names?: readonly string[],
): StoredNoticeValue {
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
export function fromStoredNoticeValue(field: Field, kept: unknown): ValueWithContext {
  if (typeof kept === 'object' && kept !== null) return kept as ValueWithContext;
  const text = String(kept ?? '');
  return { value: field.kind === 'boolean' && text !== '' ? text === 'true' : text };
}
