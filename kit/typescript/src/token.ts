import { check, Fault, type KeySet, type Keys } from './answer.ts';
import { cleanText, decodeBase64url, isObject, type JsonObject, parseJson, parseObject } from './text.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const keysIn = (set: unknown): unknown[] => (isObject(set) && Array.isArray(set['keys']) ? set['keys'] : []);

function readSet(set: KeySet | string): unknown[] {
  try {
    return keysIn(typeof set === 'string' ? parseJson(set) : set);
  } catch {
    return [];
  }
}

/**
 * The usable public keys by id: Ed25519 (RFC 8037), for signatures, with an id. The first of an id counts.
 * @throws Fault if there is none
 */
export function readKeys(keys: Keys): Map<string, Bytes> {
  const found = new Map<string, Bytes>();
  for (const key of [keys].flat().flatMap(readSet)) {
    if (!isObject(key)) continue;
    const { kid, kty, crv, x, use = 'sig', alg = 'EdDSA' } = key;
    if (kty !== 'OKP' || crv !== 'Ed25519' || use !== 'sig' || alg !== 'EdDSA') continue;
    const bytes = typeof x === 'string' ? decodeBase64url(x) : undefined;
    if (typeof kid === 'string' && bytes?.length === 32 && !found.has(kid)) found.set(kid, bytes);
  }
  check(found.size > 0, 'keys_unusable');
  return found;
}

/** The key that the header names. */
function keyOf(header: JsonObject, type: string, keys: ReadonlyMap<string, Bytes>): Bytes {
  const { alg, typ, kid, ...others } = header;
  check(alg === 'EdDSA', 'algorithm_unsupported');
  check(Object.keys(others).length === 0, 'header_unsupported');
  check(typ === type, 'type_wrong');
  const key = keys.get(kid as string);
  check(key, 'key_unknown');
  return key;
}

async function isSigned(key: Bytes, signature: Bytes, data: Bytes): Promise<boolean> {
  try {
    const { subtle } = globalThis.crypto;
    return await subtle.verify(
      'Ed25519',
      await subtle.importKey('raw', key, 'Ed25519', false, ['verify']),
      signature,
      data,
    );
  } catch {
    throw new Fault('platform_unsupported');
  }
}

/**
 * The claims of a signed token: a compact JWS (RFC 7515) signed with Ed25519.
 * @param text the token, also as mails and terminals leave it
 * @param type the `typ` of its header
 * @param maxLength in characters
 * @throws Fault
 */
export async function openToken(
  text: string,
  type: string,
  maxLength: number,
  keys: ReadonlyMap<string, Bytes>,
): Promise<JsonObject> {
  const token = cleanText(text);
  check(token, 'empty');
  check(/^[\w.-]*$/.test(token), 'malformed');
  check(token.length <= maxLength, 'too_large');
  const parts = token.split('.');
  const [head = '', body = '', tail = ''] = parts;
  const headBytes = decodeBase64url(head);
  const header = headBytes && parseObject(headBytes);
  check(header && parts.length === 3, 'malformed');
  const key = keyOf(header, type, keys);
  const [payload, signature] = [decodeBase64url(body), decodeBase64url(tail)];
  check(payload && signature?.length === 64, 'malformed');
  check(await isSigned(key, signature, new TextEncoder().encode(`${head}.${body}`)), 'signature_wrong');
  const claims = parseObject(payload);
  check(claims, 'claims_wrong');
  return claims;
}
