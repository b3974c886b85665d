import { fileItem } from '../kinds/fileField.ts';
import { foldText } from '../lib/foldText.ts';
import type { Role } from '../schema/access.ts';
import { type Entity, fieldOf, mayWrite } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';

/** How many records one import may create. */
export const maxImportRows = 10_000;
/** How many mistakes an import reports. */
export const maxImportMistakes = 1000;
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

/** The answer of `POST /v1/{path}/import`: how many records were created, all or none, and why none. */
export interface ImportAnswer {
  readonly rows: number;
  readonly created: number;
  readonly mistakes: readonly ImportMistake[];
}

export type ImportField = readonly [name: string, field: Field];

/** The columns of a field in a file: an object has one for each of its fields. */
function columnsOf(name: string, field: Field): ImportField[] {
  if (field.secret || field.inputOnly || fileItem(field)) return [];
  if (field.kind !== 'object') return [[name, field]];
  return Object.entries(field.fields ?? {}).flatMap(([inner, one]) =>
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

/** True if there is an endpoint that imports records of the entity. */
export const hasImport = (entity: Pick<Entity, 'import' | 'access' | 'without'>): boolean =>
  Boolean(entity.import) && entity.access.create !== undefined && !entity.without?.includes('create');

/** True if the heading is the field's label in either language, or its name. */
const isHeadingOf = ([name, { label }]: ImportField, heading: string): boolean =>
  [label.en, label.zh, name].some((one) => foldText(one) === foldText(heading));

/**
 * Finds the field of each heading, in the order of the headings; undefined for an unknown or repeated heading.
 * @param fields The fields that may be imported.
 */
export function matchHeadings(fields: readonly ImportField[], headings: readonly string[]): (string | undefined)[] {
  const free = [...fields];
  return headings.map((heading) => {
    const at = foldText(heading) === '' ? -1 : free.findIndex((one) => isHeadingOf(one, heading));
    return at < 0 ? undefined : free.splice(at, 1)[0]?.[0];
  });
}
