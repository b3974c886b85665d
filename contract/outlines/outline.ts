import type { Entity } from '../schema/entity.ts';
import { isTitledByCode } from '../values/code.ts';

/**
 * The words of a declaration that the console reads of every entity: for the menu, the routes, the guard, the names of
 * records and the links to them. It loads the other words with the screen of the entity.
 */
const outlineWords = [
  'name',
  'path',
  'label',
  'labels',
  'title',
  'titleChoices',
  'shownBy',
  'icon',
  'access',
  'without',
  'screens',
  'embeddedIn',
  'migrate',
  'single',
  'addedBy',
] as const satisfies readonly (keyof Entity)[];

type OutlineWord = (typeof outlineWords)[number];

/** What the console knows of an entity before it loads the declaration. `npm run build` derives it from that. */
export interface Outline extends Pick<Entity, OutlineWord | 'titledByCode'> {
  /** The words of the declaration that the outline leaves out. */
  readonly later: readonly string[];
}

const isOutlineWord = (word: string): boolean => (outlineWords as readonly string[]).includes(word);

/** The outline of a declared entity. */
export function outlineOf(entity: Omit<Entity, 'contract'>): Outline {
  const words = Object.entries(entity).filter(([word, value]) => word !== 'contract' && value !== undefined);
  return {
    ...(Object.fromEntries(words.filter(([word]) => isOutlineWord(word))) as Pick<Entity, OutlineWord>),
    titledByCode: isTitledByCode(entity),
    later: words.flatMap(([word]) => (isOutlineWord(word) ? [] : [word])),
  };
}
