import { daysBetween } from '../lib/calendar.ts';
import type { Language } from '../messages/label.ts';
import { type LocalizedText, textIn } from '../messages/localizedText.ts';
import { fieldsAlong } from '../relations/fieldPath.ts';
import { titlePart } from '../relations/title.ts';
import { type Entity, isQueryable, type TitleChoices } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import {
  isOfChildren,
  mailRecipients,
  type NoticeDeclaration,
  noticeRecipients,
  placeholderPaths,
} from '../schema/notice.ts';

/** The value of a placeholder in a notice: where the record's row has it, and what formatting needs besides. */
export interface NoticeValue {
  /** The fields along the path. The last one is the field of the value. */
  readonly along: readonly Field[];
  readonly field: Field;
  readonly path: string;
  /** For amounts: the path of the currency. */
  readonly currency?: string;
  /** For quantities: the paths of what determines the product's unit. */
  readonly product?: readonly [metering: string, unit: string];
  /** For references: the paths of the record's title, and the labels of the choices among them. */
  readonly titles?: readonly string[];
  readonly titleChoices?: TitleChoices;
  /** For references: the path of the text that names the record in place of its title, where it has one. */
  readonly shownBy?: string;
}

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join('.');

/** The path by column name. A path with a single part may use the `as` of a choice or a reference. */
function columnPath({ fields }: Entity, path: string): string {
  if (path.includes('.') || Object.hasOwn(fields, path)) return path;
  return Object.entries(fields).find(([, field]) => field.as === path)?.[0] ?? path;
}

/** The fields along a path. Computed and joined fields are allowed only as the record's own. */
function along(entity: Entity, path: string): readonly Field[] | undefined {
  const own = Object.hasOwn(entity.fields, path) ? entity.fields[path] : undefined;
  return own && (own.joined || isQueryable(own)) ? [own] : fieldsAlong(entity, path, entity.contract.byName);
}

/** The path of the record that contains the last field of a path: the record itself, or the last referenced one. */
function recordPath(path: string, fields: readonly Field[]): string {
  const references = fields.slice(0, -1).map(({ kind }) => kind === 'reference');
  return path
    .split('.')
    .slice(0, references.lastIndexOf(true) + 1)
    .join('.');
}

/** The paths of the name of a referenced record. */
const namePaths = (
  reference: string,
  target: Entity | undefined,
): Pick<NoticeValue, 'titles' | 'titleChoices' | 'shownBy'> => ({
  titles: target && target.title !== 'id' ? [target.title].flat().map((part) => joined(reference, part)) : [],
  ...(target?.titleChoices && {
    titleChoices: Object.fromEntries(
      Object.entries(target.titleChoices).map(([part, choices]) => [joined(reference, part), choices]),
    ),
  }),
  ...(target?.shownBy !== undefined && { shownBy: joined(reference, target.shownBy) }),
});

function resolveNoticeValue(entity: Entity, path: string): NoticeValue | undefined {
  const fields = along(entity, path);
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
    ...(field.kind === 'reference' && namePaths(path, entity.contract.byName.get(field.to ?? ''))),
  };
}

/** The placeholders of a notice and its mail by name; undefined for a path that leads nowhere. */
export const resolveNoticeValues = (
  entity: Entity,
  notice: NoticeDeclaration,
): Readonly<Record<string, NoticeValue | undefined>> =>
  Object.fromEntries(
    Object.entries(placeholderPaths(notice)).map(([name, path]) => [name, resolveNoticeValue(entity, path)]),
  );

/** The paths of the record that a notice reads: its values, what formatting needs besides, and its recipients. */
export function resolveNoticePaths(entity: Entity, notice: NoticeDeclaration): string[] {
  const valuePaths = Object.values(resolveNoticeValues(entity, notice)).flatMap((one) =>
    one ? [one.path, one.currency ?? [], one.product ?? [], one.titles ?? [], one.shownBy ?? []].flat() : [],
  );
  const recipients = [...noticeRecipients(notice), ...mailRecipients(notice)];
  const recipientPaths = recipients.flatMap((one) => {
    if (isOfChildren(one)) return [];
    return typeof one === 'string' ? one : (one.of ?? []);
  });
  return [...new Set([...valuePaths, ...recipientPaths])];
}

/** A title as a notice stores it: a text, or one for each language. */
export type StoredTitle = string | LocalizedText;

/** A value as a notice stores it: as a text, or with what formatting needs besides. */
export type StoredNoticeValue = string | ValueWithContext;
interface ValueWithContext {
  readonly value: unknown;
  readonly currency?: unknown;
  readonly product?: { readonly metering: unknown; readonly unit: unknown } | undefined;
  readonly titles?: readonly StoredTitle[] | undefined;
}

type Row = Readonly<Record<string, unknown>>;

const asText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? ''));

const isLocalized = (part: unknown): boolean => typeof part === 'object' && part !== null;

/** The title of these parts, in each language where one of them is localized; undefined if all parts are empty. */
function storedTitle(parts: readonly unknown[]): StoredTitle | undefined {
  const titleIn = (language: Language): string =>
    parts
      .map((part) => textIn(part, language))
      .filter((part) => part !== '')
      .join(' · ');
  if (!parts.some(isLocalized)) return titleIn('en') || undefined;
  return titleIn('en') === '' ? undefined : { en: titleIn('en'), zh: titleIn('zh') };
}

/**
 * A value as it is stored in a notice.
 * @param names The titles of the records, if the value is a list of records.
 */
export function toStoredNoticeValue(
  { path, currency, product, titles, titleChoices, shownBy }: NoticeValue,
  row: Row,
  names?: readonly StoredTitle[],
): StoredNoticeValue {
  const value = row[path] ?? null;
  if (currency) return { value, currency: row[currency] };
  if (product) return { value, product: { metering: row[product[0]], unit: row[product[1]] } };
  if (titles) {
    const shown = shownBy === undefined ? undefined : storedTitle([row[shownBy]]);
    const title = shown ?? storedTitle(titles.map((one) => titlePart({ titleChoices }, one, row[one])));
    return { value, titles: title ? [title] : [] };
  }
  if (names) return { value, titles: names };
  return typeof value === 'object' && !(value instanceof Date) && value !== null ? { value } : asText(value);
}

/** A time between two points, of which a notice tells the number of days in the reader's time zone. */
export const storedInterval = (from: Date, to: Date): string => `${from.toISOString()}/${to.toISOString()}`;

/** The number that a notice tells for a stored count: of days in the zone if an interval is stored. */
export function countText(stored: unknown, zone: string): string {
  const [from = Number.NaN, to = Number.NaN] = String(stored ?? '')
    .split('/')
    .map((end) => Date.parse(end));
  const isInterval = typeof stored === 'string' && stored.includes('/') && !Number.isNaN(from + to);
  return isInterval ? String(Math.max(0, daysBetween(from, to, zone))) : String(stored ?? '');
}

/** Restores a stored value to the form that the field has. */
export function fromStoredNoticeValue(field: Field, stored: unknown): ValueWithContext {
  if (typeof stored === 'object' && stored !== null) return stored as ValueWithContext;
  const text = String(stored ?? '');
  return { value: field.kind === 'boolean' && text !== '' ? text === 'true' : text };
}
