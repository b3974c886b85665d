/** The largest file that is searched for a licence, in bytes; a licence has about one thousand. */
export const maxLicenceFile = 256 * 1024;

/** True if every second byte is 0, as in a UTF-16 text of ASCII letters. */
const isZero = (bytes: Uint8Array, parity: 0 | 1): boolean =>
  bytes.length >= 2 && bytes.every((byte, at) => at % 2 !== parity || byte === 0);

/** The encoding that a file begins with, or looks like: Windows consoles write UTF-16, with or without a mark. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isZero(bytes, 1)) return 'utf-16le';
  return isZero(bytes, 0) ? 'utf-16be' : 'utf-8';
}

/** The text of a file, without its byte order mark. */
export const decodeFile = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);

/** What mail programs and terminals put into a long line: line breaks, blanks, marks of quoted lines, soft hyphens. */
const gap = '\\s=>|\\u00ad\\u200b-\\u200d\\u2060\\ufeff';
/** A compact JWS signed with Ed25519, whose signature has 86 characters, with gaps anywhere in it. */
const tokenPattern = new RegExp(
  `(?<![\\w-])eyJ[\\w\\-${gap}]*\\.[\\w\\-${gap}]*\\.(?:[${gap}]*[\\w-]){86}(?![\\w-])`,
  'g',
);
const gaps = new RegExp(`[${gap}]+`, 'g');
const outerSigns = /^[\s"'“”‘’<>]+|[\s"'“”‘’<>]+$/g;

/**
 * The different licences in a text, also folded, quoted, or between other words. A text without any is returned whole,
 * so that its verification says what is wrong with it.
 */
export function findLicences(text: string): string[] {
  const found = [...text.matchAll(tokenPattern)].map(([token]) => token.replace(gaps, ''));
  return found.length > 0 ? [...new Set(found)] : [text.replace(outerSigns, '')];
}
