import { kinds } from '../kinds/index.ts';
import type { TextContext } from '../kinds/kind.ts';
import { fillPlaceholders } from '../messages/label.ts';
import type { Field } from '../schema/field/field.ts';

/** Values within sentences, by the kind of their field: of messages, of mails, and of questions in the console. */

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value of a field within a sentence; a dash for none. */
export const valueText = (value: unknown, field: Field, context: TextContext): string =>
  isNothing(value) ? '-' : kinds[field.kind].sentence(value, field, context, valueText);

const holes = /\{(\w+)(\|)?/g;

/** The names in braces of a sentence, each once. */
export const placeholderNames = (text: string): string[] => [
  ...new Set([...text.matchAll(holes)].map(([, name = '']) => name)),
];

/** Those that the sentence has words of its own for: `{hosts|host|hosts}`. */
const counted = (text: string): Set<string> =>
  new Set([...text.matchAll(holes)].flatMap(([, name = '', bar]) => (bar ? [name] : [])));

/** A sentence with its values. In: what stands under a name; whether it stands there without its unit. */
export function fillSentence(text: string, read: (name: string, isBare: boolean) => string | undefined): string {
  const bare = counted(text);
  return fillPlaceholders(text, (name) => read(name, bare.has(name)));
}

/** Why no sentence has a short text of the field; undefined where one has. */
export const whyNoText = (field: Field): string | undefined => kinds[field.kind].whyNoSentence(field, whyNoText);
