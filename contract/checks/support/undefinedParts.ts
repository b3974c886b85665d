import type { Contract, Entity } from '../../schema/entity.ts';
import { mistake } from './mistake.ts';
import { type DeclaredPart, declaredParts } from './walkDeclaration.ts';

const checkImport = 'is undefined; check its import';

/** True for a list field without items, or an action without an endpoint: what it needs comes from elsewhere. */
const lacks = ({ value }: DeclaredPart): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const has = (word: string) => Object.hasOwn(value, word) && (value as Record<string, unknown>)[word] === undefined;
  return ['endpoint', 'items', 'roles'].find(has);
};

function undefinedIn(entity: Entity): string[] {
  const needed = { fields: entity.fields, 'access.rows': entity.access?.rows, 'list.columns': entity.list?.columns };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined || value === null);
  return [
    ...missing.map(([place]) => mistake(entity, place, 'is undefined; write it, or check its import')),
    ...declaredParts(entity).flatMap((part) => {
      if (part.isEntry && part.value === undefined) return [mistake(entity, part.place, checkImport)];
      const word = lacks(part);
      return word === undefined ? [] : [mistake(entity, `${part.place}.${word}`, checkImport)];
    }),
  ];
}

/**
 * Finds entities and parts of them that are undefined, as an import of a name that a file does not have is. No other
 * check can be made until they are there.
 * @returns one sentence for each
 */
export const undefinedParts = ({ registered, entities }: Contract): string[] => [
  ...Object.entries(registered)
    .filter(([, entity]) => entity === undefined)
    .map(([key]) => `contract/index.ts: registry.${key} ${checkImport}`),
  ...entities.flatMap(undefinedIn),
];
