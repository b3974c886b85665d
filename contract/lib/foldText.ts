/**
 * The folded form of a text: texts that look the same, or differ only in case, have the same folded form. Everything
 * that compares texts compares this form: uniqueness, searches, filters, sign-in names, addresses and imports (issue
 * 33). The function `folded` of the database (migration 0063) computes the same.
 */

const ascii = /^[\0-\x7f]*$/;
const whiteSpace = /[\t\n\v\f\r \u0085\u1680\u2028\u2029]+/g;

/** Characters that are never shown by themselves: Unicode's Default_Ignorable_Code_Point. */
const ignorable =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is meant alone
  /[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Characters that are written for the same thing in Chinese and in Latin texts, by the one that replaces them. */
const written: readonly (readonly [sign: string, instead: string])[] = [
  ['-', '‐‒–—―⁃−⸺⸻─'],
  ['~', '〜∼'],
  ['[', '【〔〖〘〚'],
  [']', '】〕〗〙〛'],
  ['<', '〈《‹«⟨'],
  ['>', '〉》›»⟩'],
  ['"', '「」『』“”„‟〝〞'],
  ["'", '‘’‚‛′'],
  ['·', '・•‧∙⋅'],
  ['/', '⁄∕'],
  // Letters that Unicode folds to another lower-case letter.
  ['σ', 'ς'],
  ['ι', '\u0345'],
  ['в', 'ᲀ'],
  ['д', 'ᲁ'],
  ['о', 'ᲂ'],
  ['с', 'ᲃ'],
  ['т', 'ᲄᲅ'],
  ['ъ', 'ᲆ'],
  ['ѣ', 'ᲇ'],
  ['ꙋ', 'ᲈ'],
];

const signs: ReadonlyMap<string, string> = new Map([
  ...written.flatMap(([sign, instead]) => [...instead].map((one) => [one, sign] as const)),
  ['ß', 'ss'],
]);
const replaced = new RegExp(`[${[...signs.keys()].join('')}]`, 'gu');

const oneSpace = (text: string): string => text.replace(whiteSpace, ' ').replace(/^ | $/g, '');

/**
 * Folds a text: compatibility forms (full width, half-width kana, ligatures), case, white space, invisible characters,
 * and the brackets, dashes and quotation marks of both scripts.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return oneSpace(text.toLowerCase());
  const plain = text.replace(ignorable, '').normalize('NFKD').toLowerCase();
  return oneSpace(plain.replace(replaced, (sign) => signs.get(sign) ?? sign)).normalize('NFC');
}
