import { kinds } from '../kinds/index.ts';
import type { TextContext } from '../kinds/kind.ts';
import { fillPlaceholders } from '../messages/label.ts';
import type { Field } from '../schema/field/field.ts';

/** Formats values within sentences by field kind: in messages, mails and questions of the console. */

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Formats a value of a field within a sentence; a dash for no value. */
export const valueText = (value: unknown, field: Field, context: TextContext): string =>
  isNothing(value) ? '-' : kinds[field.kind].sentence(value, field, context, valueText);

const placeholders = /\{(\w+)(\|)?/g;

/** The distinct names in braces of a sentence. */
export const placeholderNames = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholders)].map(([, name = '']) => name)),
];

/** The names for which the sentence writes the unit itself: `{hosts|host|hosts}`. */
const namesWithUnit = (text: string): Set<string> =>
  new Set([...text.matchAll(placeholders)].flatMap(([, name = '', bar]) => (bar ? [name] : [])));

/**
 * Replaces the names in braces by values.
 * @param read Returns the text for a name. `isBare` is true if the sentence writes the unit itself.
 */
export function fillSentence(text: string, read: (name: string, isBare: boolean) => string | undefined): string {
  const withUnit = namesWithUnit(text);
  return fillPlaceholders(text, (name) => read(name, withUnit.has(name)));
}

/** Why the field has no short text for a sentence; undefined if it has one. */
export const whyNoText = (field: Field): string | undefined => kinds[field.kind].whyNoSentence(field, whyNoText);
