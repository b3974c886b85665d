/** The largest file that is searched for a licence, in bytes; a licence has about one thousand. */
export const maxLicenceFile = 256 * 1024;

/** How many bytes at even or odd places are 0: in UTF-16 one of each two bytes of a licence, in UTF-8 none. */
const zeros = (bytes: Uint8Array, parity: 0 | 1): number =>
  bytes.reduce((count, byte, at) => (at % 2 === parity && byte === 0 ? count + 1 : count), 0);

/** The encoding that a file begins with, or looks like: Windows consoles write UTF-16, with or without a mark. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const [even, odd] = [zeros(bytes, 0), zeros(bytes, 1)];
  if (Math.max(even, odd) < bytes.length / 4) return 'utf-8';
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The text of a file, without its byte order mark. */
export const decodeFile = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** What mail programs and terminals put into a long line: line breaks, blanks, marks of quotes and direction, soft hyphens. */
const gap = '\\s=>|\\u0085\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';
/** The most characters of a header with its gaps, so that a file that only looks like licences takes no minutes. */
const longestHeader = 4000;
/** A compact JWS signed with Ed25519, whose signature has 86 characters, with gaps anywhere in it. */
const tokenPattern = new RegExp(
  `(?<![\\w-])eyJ[\\w\\-${gap}]{0,${longestHeader}}\\.[\\w\\-${gap}]*\\.(?:[${gap}]*[\\w-]){86}(?![\\w-])`,
  'g',
);
const gaps = new RegExp(`[${gap}]+`, 'g');
const outerSigns = /^[\s"'“”‘’<>]+|[\s"'“”‘’<>]+$/g;

const [esc, bell] = [27, 7].map((code) => String.fromCharCode(code));
/** What terminals write between the letters of a text (ECMA-48): colours, erased lines, modes of pasting, and links. */
const signsOfTerminals = new RegExp(`${esc}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${esc}${bell}]*(?:${bell}|${esc}\\\\))`, 'g');
const hyphens = /[\u2010-\u2013\u2212]/g;

/** The plain letters of a text that a terminal wrote, or in which a program has set other hyphens and wide letters. */
const plainLetters = (text: string): string =>
  text.replace(signsOfTerminals, '').normalize('NFKC').replace(hyphens, '-');

/**
 * The different licences in a text, also folded, quoted, or between other words. A text without any is returned whole,
 * so that its verification says what is wrong with it.
 */
export function findLicences(text: string): string[] {
  const found = [...plainLetters(text).matchAll(tokenPattern)].map(([token]) => token.replace(gaps, ''));
  return found.length > 0 ? [...new Set(found)] : [text.replace(outerSigns, '')];
}
