import { baseFields, type Entity, isStored } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';

/** All entities by name, and the one that is looked at. */
export interface CheckContext {
  readonly entity: Entity;
  readonly entities: ReadonlyMap<string, Entity>;
}

/** Looks at one entity among all. Out: a sentence for each mistake. */
export type Check = (look: CheckContext) => string[];

/** `user_product` to `userProduct`: the file, and the constant in it. */
export const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** The file that declares an entity. */
export const fileOf = (name: string): string => `contract/entities/${camelCase(name)}.ts`;

/** A mistake in words: the file, the place in the entity, and what is wrong there. */
export const mistake = (entity: Entity, place: string, what: string): string =>
  `${fileOf(entity.name)}: ${[entity.name, place].filter(Boolean).join('.')} ${what}`;

/** A field that a column of the entity's own table holds, base fields included; no dots. */
export function storedField(entity: Entity, name: string): Field | undefined {
  const base: Readonly<Record<string, Field>> = baseFields;
  const found = [entity.fields, base].find((fields) => Object.hasOwn(fields, name))?.[name];
  return isStored(found) ? found : undefined;
}

/** What occurs more than once, each once. */
export const repeated = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
