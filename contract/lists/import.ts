import { fileItem } from '../kinds/fileField.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, fieldOf, mayWrite } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

/** The most records that one import makes. */
export const maxImportRows = 10_000;
/** The most mistakes that it tells of. */
export const maxImportMistakes = 1000;
/** The longest text of a cell, in characters. */
export const maxCellLength = 20_000;
/** The most columns of a file. */
export const maxImportColumns = 200;

/** Why a row is not taken: its place among the rows, from 0, and the field by its name; `_` is the row itself. */
export interface ImportMistake {
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** What `POST /v1/{path}/import` answers: how many records it made, all or none, and why none. */
export interface ImportAnswer {
  readonly rows: number;
  readonly created: number;
  readonly mistakes: readonly ImportMistake[];
}

export type ImportField = readonly [name: string, field: Field];

/** A field as it stands in a file: what an object holds has a column each. */
function columnsOf(name: string, field: Field): ImportField[] {
  if (field.secret || field.inputOnly || fileItem(field)) return [];
  if (field.kind !== 'object') return [[name, field]];
  return Object.entries(field.fields ?? {}).flatMap(([inner, one]) =>
    one.readOnly ? [] : columnsOf(`${name}.${inner}`, one),
  );
}

/** All that a file could hold of an entity, whoever imports it. */
export const importColumns = (entity: Pick<Entity, 'fields'>): ImportField[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => !field.readOnly && !field.computed && !field.hidden)
    .flatMap(([name, field]) => columnsOf(name, field));

/** The fields that a role may import, by name; what an object holds with a dot (`place.city`). */
export function importableFields(entity: Pick<Entity, 'fields' | 'import'>, role: Role): ImportField[] {
  const wanted = typeof entity.import === 'object' ? entity.import.fields : undefined;
  const isWritable = (name: string) => {
    const holder = fieldOf(entity, name.split('.')[0] ?? '');
    return holder !== undefined && mayWrite(holder, role, 'create');
  };
  return importColumns(entity).filter(([name]) => isWritable(name) && (!wanted || wanted.includes(name)));
}

/** Is there a call that imports records of the entity? */
export const hasImport = (entity: Pick<Entity, 'import' | 'access' | 'without'>): boolean =>
  Boolean(entity.import) && entity.access.create !== undefined && !entity.without?.includes('create');

const normalizeHeading = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Is this what a field is called: by its label in either language, or by its name? */
const isHeadingOf = ([name, { label }]: ImportField, heading: string): boolean =>
  [label.en, label.zh, name].some((one) => normalizeHeading(one) === normalizeHeading(heading));

/**
 * The fields that the headings of a file mean, each once, in the order of the headings; nothing for a heading that means
 * none. In: the fields that may be imported.
 */
export function matchHeadings(fields: readonly ImportField[], headings: readonly string[]): (string | undefined)[] {
  const free = [...fields];
  return headings.map((heading) => {
    const at = normalizeHeading(heading) === '' ? -1 : free.findIndex((one) => isHeadingOf(one, heading));
    return at < 0 ? undefined : free.splice(at, 1)[0]?.[0];
  });
}
