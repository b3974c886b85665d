/**
 * How the texts of a field are written (R-VALID-08, issue 33), so that texts which differ only in what nobody sees are
 * written as one.
 *
 * - `unchanged`: as it is.
 * - `trimmed`: without outer white space.
 * - `lines`: also composed (NFC) and without invisible characters; inner white space and line breaks stay.
 * - `line`: as `lines`, and white space within the line becomes one space.
 * - `narrow`: as `line`, in the plain letters of an address, a number or a login name: `ＡＢ` becomes `AB`.
 * - `key`: as `narrow`, without white space within the line.
 */
export type WrittenForm = 'unchanged' | 'trimmed' | 'lines' | 'line' | 'narrow' | 'key';

/** Every field refuses a longer text for its length. */
const longest = 100_000;
/** Most texts: nothing to change but white space. */
const plain = /^[\x20-\x7e\n]*$/;

/** White space other than line breaks. */
const whiteSpace = /[^\S\n\v\f\r\u2028\u2029]+/g;
const dashes = /[‐‑‒–—―−]/g;

/** Scripts whose letters are not joined: a joiner in their words only hides. */
const unjoined = String.raw`(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])`;
const joined = String.raw`${unjoined}[\p{L}\p{M}]`;
/** What writing needs: joiners within a word and after its last sign, emoji of several, and flags of regions. */
const needed = [
  String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=\p{M})[\u200c\u200d](?![\p{L}\p{M}])`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}`,
].join('|');
/** What only hides: characters without width, marks of direction, and those that no font shows. */
const hiding = String.raw`[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202c\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`;
const neededOrHiding = new RegExp(`(${needed})|${hiding}`, 'gu');
/** Characters that are never shown by themselves, other than those that are refused. */
const unseen = String.raw`(?![\u202d\u202e])\p{Default_Ignorable_Code_Point}`;
/** Addresses, numbers and keys need none of them. */
const alwaysHiding = new RegExp(unseen, 'gu');
/** A text of which something is shown, or refused. */
const notBlank = new RegExp(String.raw`(?!${unseen})\S`, 'u');

const oneSpace = (text: string): string => text.replace(whiteSpace, ' ').trim();

/** A mark that an invisible character has parted from its letter is composed with it once that is gone. */
function inPlainLetters(text: string): string {
  return text.normalize('NFKC').replace(alwaysHiding, '').replace(dashes, '-').normalize('NFKC');
}

/**
 * Without what only hides, and composed; empty if nothing is shown. What writing needs depends on the characters around it,
 * so it is looked at again until nothing changes.
 */
function shown(text: string): string {
  if (plain.test(text)) return text;
  if (!notBlank.test(text)) return '';
  const next = text.replace(neededOrHiding, '$1').normalize('NFC');
  return next === text ? text : shown(next);
}

const forms: { readonly [form in WrittenForm]: (text: string) => string } = {
  unchanged: (text) => text,
  trimmed: (text) => text.trim(),
  lines: (text) => shown(text).trim(),
  line: (text) => oneSpace(shown(text)),
  narrow: (text) => oneSpace(inPlainLetters(text)),
  key: (text) => inPlainLetters(text).replace(whiteSpace, '').trim().normalize('NFKC'),
};

/** A text as it is written to the database. */
export const canonicalText = (text: string, form: WrittenForm): string =>
  text.length > longest ? canonicalLongText(text, form) : forms[form](text);

/** A text that is too long even without its outer white space is left to the rule that refuses it. */
function canonicalLongText(text: string, form: WrittenForm): string {
  if (form === 'unchanged') return text;
  const trimmed = text.trim();
  return trimmed.length > longest ? trimmed : forms[form](trimmed);
}

/**
 * Characters that a line of text may not have: controls, line breaks, those that reorder the text around them, and the
 * blank of Braille, which is no white space.
 */
export const refusedInLine = String.raw`\p{Cc}\u2028\u2029\u202d\u202e\u2800\ufff9-\ufffb`;

/** True for a text that a database can store: of whole characters, without NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
