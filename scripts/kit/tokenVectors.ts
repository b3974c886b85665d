import { createHmac } from 'node:crypto';
import { signAny } from './testKeys.ts';
import { licence, type Maker } from './vectors.ts';

const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A fixed signature of the curve P-256, which differs each time it is made. */
const es256 = 'VtkjvhJ0Qd0cTqL7cWyTzJXc4mTq6gJ0w4o6m4yFq8f9oJmQYcQ7rCk2Z8s1nUe5bYv3xW0aLhGdPiTjRkNuMg';

/** Headers that the product does not sign. */
function headers({ vendor, stranger, add }: Maker): void {
  const right = { alg: 'EdDSA', typ: 'license+jwt', kid: vendor.kid };
  const signed = (header: object | string | Uint8Array) => signAny(header, licence, vendor);
  const unsigned = (header: object, tail = '') => `${encode(header)}.${encode(licence)}.${tail}`;
  const hmac = (alg: string, hash: string) => {
    const data = `${encode({ ...right, alg })}.${encode(licence)}`;
    return `${data}.${createHmac(hash, vendor.publicJwk.x ?? '')
      .update(data)
      .digest('base64url')}`;
  };
  add('the header in another order', 'ok', signed({ kid: vendor.kid, typ: 'license+jwt', alg: 'EdDSA' }));
  add('white space in the header', 'ok', signed(JSON.stringify(right, null, 2)));
  for (const alg of ['none', 'None', 'NONE', 'nOnE'])
    add(`alg ${alg} without a signature`, 'algorithm_unsupported', unsigned({ ...right, alg }));
  add('alg none with a signature', 'algorithm_unsupported', signed({ ...right, alg: 'none' }));
  add('alg HS256, keyed with the public key', 'algorithm_unsupported', hmac('HS256', 'sha256'));
  add('alg HS512, keyed with the public key', 'algorithm_unsupported', hmac('HS512', 'sha512'));
  add('alg ES256, another curve', 'algorithm_unsupported', unsigned({ ...right, alg: 'ES256' }, es256));
  for (const alg of ['Ed25519', 'Ed448', 'eddsa', 'EdDSA ', 'RS256', '', 0, null, true, ['EdDSA']])
    add(`alg ${JSON.stringify(alg)}`, 'algorithm_unsupported', signed({ ...right, alg }));
  add('no alg', 'algorithm_unsupported', signed({ typ: right.typ, kid: right.kid }));
  const others: Readonly<Record<string, object>> = {
    'a critical header': { crit: ['exp'], exp: 1 },
    'an empty critical header': { crit: [] },
    'an unencoded payload': { b64: false, crit: ['b64'] },
    'an embedded key': { jwk: stranger.publicJwk },
    'an address of keys': { jku: 'https://attacker.example/jwks.json' },
    'a certificate': { x5c: ['MIIB'] },
    'an address of a certificate': { x5u: 'https://attacker.example/cert' },
    compression: { zip: 'DEF' },
    'a content type': { cty: 'JWT' },
    'an unknown parameter': { note: 'x' },
    'a parameter named __proto__': JSON.parse('{"__proto__":{"a":1}}'),
  };
  for (const [name, more] of Object.entries(others)) {
    const text = `${JSON.stringify(right).slice(0, -1)},${JSON.stringify(more).slice(1)}`;
    add(`${name} in the header`, 'header_unsupported', signed(text));
  }
  for (const typ of ['JWT', 'license+JWT', 'revocation-list+jwt', '', null, 1])
    add(`typ ${JSON.stringify(typ)}`, 'type_wrong', signed({ ...right, typ }));
  add('no typ', 'type_wrong', signed({ alg: right.alg, kid: right.kid }));
  const broken: Readonly<Record<string, string | Uint8Array>> = {
    'a header that is no JSON': 'alg=EdDSA',
    'a header that is a list': '["EdDSA"]',
    'a header that is a text': '"EdDSA"',
    'a header that is null': 'null',
    'a header with a byte order mark': `\ufeff${JSON.stringify(right)}`,
    'a header with trailing data': `${JSON.stringify(right)}{}`,
    'a header with a trailing comma': JSON.stringify(right).replace('}', ',}'),
    'a header in single quotes': JSON.stringify(right).replaceAll('"', "'"),
    'a header with a comment': `${JSON.stringify(right)}/* */`,
    'a header with alg twice': JSON.stringify(right).replace('{', '{"alg":"none",'),
    'a header with kid twice': JSON.stringify(right).replace('}', `,"kid":"${stranger.kid}"}`),
    'a header with an escaped name twice': JSON.stringify(right).replace('{', '{"\\u0061lg":"EdDSA",'),
    'a header in UTF-16': Buffer.from(JSON.stringify(right), 'utf16le'),
    'a header of invalid UTF-8': Buffer.from(`${JSON.stringify(right).slice(0, -1)},"a":"\xff"}`, 'latin1'),
    'a header of overlong UTF-8': Buffer.from(`${JSON.stringify(right).slice(0, -1)},"a":"\xc0\xaf"}`, 'latin1'),
    'a header of 9 levels': JSON.stringify(right).replace('}', `,"a":${'['.repeat(8)}${']'.repeat(8)}}`),
    'a header of 5,000 levels': `{"a":${'['.repeat(4000)}`,
    'a header that ends early': JSON.stringify(right).slice(0, -1),
    'a header with a lone surrogate': JSON.stringify(right).replace('}', ',"a":"\\ud800"}'),
    'a header with a raw line break in a text': JSON.stringify(right).replace('license', 'lic\nense'),
  };
  for (const [name, text] of Object.entries(broken)) add(name, 'malformed', signed(text));
}

/** Keys and signatures. */
async function signatures({ vendor, next, stranger, good, sign, keys, add }: Maker): Promise<void> {
  const right = { alg: 'EdDSA', typ: 'license+jwt', kid: vendor.kid };
  const [head = '', body = '', tail = ''] = good.split('.');
  keys['next'] = { keys: [next.publicJwk] };
  keys['both'] = { keys: [next.publicJwk, vendor.publicJwk] };
  keys['text'] = JSON.stringify({ keys: [vendor.publicJwk] });
  add('pinned keys as text', 'ok', good, { keys: ['text'] });
  add('several pinned keys', 'ok', good, { keys: ['both'] });
  add('several sets of keys', 'ok', good, { keys: ['next', 'vendor'] });
  add('a licence of the newer key', 'ok', await sign(licence, next), { keys: ['both'] });
  add('a key that is not pinned', 'key_unknown', good, { keys: ['next'] });
  add('a licence of a stranger', 'key_unknown', await sign(licence, stranger));
  add('a stranger who names our key', 'signature_wrong', signAny(right, licence, stranger));
  add('our signature under another kid', 'key_unknown', signAny({ ...right, kid: 'other' }, licence, vendor));
  add('a kid in other letters', 'key_unknown', signAny({ ...right, kid: vendor.kid.toLowerCase() }, licence, vendor));
  for (const kid of ['', '__proto__', 'constructor', 1, null, [vendor.kid]])
    add(`kid ${JSON.stringify(kid)}`, 'key_unknown', signAny({ ...right, kid }, licence, vendor));
  add('no kid', 'key_unknown', signAny({ alg: right.alg, typ: right.typ }, licence, vendor));
  add('a licence of another pinned key', 'signature_wrong', signAny(right, licence, next), { keys: ['both'] });
  const other = (await sign({ ...licence, quantity: 9999 })).split('.');
  add('the signature of another licence', 'signature_wrong', `${head}.${body}.${other[2]}`);
  add('the payload of another licence', 'signature_wrong', `${head}.${other[1]}.${tail}`);
  add('a raised quantity', 'signature_wrong', `${head}.${encode({ ...licence, quantity: 26 })}.${tail}`);
  add('a later end', 'signature_wrong', `${head}.${encode({ ...licence, exp: licence.exp + 1 })}.${tail}`);
  add('an empty payload', 'signature_wrong', `${head}..${tail}`);
  add('a signature of zeros', 'signature_wrong', `${head}.${body}.${'A'.repeat(86)}`);
  add('a signature with s raised by the order (RFC 8032, 5.1.7)', 'signature_wrong', `${head}.${body}.${raised(tail)}`);
  const halves = Buffer.from(tail, 'base64url');
  const swapped = Buffer.concat([halves.subarray(32), halves.subarray(0, 32)]).toString('base64url');
  add('a signature with swapped halves', 'signature_wrong', `${head}.${body}.${swapped}`);
}

/** The same signature with `s` raised by the order of the curve: some libraries would accept it. */
function raised(tail: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const bytes = Buffer.from(tail, 'base64url');
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
  const raisedHalf = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([bytes.subarray(0, 32), raisedHalf]).toString('base64url');
}

/** Key sets that have no key for the licence. */
function keySets({ vendor, good, keys, add }: Maker): void {
  const key = vendor.publicJwk;
  const unusable: Readonly<Record<string, string | { keys: object[] }>> = {
    'no keys': { keys: [] },
    'an empty text': '',
    'no JSON': 'no keys here',
    'a list of keys': JSON.stringify([key]),
    'keys that are no list': JSON.stringify({ keys: key }),
    'keys twice': `{"keys":[],"keys":[${JSON.stringify(key)}]}`,
    'the curve P-256': { keys: [{ kty: 'EC', crv: 'P-256', x: key.x, y: key.x, kid: vendor.kid }] },
    'the curve X25519': { keys: [{ ...key, crv: 'X25519' }] },
    'the curve Ed448': { keys: [{ ...key, crv: 'Ed448' }] },
    'a symmetric key': { keys: [{ kty: 'oct', k: key.x, kid: vendor.kid }] },
    'a key for encryption': { keys: [{ ...key, use: 'enc' }] },
    'a key of another algorithm': { keys: [{ ...key, alg: 'ES256' }] },
    'a key without an id': { keys: [{ kty: key.kty, crv: key.crv, x: key.x }] },
    'a key of 31 bytes': { keys: [{ ...key, x: 'A'.repeat(42) }] },
    'a key with padding': { keys: [{ ...key, x: `${key.x}=` }] },
    'a key without x': { keys: [{ kty: key.kty, crv: key.crv, kid: vendor.kid }] },
    'entries that are no keys': JSON.stringify({ keys: [null, 1, 'x', []] }),
  };
  for (const [name, set] of Object.entries(unusable)) {
    keys[name] = set;
    add(`a key set with ${name}`, 'keys_unusable', good, { keys: [name] });
  }
  add('no key set', 'keys_unusable', good, { keys: [] });
  add('a broken key set beside a right one', 'ok', good, { keys: ['no JSON', 'vendor'] });
  keys['bare'] = { keys: [{ kty: key.kty, crv: key.crv, x: key.x, kid: vendor.kid }] };
  add('a key without use and alg', 'ok', good, { keys: ['bare'] });
  keys['off the curve'] = { keys: [{ ...key, x: `Ag${'A'.repeat(41)}` }] };
  add('a key that is no point of the curve', 'signature_wrong', good, { keys: ['off the curve'] });
  keys['same id'] = { keys: [{ ...key, crv: 'X25519' }, key, { ...key, x: 'A'.repeat(43) }] };
  add('the first usable key of an id', 'ok', good, { keys: ['same id'] });
}

/** Vectors of the header, the keys and the signature. */
export async function addTokenVectors(maker: Maker): Promise<void> {
  headers(maker);
  await signatures(maker);
  keySets(maker);
}
