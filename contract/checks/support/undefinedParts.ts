import type { Contract, Entity } from '../../schema/entity.ts';
import { mistake } from './mistake.ts';
import { type DeclaredPart, declaredParts, entryName, isWords, type Words } from './walkDeclaration.ts';

const checkImport = 'is undefined; check its import';

/** True for a list field without items, or an action without an endpoint: what it needs comes from elsewhere. */
const lacks = ({ value }: DeclaredPart): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const has = (word: string) => Object.hasOwn(value, word) && (value as Record<string, unknown>)[word] === undefined;
  return ['endpoint', 'items', 'roles'].find(has);
};

/** Words without which a part of a declaration means nothing, by the word of the part. */
const requiredWords = {
  noOverlap: ['from', 'until'],
  lifecycle: ['field', 'transitions'],
  screens: ['path', 'roles'],
  embeddedIn: ['entity', 'roles'],
  children: ['entity', 'by'],
  notices: ['to', 'text'],
  queue: ['roles', 'since', 'shows', 'only', 'order'],
  metrics: ['roles', 'order'],
  charts: ['roles', 'by', 'order'],
} as const satisfies { readonly [word in keyof Entity]?: readonly string[] };

/** Words with one part, where others have several by names. */
const singleParts = ['noOverlap', 'lifecycle'];

/** The parts that a declaration has of a word, with their places. */
function partsOf(word: string, value: unknown): (readonly [place: string, part: unknown])[] {
  if (Array.isArray(value)) return value.map((one, at) => [word + entryName(one, at), one] as const);
  if (singleParts.includes(word)) return [[word, value]];
  return isWords(value) ? Object.entries(value).map(([name, one]) => [`${word}.${name}`, one] as const) : [];
}

/** Finds parts that lack a word that they need. */
const incompleteParts = (entity: Entity): string[] =>
  Object.entries(requiredWords).flatMap(([word, needed]) =>
    partsOf(word, (entity as unknown as Words)[word]).flatMap(([place, part]) =>
      isWords(part)
        ? needed
            .filter((one) => !Object.hasOwn(part, one))
            .map((one) => mistake(entity, place, `lacks "${one}"; add it`))
        : [],
    ),
  );

function undefinedIn(entity: Entity): string[] {
  const { fields, access, list } = entity;
  // What is written in place of access or list has another type, which its own sentence says.
  const inside = (part: object | undefined, word: string) =>
    part === undefined || isWords(part) ? (part as Words | undefined)?.[word] : part;
  const needed = { fields, 'access.rows': inside(access, 'rows'), 'list.columns': inside(list, 'columns') };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined || value === null);
  return [
    ...missing.map(([place]) => mistake(entity, place, 'is undefined; write it, or check its import')),
    ...incompleteParts(entity),
    ...declaredParts(entity).flatMap((part) => {
      if (part.isEntry && part.value === undefined) return [mistake(entity, part.place, checkImport)];
      const word = lacks(part);
      return word === undefined ? [] : [mistake(entity, `${part.place}.${word}`, checkImport)];
    }),
  ];
}

/**
 * Finds entities and parts of them that are undefined, as an import of a name that a file does not have is, or that lack a
 * word that they need. No other
 * check can be made until they are there.
 * @returns one sentence for each
 */
export const undefinedParts = ({ registered, entities }: Contract): string[] => [
  ...Object.entries(registered)
    .filter(([, entity]) => entity === undefined)
    .map(([key]) => `contract/index.ts: registry.${key} ${checkImport}`),
  ...entities.flatMap(undefinedIn),
];
