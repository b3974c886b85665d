import { analyse } from 'chardet';
import { type EncodingTrust, encodings } from './fileTable.ts';

/** Detected names that the browser knows under another one. Windows extends the Latin sets and writes the files. */
const otherNames: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-5': 'windows-1251',
};

const browserName = (name: string): string => otherNames[name.toLowerCase()] ?? name.toLowerCase();

/** True if a file begins with these bytes. */
export const startsWith = (bytes: Uint8Array, ...begin: number[]): boolean =>
  begin.every((one, at) => bytes[at] === one);

/** The encoding that a byte order mark states. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  return startsWith(bytes, 0xef, 0xbb, 0xbf) ? 'utf-8' : undefined;
}

/** Characters that no table contains: control characters, private ones, and the sign for an unreadable character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
const oddCharacters = /[\u0001-\u0008\u000e-\u001f\u0080-\u009f\ue000-\uf8ff\ufffd]/;

interface Decoded {
  readonly text: string;
  readonly isBroken: boolean;
  readonly hasOddCharacters: boolean;
}

/** Decodes bytes; invalid ones become U+FFFD and are reported. */
function decode(bytes: Uint8Array, encoding: string): Decoded {
  const odd = (text: string) => oddCharacters.test(text);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text, isBroken: false, hasOddCharacters: odd(text) };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isBroken: true, hasOddCharacters: true };
  }
}

/** The number of bytes by which the encoding is detected. */
const sampleSize = 64 * 1024;
/** The confidence, up to 100, from which an encoding is likely, and that below which it is only a guess. */
const likelyConfidence = 60;
const leastConfidence = 40;

/** True if the bytes are text in the encoding. */
function isTextIn(bytes: Uint8Array, encoding: string): boolean {
  const { isBroken, hasOddCharacters } = decode(bytes, encoding);
  return !isBroken && !hasOddCharacters;
}

/** The part of zero bytes from which text with a few letters beyond ASCII is in UTF-16. */
const zerosInWide = 0.15;

/**
 * The encoding of text in UTF-16 without a mark. Text in other encodings has no zero bytes; in UTF-16 line ends and
 * separators have. In the wrong order of bytes they become other characters.
 */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleSize);
  const zeros = sample.filter((byte) => byte === 0).length;
  // A zero byte that strays into other text makes it no UTF-16.
  if (zeros === 0 || (zeros < sample.length * zerosInWide && !decode(sample, 'utf-8').isBroken)) return undefined;
  const plainCharacters = (encoding: string): number => {
    const { text, isBroken, hasOddCharacters } = decode(bytes, encoding);
    return isBroken || hasOddCharacters || text.includes('\0') ? 0 : (text.match(/[\t\n\r -~]/g) ?? []).length;
  };
  const [little, big] = [plainCharacters('utf-16le'), plainCharacters('utf-16be')];
  if (little === big) return undefined;
  return little > big ? 'utf-16le' : 'utf-16be';
}

/** The encoding that spreadsheets of this product's users write, where the letters are too few to tell. */
const usualEncoding = 'gb18030';
/** The encoding of other spreadsheets, in which few bytes are not valid. */
const westernEncoding = 'windows-1252';

/** True for text in which most letters beyond ASCII are single bytes, unlike in torn UTF-8. */
function isWestern(bytes: Uint8Array): boolean {
  const beyond = decode(bytes, 'utf-8').text.match(/[\u0080-\uffff]/g) ?? [];
  return beyond.filter((sign) => sign === '\ufffd').length * 2 > beyond.length && isTextIn(bytes, westernEncoding);
}

/** Encodings in which each letter is one byte, so that any bytes are letters in them. */
const isOfSingleBytes = (encoding: string): boolean => /^(windows|koi8)-/.test(encoding);

/** Letters beyond ASCII side by side, and those of them that are common Chinese characters, which are pairs of bytes. */
const letterRuns = /[\u0080-\u00ff]+/g;
const chineseRun = /^(?:[\u00a1-\u00a3\u00b0-\u00f7][\u00a1-\u00fe])+$/;
/** The part of them from which a text is rather Chinese: western letters beyond ASCII rarely meet each other. */
const runsInChinese = 0.75;

/** True for text whose letters beyond ASCII come in pairs, as the Chinese words of an English table do. */
function looksChinese(sample: Uint8Array): boolean {
  const signs = Array.from(sample, (byte) => String.fromCharCode(byte)).join('');
  const runs = signs.match(letterRuns) ?? [];
  return runs.filter((run) => chineseRun.test(run)).length > runs.length * runsInChinese;
}

const lineFeed = 0x0a;

/** The bytes by which the encoding is detected: from the first line with letters beyond ASCII, which alone tell it. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const begin = first < sampleSize ? 0 : bytes.lastIndexOf(lineFeed, first) + 1;
  return bytes.subarray(begin, begin + sampleSize);
}

/** The most probable encoding in which the bytes are valid. */
function detect(bytes: Uint8Array): { encoding: string; isLikely: boolean } {
  const sample = sampleOf(bytes);
  const found = analyse(sample)
    .filter(({ confidence }) => confidence >= leastConfidence)
    .map(({ name, confidence }) => ({ encoding: browserName(name), isLikely: confidence >= likelyConfidence }))
    .filter(({ encoding }) => Object.hasOwn(encodings, encoding) && isTextIn(bytes, encoding));
  const [best] = found;
  // English letters around a few Chinese ones speak for a western encoding, in which those are letters as well.
  const isDoubtful = best && isOfSingleBytes(best.encoding) && looksChinese(sample);
  if (best && !isDoubtful) return best;
  if (isTextIn(bytes, usualEncoding)) return { encoding: usualEncoding, isLikely: false };
  return { encoding: isWestern(bytes) ? westernEncoding : 'utf-8', isLikely: false };
}

/** The encoding of a file: by its mark, because it is valid UTF-8, or else by its letters. */
function chooseEncoding(bytes: Uint8Array): { encoding: string; trust: EncodingTrust } {
  const marked = markedEncoding(bytes);
  if (marked) return { encoding: marked, trust: 'sure' };
  const wide = wideEncoding(bytes);
  if (wide) return { encoding: wide, trust: 'likely' };
  if (!decode(bytes, 'utf-8').isBroken) return { encoding: 'utf-8', trust: 'sure' };
  const { encoding, isLikely } = detect(bytes);
  return { encoding, trust: isLikely ? 'likely' : 'doubtful' };
}

/** Text of a file with the encoding that it was read in. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  readonly trust: EncodingTrust;
}

/**
 * Decodes a file. Without a byte order mark, text that is not valid UTF-8 is in the encoding that its letters suggest;
 * the user confirms a doubtful one.
 * @param chosen the encoding that the user has chosen
 */
export function decodeText(bytes: Uint8Array, chosen?: string): DecodedText {
  const { encoding, trust } = chosen ? { encoding: chosen, trust: 'sure' as const } : chooseEncoding(bytes);
  const { text, isBroken, hasOddCharacters } = decode(bytes, encoding);
  if (isBroken) return { text, encoding, trust: 'broken' };
  return { text, encoding, trust: hasOddCharacters && !chosen ? 'doubtful' : trust };
}
