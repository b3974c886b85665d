/**
 * The folded form of a text: texts that look the same, or differ only in case, have the same folded form. Everything
 * that compares texts compares this form: uniqueness, searches, filters, sign-in names, addresses and imports (issue
 * 33). The function `folded` of the database (migration 0054) computes the same.
 */

const ascii = /^[\0-\x7f]*$/;
const whiteSpace = /[\t\n\v\f\r \u0085\u1680\u2028\u2029]+/g;

/** Characters that are never shown by themselves. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

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
