/*
 * Takes the place of the package `inflection` in the build (vite.config.ts). react-admin uses it only for labels that no
 * declaration and no translation gives, and its rules of English plurals are 2 kB of the first list's script.
 */

/** `enterprise_id` or `enterpriseId` to `Enterprise id`. */
export function humanize(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const pluralize = (word: string): string => (word.endsWith('s') ? word : `${word}s`);

export const inflect = (word: string, count: number): string => (count === 1 ? word : pluralize(word));

/** The label of a source; react-admin asks for `underscore` and `humanize`, which `humanize` does both. */
export const transform = (source: string): string => humanize(source);

export const singularize = (word: string): string => word.replace(/(?<=[^s])s$/, '');

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
