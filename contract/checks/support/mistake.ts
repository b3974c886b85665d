import { baseFields, type Entity, isStored } from '../../schema/entity.ts';
import type { Field, KindName } from '../../schema/field/field.ts';
import { isCalculated } from '../../schema/field/formula.ts';

/** The entity to check, and all entities by name. */
export interface CheckContext {
  readonly entity: Entity;
  readonly entities: ReadonlyMap<string, Entity>;
}

/** Checks one entity and returns a sentence for each mistake. */
export type Check = (context: CheckContext) => string[];

/** Converts `user_product` to `userProduct`, the name of the entity's file and constant. */
export const camelCase = (name: string): string =>
  String(name).replace(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase());

export const fileOf = (name: string): string => `contract/entities/${camelCase(name)}.ts`;

/** The file that declares an entity; for comments and files that of the entity that they belong to. */
export const declaringFile = ({ name, addedBy = name }: Pick<Entity, 'name' | 'addedBy'>): string => fileOf(addedBy);

/** Builds the sentence of a mistake: file, place in the entity, and what is wrong there. */
export const mistake = (entity: Entity, place: string, what: string): string =>
  `${declaringFile(entity)}: ${[entity.name, place].filter(Boolean).join('.')} ${what}`;

/** A kind with its article: `a date`, `an integer`. */
export const kindNoun = (kind: KindName): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;

/** Finds a field with a column in the entity's own table, including base fields; dotted paths are not supported. */
export function storedField(entity: Entity, name: string): Field | undefined {
  const base: Readonly<Record<string, Field>> = baseFields;
  const found = [entity.fields, base].find((fields) => Object.hasOwn(fields, name))?.[name];
  return isStored(found) ? found : undefined;
}

/** Finds a field whose number can be calculated with: one with a column, or a computed number. */
export function countableField(entity: Entity, name: string): Field | undefined {
  const own = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  return isCalculated(own) ? own : storedField(entity, name);
}

/** The names of the declared fields with a column that meet a test, to suggest one of them. */
export const storedFieldsThat = (entity: Entity, isWanted: (field: Field) => boolean): string[] =>
  Object.keys(entity.fields).filter((name) => {
    const field = storedField(entity, name);
    return field !== undefined && isWanted(field);
  });

/**
 * Checks a name of an entity, a field or a section.
 * @returns what is wrong with it, as the end of a sentence with its correction
 */
export const wrongLetters = (name: string): string[] =>
  /^[a-z][a-z0-9_]*$/.test(name) ? [] : ['is not named in small letters; write letters, digits and _'];

/** The values that occur more than once, each listed once. */
export const repeated = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
