import type { Contract, Entity } from '../../schema/entity.ts';
import { declaringFile } from './mistake.ts';
import { declaredParts } from './walkDeclaration.ts';

/** What follows a label that `npm run resource` could not translate. */
const mark = '（待翻译）';

/** The Chinese label of a new part whose translation is not known: the English words with a mark. */
export const untranslated = (english: string): string => `${english}${mark}`;

/** True for a Chinese label with the mark. */
export const isUntranslated = (chinese: string): boolean => chinese.endsWith(mark);

/** The parts of an entity whose Chinese labels have the mark, without screens, which take the label of the entity. */
const markedPlaces = (entity: Entity): string[] =>
  declaredParts(entity)
    .filter(
      ({ place, word, value }) =>
        word === 'zh' && !place.startsWith('screens ') && typeof value === 'string' && isUntranslated(value),
    )
    .map(({ place }) => place.replace(/(^|\.)labels?\.zh$/, '') || entity.name);

/**
 * Finds labels that `npm run resource` wrote as placeholders. They stop nothing.
 * @returns one sentence for each entity that has some
 */
export const untranslatedLabels = ({ entities }: Contract): string[] =>
  entities.flatMap((entity) => {
    const places = [...new Set(markedPlaces(entity))];
    return places.length === 0
      ? []
      : [
          `${declaringFile(entity)}: the Chinese labels of ${places.join(', ')} are still to be translated; replace the texts that end with ${mark}`,
        ];
  });
