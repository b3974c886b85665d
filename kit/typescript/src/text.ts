/**
 * What mails and terminals add to a token (SPEC, "Reading"): terminal sequences, soft line breaks of quoted-printable
 * mails, escapes, and white space, control characters, invisible characters and quotation marks.
 */
const additions =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals write them
  /\x1b\[[0-?]*[ -/]*[@-~]|=[ \t]*[\r\n]|\\[nrt]?|\u034f|[\ufe00-\ufe0f]|[\0- "'<>`|\x7f-\xa0\xab\xad\xbb\u061c\u1680\u180e\u2000-\u200f\u2018-\u201f\u2028-\u202f\u2039\u203a\u205f-\u206f\u3000\u300c-\u300f\u301d-\u301f\ufeff\uff02\uff07]/g;

/** The token in a text, without what mails and terminals added. */
export const cleanText = (text: string): string => text.replace(additions, '');

/** The last character of a text whose length is 2 or 3 more than a multiple of 4: its unused bits are zero. */
const lastOf: readonly (RegExp | undefined)[] = [/^/, undefined, /[AQgw]$/, /[AEIMQUYcgkosw048]$/];

/**
 * Decodes canonical base64url without padding (RFC 4648, 5; unused bits are zero).
 * @returns undefined for any other text
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || !lastOf[text.length % 4]?.test(text)) return undefined;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:]|-?\d[\d.eE+-]*/g;
const maxDepth = 8;

/**
 * Parses strict JSON (SPEC, "JSON"): no name twice in an object, no lone surrogates, no number beyond a double, and at
 * most 8 levels.
 * @throws an error for any other text
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const levels: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(tokens)) {
    const inObject = levels.at(-1);
    if (token[0] === '"') {
      last = JSON.parse(token);
      if (/\p{Cs}/u.test(last)) throw new Error('surrogate');
    } else if (token === ':') {
      if (inObject?.has(last)) throw new Error('twice');
      inObject?.add(last);
    } else if (token === '{' || token === '[') {
      if (levels.push(new Set()) > maxDepth) throw new Error('depth');
    } else if (token === '}' || token === ']') levels.pop();
    else if (!Number.isFinite(Number(token))) throw new Error('number');
  }
  return value;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses a JSON object in UTF-8 without a byte order mark.
 * @returns undefined for anything else
 */
export function parseObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for a whole number from 0 to 2^53 - 1, however it is written. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
