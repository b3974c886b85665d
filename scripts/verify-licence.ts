import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeJwt, type JSONWebKeySet } from 'jose';
import { verifyLicence } from './verifyLicence.ts';

// npm run verify-licence -- FILE [--keys FILE|URL] [--issuer URL] [--audience CODE] [--tolerance SECONDS]: verifies a
// licence with only the public keys. Without --audience a licence of any product is accepted; without --issuer the
// issuer is PUBLIC_URL. The clocks of issuer and verifier may differ by 60 seconds unless --tolerance says otherwise.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    keys: { type: 'string' },
    issuer: { type: 'string' },
    audience: { type: 'string' },
    tolerance: { type: 'string', default: '60' },
  },
});
const issuer = values.issuer ?? process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:8080';
const place = values.keys ?? `${issuer}/.well-known/jwks.json`;

try {
  const token = readFileSync(positionals[0] ?? '', 'utf8').trim();
  const text = /^https?:/.test(place) ? await (await fetch(place)).text() : readFileSync(place, 'utf8');
  const audience = values.audience ?? String(decodeJwt(token).aud);
  const tolerance = Number(values.tolerance);
  if (!(tolerance >= 0)) throw new Error(`--tolerance is a number of seconds, not "${values.tolerance}"`);
  const payload = await verifyLicence(token, JSON.parse(text) as JSONWebKeySet, { issuer, audience, tolerance });
  console.log(JSON.stringify(payload, null, 2));
  console.log('The licence is genuine and valid.');
} catch (error) {
  console.error(`Not a valid licence: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
