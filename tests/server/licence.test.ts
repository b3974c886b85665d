import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSigner } from '../../server/gateways/signer.ts';
import { verifyLicence } from '../support/verifyLicence.ts';

// RFC 8037, appendix A.1: the key pair of its examples.
const rfcKey: JWK = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
const expected = { issuer: 'https://licence.example', audience: 'MOVER' };
const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: expected.issuer,
  sub: 'FIRST',
  aud: expected.audience,
  jti: 'a1',
  iat: now,
  nbf: now,
  exp: now + 3600,
  order: 'ORD1',
  project: 'P',
  category: 1001,
  quantity: 2,
  licence_key: 'K',
  generation: 1,
};

describe('the licence', () => {
  let key: { kid: string; privateJwk: JWK };
  let keys: { keys: JWK[] };
  let token: string;
  const signer = createSigner();
  beforeAll(async () => {
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    key = { kid: await calculateJwkThumbprint(publicJwk), privateJwk: await exportJWK(pair.privateKey) };
    keys = { keys: [{ ...publicJwk, kid: key.kid, use: 'sig', alg: 'EdDSA' }] };
    token = await signer.sign(claims, key);
  });
  const verify = (text: string) => verifyLicence(text, keys as never, expected);
  const signed = async (header: Record<string, unknown>, payload: object = claims, by = key.privateJwk) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader(header as never)
      .sign(await importJWK(by, 'EdDSA'));
  const header = () => ({ alg: 'EdDSA', typ: 'license+jwt', kid: key.kid });

  it('matches RFC 8037 A.3 (thumbprint), A.4 (signature) and A.5 (verification)', async () => {
    const { d: _private, ...publicJwk } = rfcKey;
    expect(await calculateJwkThumbprint(publicJwk)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
    const jws = await new CompactSign(new TextEncoder().encode('Example of Ed25519 signing'))
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(await importJWK(rfcKey, 'EdDSA'));
    expect(jws).toBe(
      'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    );
    await expect(compactVerify(jws, await importJWK(publicJwk, 'EdDSA'))).resolves.toBeDefined();
  });

  it('verifies, with exactly the header that C6 names', async () => {
    expect(await verify(token)).toEqual(claims);
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toEqual(header());
  });

  it('verifies on a clock that differs by a minute, or by what is allowed', async () => {
    const early = await signed(header(), { ...claims, nbf: now + 50 });
    const ended = await signed(header(), { ...claims, exp: now - 50 });
    for (const text of [early, ended]) {
      await expect(verify(text)).resolves.toBeDefined();
      await expect(verifyLicence(text, keys as never, { ...expected, tolerance: 0 })).rejects.toThrow();
    }
  });

  it('refuses every change of a single character', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=';
    let taken = 0;
    for (let at = 0; at < token.length; at += 1) {
      for (const step of [1, 17, 40]) {
        const other = alphabet[(alphabet.indexOf(token[at] ?? '') + step) % alphabet.length];
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        if (
          changed !== token &&
          (await verify(changed).then(
            () => true,
            () => false,
          ))
        )
          taken += 1;
      }
    }
    expect(taken).toBe(0);
  });

  it('refuses what is not such a licence', async () => {
    const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const es = await generateKeyPair('ES256');
    const strangerJwk = await exportJWK(stranger.privateKey);
    const { d: _private, ...embedded } = strangerJwk;
    const secret = new TextEncoder().encode(keys.keys[0]?.x ?? '');
    const wrong: Record<string, string> = {
      none: new UnsecuredJWT(claims).encode(),
      HS256: await new SignJWT(claims).setProtectedHeader({ ...header(), alg: 'HS256' }).sign(secret),
      ES256: await new SignJWT(claims).setProtectedHeader({ ...header(), alg: 'ES256' }).sign(es.privateKey),
      'unknown kid': await signed({ ...header(), kid: 'other' }),
      'no kid': await signed({ alg: 'EdDSA', typ: 'license+jwt' }),
      'another key': await signed(header(), claims, strangerJwk),
      'embedded jwk': await signed({ ...header(), jwk: embedded }, claims, strangerJwk),
      'own key with a jwk header': await signed({ ...header(), jwk: embedded }),
      typ: await signed({ ...header(), typ: 'JWT' }),
      aud: await signed(header(), { ...claims, aud: 'OTHER' }),
      iss: await signed(header(), { ...claims, iss: 'https://other.example' }),
      expired: await signed(header(), { ...claims, exp: now - 70 }),
      'not yet valid': await signed(header(), { ...claims, nbf: now + 600 }),
      'no quantity': await signed(header(), { ...claims, quantity: undefined }),
      'no exp': await signed(header(), { ...claims, exp: undefined }),
    };
    const taken = [];
    for (const [name, text] of Object.entries(wrong))
      if (
        await verify(text).then(
          () => true,
          () => false,
        )
      )
        taken.push(name);
    expect(taken).toEqual([]);
  });

  it('verifies with openssl, which knows nothing of JWS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'licence-openssl-'));
    const [head, body, signature] = token.split('.');
    const pem = createPublicKey({ key: keys.keys[0] as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    writeFileSync(join(folder, 'key.pem'), pem);
    writeFileSync(join(folder, 'input'), `${head}.${body}`);
    writeFileSync(join(folder, 'signature'), Buffer.from(signature ?? '', 'base64url'));
    const args = [
      'pkeyutl',
      '-verify',
      '-rawin',
      '-pubin',
      '-inkey',
      'key.pem',
      '-in',
      'input',
      '-sigfile',
      'signature',
    ];
    expect(execFileSync('openssl', args, { cwd: folder }).toString()).toContain('Verified Successfully');
  });
});
