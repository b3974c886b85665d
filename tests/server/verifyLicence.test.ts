import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFile, findLicences } from '../../scripts/licenceText.ts';
import { createSigner, type SignerKey } from '../../server/gateways/signer.ts';

const signer = createSigner();
const issuer = 'https://licence.example';
const now = Math.floor(Date.now() / 1000);
const claims = (jti: string, exp = now + 3600) => ({
  iss: issuer,
  sub: 'FIRST',
  aud: 'MOVER',
  jti,
  iat: now - 60,
  nbf: now - 60,
  exp,
  order: 'ORD1',
  project: '项目',
  category: 1001,
  quantity: 2,
  licence_key: 'K',
  generation: 1,
});

async function newKey(): Promise<{ key: SignerKey; publicJwk: JWK }> {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { key: { kid, privateJwk: await exportJWK(pair.privateKey) }, publicJwk: { ...publicJwk, kid } };
}

const folder = mkdtempSync(join(tmpdir(), 'licence-verify-'));
let count = 0;
const fileOf = (content: string | Uint8Array): string => {
  count += 1;
  const file = join(folder, `file-${count}`);
  writeFileSync(file, content);
  return file;
};

let good = '';
let lease = '';
let withdrawn = '';
let expired = '';
let newer = '';
let keys = '';
let revoked = '';
let forgedList = '';
let empty = '';
let delta = '';
let server: Server;
let url = '';
beforeAll(async () => {
  const [own, other] = [await newKey(), await newKey()];
  good = await signer.sign(claims('a1'), own.key);
  const ofMachine = { ...claims('lease'), sub: 'a1', fingerprint: 'Dock', seat: 1 };
  lease = await signer.signLease(ofMachine, own.key);
  withdrawn = await signer.sign(claims('a2'), own.key);
  expired = await signer.sign(claims('a3', now - 3600), own.key);
  newer = await signer.sign(claims('a4'), other.key);
  const entries = [{ jti: 'a2', revoked_at: now - 30 }];
  keys = JSON.stringify({ keys: [own.publicJwk] });
  const list = { iat: now - 10, exp: now + 3600, version: 1, revoked: entries };
  revoked = await signer.signRevocationList(list, own.key);
  empty = await signer.signRevocationList({ ...list, version: 0, revoked: [] }, own.key);
  delta = await signer.signRevocationList({ ...list, since: 0 }, own.key);
  forgedList = await signer.signRevocationList({ ...list, revoked: [] }, other.key);
  const contents: Record<string, string> = { '/.well-known/jwks.json': keys, '/.well-known/revoked.jws': revoked };
  server = createServer(({ url: path = '' }, answer) => {
    answer.statusCode = contents[path] ? 200 : 404;
    answer.end(contents[path]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}
const run = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const all = ['--import', 'tsx', 'scripts/verify-licence.ts', ...args];
    execFile(process.execPath, all, { env: { ...process.env, PUBLIC_URL: '' } }, (error, out, errors) =>
      resolve({ code: Number(error?.code ?? 0), out, errors }),
    );
  });
const offline = (content: string | Uint8Array, list = fileOf(revoked)) =>
  run(fileOf(content), '--keys', fileOf(keys), '--revoked', list, '--issuer', issuer);

describe('npm run verify-licence', () => {
  it('says that a licence is valid, and until when it knows', async () => {
    const { code, out } = await offline(good);
    expect([code, out]).toEqual([0, expect.stringContaining('genuine and valid')]);
    const [listed = ''] = /not withdrawn until (\S+),/.exec(out)?.slice(1) ?? [];
    expect(Math.abs(Date.parse(listed) / 1000 - now)).toBeLessThan(60);
    expect(out).toContain(new Date((now + 3600) * 1000).toISOString());
  });

  it('says of a withdrawn one when it was withdrawn, and of an expired one that it is not valid', async () => {
    const [taken, late] = await Promise.all([offline(withdrawn), offline(expired)]);
    expect([taken.code, late.code]).toEqual([1, 1]);
    expect(taken.out + late.out).toBe('');
    expect(taken.errors).toContain(new Date((now - 30) * 1000).toISOString());
  });

  it('tells what could not be checked from what is not valid', async () => {
    const all = await Promise.all([
      run(join(folder, 'missing'), '--keys', fileOf(keys), '--issuer', issuer),
      run(fileOf(good), '--keys', join(folder, 'missing'), '--issuer', issuer),
      run(fileOf(good), '--keys', fileOf('no JSON'), '--issuer', issuer),
      run(fileOf(good), '--keys', 'http://127.0.0.1:9/jwks.json', '--issuer', issuer),
      // Nothing is known of what was withdrawn.
      run(fileOf(good), '--keys', fileOf(keys), '--issuer', issuer),
      offline(good, join(folder, 'missing')),
      offline(good, fileOf(forgedList)),
      offline(good, fileOf(good)),
      // Signed with a key that the copy of the keys does not have.
      offline(newer),
      offline(`${good}\n\n${withdrawn}`),
      run(),
      run(fileOf(good), '--unknown'),
      run(fileOf(good), '--tolerance', 'much', '--issuer', issuer),
    ]);
    expect(all.map(({ code }) => code)).toEqual(all.map(() => 2));
    expect(all.map(({ out }) => out).join('')).toBe('');
    const forged = await offline(`${good.slice(0, -9)}AAAAAAAA${good.slice(-1)}`);
    const nothing = await offline('Dear Ann, the licence is in the other mail.');
    expect([forged.code, nothing.code]).toEqual([1, 1]);
  });

  it('asks the server where no keys are given, and says so', async () => {
    const asked = (content: string) =>
      run(fileOf(content), '--keys', `${url}/.well-known/jwks.json`, '--issuer', issuer);
    const [valid, taken] = await Promise.all([asked(good), asked(withdrawn)]);
    expect([valid.code, taken.code]).toEqual([0, 1]);
    const own = await run(fileOf(good), '--issuer', `${url}/`);
    // Its issuer is another, but it was asked.
    expect([own.code, own.errors]).toEqual([1, expect.stringContaining(`${url}/.well-known/jwks.json`)]);
  });

  it('does without the list where that is wished, and does not call it valid then', async () => {
    const { code, out } = await run(fileOf(withdrawn), '--keys', fileOf(keys), '--revoked', 'none', '--issuer', issuer);
    expect([code, out]).toEqual([0, expect.not.stringContaining('valid')]);
  });

  it('reads the list from an address, and a list with its deltas from one file', async () => {
    const from = (list: string) =>
      run(fileOf(withdrawn), '--keys', fileOf(keys), '--revoked', list, '--issuer', issuer);
    const [byAddress, byDelta, byEmpty] = await Promise.all([
      from(`${url}/.well-known/revoked.jws`),
      from(fileOf(`${empty}\n${delta}\n`)),
      from(fileOf(empty)),
    ]);
    expect([byAddress.code, byDelta.code, byEmpty.code]).toEqual([1, 1, 0]);
    for (const { errors } of [byAddress, byDelta]) expect(errors).toContain('withdrawn on');
  });

  it('expects an installation, and limits the age of the list', async () => {
    const checked = (...more: string[]) =>
      run(fileOf(good), '--keys', fileOf(keys), '--revoked', fileOf(revoked), '--issuer', issuer, ...more);
    const all = await Promise.all([
      checked('--installation', 'K', '--max-age', '3600'),
      checked('--installation', 'L'),
      checked('--max-age', '0'),
      checked('--max-age', 'long'),
    ]);
    expect(all.map(({ code }) => code)).toEqual([0, 1, 2, 2]);
    expect(all[1]?.errors).toContain('another installation');
    expect(all[2]?.errors).toContain('too old');
  });

  it('helps', async () => {
    const { code, out } = await run('--help');
    expect([code, out]).toEqual([0, expect.stringMatching(/--keys.*--revoked.*--issuer.*--audience.*--tolerance/s)]);
  });

  it('reads a lease as mails leave it, too', async () => {
    const mailed = `Here is the lease:\r\n\r\n${(lease.match(/.{1,72}/g) ?? []).map((line) => `> ${line}`).join('\r\n')}\r\n`;
    const withLease = (text: string, ...more: string[]) =>
      run(fileOf(good), '--keys', fileOf(keys), '--issuer', issuer, '--lease', fileOf(text), ...more);
    const { code, out } = await withLease(mailed, '--revoked', fileOf(revoked), '--fingerprint', 'Dock');
    expect([code, out]).toEqual([0, expect.stringContaining('Its lease, of seat 1,')]);
    const other = await withLease('no lease');
    expect([other.code, other.errors]).toEqual([1, expect.stringContaining('its lease cannot be trusted')]);
  });

  it('takes a licence out of a forwarded mail in UTF-16', async () => {
    const folded = (good.match(/.{1,72}/g) ?? []).map((line) => `> ${line}`).join('\r\n');
    const mail = `\ufeff> Here is the licence:\r\n>\r\n${folded}\r\n>\r\n> Regards`;
    expect((await offline(new Uint8Array(Buffer.from(mail, 'utf16le')))).code).toBe(0);
  });
});

describe('a licence as mails and terminals leave it', () => {
  const edges = [
    '',
    '\r\n',
    '\n\n  ',
    '"',
    "'",
    '\u201c',
    '\ufeff',
    'The licence is: ',
    '> ',
    '\u00a0',
    '\u001b[32m',
    '\u001b[01;31m\u001b[K',
    '\u001b[?2004l\r',
    '\u001b]8;;https://licence.example/1\u0007',
    '\u001b]8;;https://licence.example/1\u001b\\',
    '\u200f',
    '许可：',
  ];
  const ends = [
    '',
    '\r\n',
    '  \n',
    '"',
    "'",
    '\u201d',
    '\nRegards, Ann',
    ' .',
    '\r\n> Ann wrote:\r\n',
    '\u001b[0m',
    '\u001b[m\u001b[K',
    '\u001b]8;;\u0007',
  ];
  const folds = [
    '\n',
    '\r\n',
    '\r\n> ',
    '\n>> ',
    '\n  ',
    '=\r\n',
    ' ',
    '\t',
    '\u00ad',
    '\u200b',
    '\u200e\n',
    '\u001b[0m\n\u001b[32m',
    '\u001b[m\u001b[K\n\u001b[01;31m\u001b[K',
  ];
  const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
    utf8: (text) => Buffer.from(text),
    'utf8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
    utf16le: (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'utf16le without a mark': (text) => Buffer.from(text, 'utf16le'),
    utf16be: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  };

  it('is found whole, however it is folded, quoted and encoded', () => {
    const cases = fc.record({
      before: fc.constantFrom(...edges),
      after: fc.constantFrom(...ends),
      fold: fc.constantFrom(...folds),
      at: fc.integer({ min: 20, max: 200 }),
      encoding: fc.constantFrom(...Object.keys(encodings)),
    });
    fc.assert(
      fc.property(cases, ({ before, after, fold, at, encoding }) => {
        const folded = (good.match(new RegExp(`.{1,${at}}`, 'g')) ?? []).join(fold);
        const bytes = encodings[encoding]?.(`${before}${folded}${after}`) ?? new Uint8Array();
        expect(findLicences(decodeFile(new Uint8Array(bytes)))).toEqual([good]);
      }),
      { numRuns: 500 },
    );
  });

  it('is found in the letters that a word processor sets', () => {
    for (const hyphen of ['\u2010', '\u2011', '\u2013', '－'])
      expect(findLicences(good.replaceAll('-', hyphen).replaceAll('.', '．'))).toEqual([good]);
  });

  it('is found once where a mail quotes it again, and another beside it is another', () => {
    expect(findLicences(`${good}\n> ${good}`)).toEqual([good]);
    expect(findLicences(`${good}\n${withdrawn}`)).toEqual([good, withdrawn]);
  });

  it('is not mended: what was added to it stays', () => {
    expect(findLicences(`${good}AAAA`)).toEqual([`${good}AAAA`]);
    expect(findLicences(`x${good}`)).toEqual([`x${good}`]);
  });
});
