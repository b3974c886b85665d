import { comparisonType } from '../conditions/comparable.ts';
import { fileItem } from '../kinds/fileField.ts';
import { kinds } from '../kinds/index.ts';
import { foldText } from '../lib/foldText.ts';
import { hasRight, type Role } from '../schema/access.ts';
import { baseFields, type Entity, fieldOf, mayRead, mayWrite, storedFields } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import { hasImport } from './hasImport.ts';

/** How many records one import may create. */
export const maxImportRows = 10_000;
/** How many mistakes an import reports. */
export const maxImportMistakes = 1000;
/** How many changed cells an import lists. */
export const maxImportChanges = 5000;
/** The longest text of a cell, in characters. */
export const maxCellLength = 20_000;
/** How many columns a file may have. */
export const maxImportColumns = 200;

/** Why a row is refused: its index from 0, and the name of the field; `_` means the row itself. */
export interface ImportMistake {
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** A cell that differs from the record of its row: the text that an export writes now, and the new one. */
export interface ImportChange {
  readonly row: number;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** How many rows are new records, change one, change nothing, and are refused. */
export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly same: number;
  readonly wrong: number;
}

/** The part of an answer that is about existing records. */
export interface ImportUpdates {
  readonly updated: number;
  readonly counts: ImportCounts;
  readonly changes: readonly ImportChange[];
  /** For each row the version of its record, 0 for a new one; the import sends them so that it overwrites nothing. */
  readonly versions: readonly number[];
}

/**
 * The answer of `POST /v1/{path}/import`: how many records were created (and with a key updated), all or none, and why
 * none.
 */
export interface ImportAnswer extends Partial<ImportUpdates> {
  readonly rows: number;
  readonly created: number;
  readonly mistakes: readonly ImportMistake[];
}

export type ImportField = readonly [name: string, field: Field];

/** The columns of a field in a file: an object has one for each of its fields, a localized text one for each language. */
function columnsOf(name: string, field: Field): ImportField[] {
  if (field.secret || field.inputOnly || fileItem(field)) return [];
  if (!field.fields) return [[name, field]];
  return Object.entries(field.fields).flatMap(([inner, one]) =>
    one.readOnly ? [] : columnsOf(`${name}.${inner}`, one),
  );
}

/** All columns that a file can have for an entity, for any role. */
export const importColumns = (entity: Pick<Entity, 'fields'>): ImportField[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => !field.readOnly && !field.computed && !field.hidden)
    .flatMap(([name, field]) => columnsOf(name, field));

/** The fields that a role may import, by name. Fields of an object have dotted names (`place.city`). */
export function importableFields(entity: Pick<Entity, 'fields' | 'import'>, role: Role): ImportField[] {
  const wanted = typeof entity.import === 'object' ? entity.import.fields : undefined;
  const isWritable = (name: string) => {
    const holder = fieldOf(entity, name.split('.')[0] ?? '');
    return holder !== undefined && mayWrite(holder, role, 'create');
  };
  return importColumns(entity).filter(([name]) => isWritable(name) && (!wanted || wanted.includes(name)));
}

type UpdatedEntity = Pick<Entity, 'fields' | 'unique' | 'import' | 'access' | 'without' | 'lifecycle'>;

/** True if the role may change records by an import. */
export const mayUpdateByImport = (entity: UpdatedEntity, role: Role): boolean =>
  hasImport(entity) && hasRight(entity.access, 'edit', role) && !entity.without?.includes('edit');

/** What rows are matched with records by: one field, or the fields of a unique group, whose names are joined by commas. */
export interface ImportKey {
  readonly name: string;
  readonly fields: readonly ImportField[];
}

const keyOf = (...fields: readonly ImportField[]): ImportKey => ({
  name: fields.map(([name]) => name).join(),
  fields,
});

/** The types of values of which a cell has exactly one text. */
const keyTypes: readonly (string | undefined)[] = ['text', 'number', 'boolean', 'day'];

/** True if the value of the field can be one of several by which a row is matched. */
const isKeyPart = (field: Field): boolean =>
  kinds[field.kind].scalar &&
  keyTypes.includes(comparisonType(field)) &&
  field.currency === undefined &&
  !field.encrypted &&
  !field.hidden;

/** The keys by which rows can be matched with records, for any role: the number, unique texts, and unique groups. */
export function importKeys(entity: Pick<Entity, 'fields' | 'unique'>): ImportKey[] {
  const stored = storedFields(entity);
  const named = stored.filter(
    ([, field]) => field.unique && kinds[field.kind].scalar && kinds[field.kind].namesRecord && !field.encrypted,
  );
  const groups = (entity.unique ?? []).map((names) =>
    names.flatMap((name) => stored.filter(([own, field]) => own === name && isKeyPart(field))),
  );
  const whole = groups.filter((fields, at) => fields.length > 1 && fields.length === entity.unique?.[at]?.length);
  return [keyOf(['id', baseFields.id]), ...named.map((one) => keyOf(one)), ...whole.map((fields) => keyOf(...fields))];
}

/** The keys by which a role can match rows with records; none if it may not change any. */
export const importKeysFor = (entity: UpdatedEntity, role: Role): ImportKey[] =>
  mayUpdateByImport(entity, role)
    ? importKeys(entity).filter(({ fields }) => fields.every(([, field]) => mayRead(field, role)))
    : [];

/**
 * The fields of a file whose rows are matched by a key: those of the key, and what the role may set on new or existing records.
 * A state changes only by its steps.
 */
export function updatableFields(entity: UpdatedEntity, role: Role, key: string): ImportField[] {
  const wanted = typeof entity.import === 'object' ? entity.import.fields : undefined;
  const isWritable = (name: string) => {
    const holder = fieldOf(entity, name.split('.')[0] ?? '');
    return holder !== undefined && (mayWrite(holder, role, 'create') || mayWrite(holder, role, 'edit'));
  };
  const keyFields = importKeysFor(entity, role).find(({ name }) => name === key)?.fields ?? [];
  const isKey = (name: string) => keyFields.some(([own]) => own === name);
  const others = importColumns(entity).filter(
    ([name]) =>
      !isKey(name) && name !== entity.lifecycle?.field && isWritable(name) && (!wanted || wanted.includes(name)),
  );
  return [...keyFields, ...others];
}

/** The ways in which a heading names a field, the surest one first. */
const headingRules: readonly ((field: ImportField, heading: string) => boolean)[] = [
  ([, { label }], heading) => label.en === heading || label.zh === heading,
  ([name], heading) => name === heading,
  ([name, { label }], heading) => [label.en, label.zh, name].some((one) => foldText(one) === foldText(heading)),
];

/**
 * Finds the field of each heading, in the order of the headings; undefined for an unknown or repeated heading. A field
 * goes to the heading that is exactly its label, or its name, before one that only looks the same.
 * @param fields The fields that may be imported; of two with the same label the first comes first.
 */
export function matchHeadings(fields: readonly ImportField[], headings: readonly string[]): (string | undefined)[] {
  const free = new Map(fields);
  const found = new Map<number, string>();
  for (const isNamed of headingRules)
    headings.forEach((heading, at) => {
      if (found.has(at) || foldText(heading) === '') return;
      const [name] = [...free].find((one) => isNamed(one, heading.trim())) ?? [];
      if (name === undefined) return;
      found.set(at, name);
      free.delete(name);
    });
  return headings.map((_, at) => found.get(at));
}
