import type { Reason } from '../../kit/typescript/src/index.ts';
import { signAny } from './testKeys.ts';
import { day, hour, licence, type Maker, now } from './vectors.ts';

const counts = ['iat', 'nbf', 'exp', 'category', 'quantity', 'generation'] as const;
const texts = ['iss', 'sub', 'aud', 'jti', 'order', 'project', 'licence_key'] as const;

/** Genuine tokens whose payload is no licence. */
function wrongClaims({ vendor, add }: Maker): void {
  const header = { alg: 'EdDSA', typ: 'license+jwt', kid: vendor.kid };
  const signed = (payload: object | string | Uint8Array) => signAny(header, payload, vendor);
  const wrong = (name: string, payload: object | string | Uint8Array) => add(name, 'claims_wrong', signed(payload));
  for (const name of [...texts, ...counts]) {
    const { [name]: _, ...others } = licence;
    wrong(`without ${name}`, others);
  }
  for (const name of texts) wrong(`${name} as a number`, { ...licence, [name]: 7 });
  for (const name of ['iss', 'sub', 'aud', 'jti']) wrong(`an empty ${name}`, { ...licence, [name]: '' });
  for (const name of counts) wrong(`${name} as a text`, { ...licence, [name]: String(licence[name]) });
  wrong('aud as a list', { ...licence, aud: ['MOVER'] });
  wrong('a fraction of a second in exp', { ...licence, exp: licence.exp + 0.5 });
  wrong('a negative quantity', { ...licence, quantity: -1 });
  wrong('exp of 2^53', { ...licence, exp: 2 ** 53 });
  wrong('exp as null', { ...licence, exp: null });
  wrong('exp as true', { ...licence, exp: true });
  wrong('trial as a text', { ...licence, trial: 'true' });
  wrong('trial as null', { ...licence, trial: null });
  const text = JSON.stringify(licence);
  const brokenTexts: Readonly<Record<string, string | Uint8Array>> = {
    'exp twice': text.replace('}', `,"exp":${now + 9 * day}}`),
    'an escaped claim twice': text.replace('}', ',"\\u0065xp":1}'),
    'an unknown claim twice': text.replace('}', ',"a":1,"a":1}'),
    'a claim twice in an inner object': text.replace('}', ',"a":{"b":1,"b":2}}'),
    'trailing data in the payload': `${text} x`,
    'a second object in the payload': `${text}${text}`,
    'a byte order mark in the payload': `\ufeff${text}`,
    'NaN in the payload': text.replace('25', 'NaN'),
    'Infinity in the payload': text.replace('25', 'Infinity'),
    'a number beyond a double': text.replace('}', ',"a":1e400}'),
    'a number with a leading zero': text.replace(':25', ':025'),
    'a number with a plus': text.replace(':25', ':+25'),
    'a number in hexadecimal': text.replace(':25', ':0x19'),
    'a number that ends with a point': text.replace(':25', ':25.'),
    'a number that begins with a point': text.replace(':25', ':.25'),
    'a minus alone': text.replace(':25', ':-'),
    'an exponent without digits': text.replace(':25', ':25e'),
    'a trailing comma in the payload': text.replace('}', ',}'),
    'a comment in the payload': text.replace('{', '{/**/'),
    'a name without quotes': text.replace('"exp"', 'exp'),
    'True with a capital letter': text.replace('}', ',"trial":True}'),
    'an unknown escape': text.replace('}', ',"a":"\\x41"}'),
    'an escape of three digits': text.replace('}', ',"a":"\\u041"}'),
    'a lone surrogate': text.replace('}', ',"a":"\\udc00"}'),
    'a surrogate before a letter': text.replace('}', ',"a":"\\ud83dA"}'),
    'surrogates in the wrong order': text.replace('}', ',"a":"\\ude00\\ud83d"}'),
    'a raw tab in a text': text.replace('}', ',"a":"\t"}'),
    'invalid UTF-8 in the payload': Buffer.from(text.replace('}', ',"a":"\xe9"}'), 'latin1'),
    'a surrogate in UTF-8': Buffer.concat([
      Buffer.from(`${text.slice(0, -1)},"a":"`),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
    'nine levels': text.replace('}', `,"a":${'['.repeat(8)}${']'.repeat(8)}}`),
    'a no-break space between claims': text.replace(',', ',\u00a0'),
    'a list as the payload': '[]',
    'null as the payload': 'null',
    'no payload': '',
  };
  for (const [name, payload] of Object.entries(brokenTexts)) wrong(name, payload);
}

/** Licences that differ from the usual, and are valid. */
async function otherLicences({ vendor, sign, add }: Maker): Promise<void> {
  const header = { alg: 'EdDSA', typ: 'license+jwt', kid: vendor.kid };
  const kinds: Readonly<Record<string, object>> = {
    'a trial': { trial: true },
    'no trial, and it says so': { trial: false },
    'generation 2, a failback licence': { generation: 2, jti: `${licence.jti}.failback`, licence_key: 'FB-1' },
    'an empty order and project': { order: '', project: '' },
    'a quantity of 0': { quantity: 0 },
    'a quantity of 2^53 - 1': { quantity: 2 ** 53 - 1 },
    'unknown claims': { features: ['a', { b: 1.5, c: null }], note: 'é 许可 \u{1f511}' },
    'a claim named __proto__': JSON.parse('{"__proto__":"x"}'),
    'a claim named constructor': { constructor: 'x' },
    'eight levels': { a: [[[[[[[]]]]]]] },
    'Chinese texts': { sub: '蓝湾物流', project: '容灾项目' },
  };
  for (const [name, more] of Object.entries(kinds)) {
    const claims = JSON.parse(`${JSON.stringify(licence).slice(0, -1)}}`) as Record<string, unknown>;
    for (const [claim, value] of Object.entries(more))
      Object.defineProperty(claims, claim, { value, enumerable: true, configurable: true, writable: true });
    add(name, 'ok', await sign(claims), {}, claims);
  }
  const text = JSON.stringify(licence);
  const written: Readonly<Record<string, string>> = {
    'white space between claims': JSON.stringify(licence, null, '\t').replaceAll('\n', '\r\n'),
    'a quantity written 2.5e1': text.replace(':25,', ':2.5e1,'),
    'a quantity written 25.0': text.replace(':25,', ':25.0,'),
    'a quantity written 250E-1': text.replace(':25,', ':250E-1,'),
    'escaped letters': text.replace('MOVER', '\\u004dO\\u0056ER').replace('https://', 'https:\\/\\/'),
  };
  for (const [name, payload] of Object.entries(written)) add(name, 'ok', signAny(header, payload, vendor));
}

/** The expected issuer, product and installation. */
function identity({ good, add }: Maker): void {
  const right = { issuer: licence.iss, product: licence.aud, installationKey: licence.licence_key };
  add('the expected issuer, product and installation', 'ok', good, right);
  const wrong: readonly [string, Reason, object][] = [
    ['another issuer', 'issuer_wrong', { issuer: 'https://other.example' }],
    ['an issuer with a slash after', 'issuer_wrong', { issuer: `${licence.iss}/` }],
    ['an empty issuer', 'issuer_wrong', { issuer: '' }],
    ['another product', 'product_wrong', { product: 'OTHER' }],
    ['a product in small letters', 'product_wrong', { product: 'mover' }],
    ['another installation', 'installation_wrong', { installationKey: 'KEY-7F3A-12' }],
    ['an empty installation key', 'installation_wrong', { installationKey: '' }],
    ['another issuer and product', 'issuer_wrong', { issuer: 'x', product: 'x' }],
    ['another product and installation', 'product_wrong', { product: 'x', installationKey: 'x' }],
    ['another installation after the end', 'installation_wrong', { installationKey: 'x', now: licence.exp + 1 }],
  ];
  for (const [name, reason, options] of wrong) add(name, reason, good, { ...right, ...options });
}

/** Times: the clock, the start and the end. */
async function times({ good, sign, add }: Maker): Promise<void> {
  const { exp, nbf } = licence;
  add('the last second', 'ok', good, { now: exp - 1 });
  add('expired this second', 'expired', good, { now: exp });
  add('expired by a second', 'expired', good, { now: exp + 1 });
  add('expired by ten years', 'expired', good, { now: exp + 3650 * day });
  add('expired by a second, within the leeway', 'ok', good, { now: exp + 1, leeway: 60 });
  add('expired by more than the leeway', 'expired', good, { now: exp + 60, leeway: 60 });
  add('the first second', 'ok', good, { now: nbf });
  add('a second too early', 'not_yet_valid', good, { now: nbf - 1 });
  add('a second too early, within the leeway', 'ok', good, { now: nbf - 1, leeway: 60 });
  add('much too early', 'not_yet_valid', good, { now: 1 });
  const future = { ...licence, iat: now + hour };
  add('issued in an hour', 'issued_in_future', await sign(future), {}, future);
  const soon = { ...licence, iat: now + 300 };
  add('issued in five minutes: clocks differ', 'ok', await sign(soon), {}, soon);
  const later = { ...licence, iat: now + 301 };
  add('issued in five minutes and a second', 'issued_in_future', await sign(later), {}, later);
  add('issued in five minutes and a second, within the leeway', 'ok', await sign(later), { leeway: 1 }, later);
  const both = { ...licence, nbf: now + hour, iat: now + hour };
  add('issued and beginning in an hour', 'not_yet_valid', await sign(both), {}, both);
  const ended = { ...licence, iat: now + hour, exp: now - hour };
  add('issued in an hour and expired', 'issued_in_future', await sign(ended), {}, ended);
}

/** The last time seen. */
function clocks({ good, add }: Maker): void {
  const { exp } = licence;
  add('seen an hour ago', 'ok', good, { lastSeen: now - hour });
  add('seen this second', 'ok', good, { lastSeen: now });
  add('set back by an hour', 'ok', good, { lastSeen: now + hour });
  add('set back by 24 hours', 'ok', good, { lastSeen: now + day });
  add('set back by 24 hours and a second', 'clock_set_back', good, { lastSeen: now + day + 1 });
  add('set back by a year', 'clock_set_back', good, { lastSeen: now + 365 * day });
  add('set back by a second, with no tolerance', 'clock_set_back', good, { lastSeen: now + 1, clockTolerance: 0 });
  add('not set back, with no tolerance', 'ok', good, { lastSeen: now, clockTolerance: 0 });
  add('set back by an hour, with a tolerance of an hour', 'ok', good, { lastSeen: now + hour, clockTolerance: hour });
  add('set back before the end', 'expired', good, { now: exp - hour, lastSeen: exp });
  add('set back far before the end', 'clock_set_back', good, { now: exp - 2 * day, lastSeen: exp + hour });
  add('set back before the start', 'ok', good, { now: licence.nbf - hour, lastSeen: licence.nbf });
}

/** Vectors of the claims and the times. */
export async function addClaimVectors(maker: Maker): Promise<void> {
  wrongClaims(maker);
  await otherLicences(maker);
  identity(maker);
  await times(maker);
  clocks(maker);
}
