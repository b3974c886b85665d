// A product that verifies its licence when it starts, and activates its machine if it has a name: tsx start.ts FOLDER
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cleanText, verifyLicence } from '../src/index.ts';

const file = (name: string): string => join(process.argv[2] ?? '.', name);
const read = (name: string): string | undefined =>
  existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined;

/** Asks the vendor's console for a lease, or for a newer one; without a network the last one counts. */
async function activate(address: string, fingerprint: string): Promise<void> {
  const headers = { authorization: cleanText(read('licence.jws') ?? ''), 'content-type': 'application/json' };
  const body = JSON.stringify({ fingerprint, name: hostname() });
  const answer = await fetch(`${address}/v1/activation`, { method: 'POST', headers, body }).catch(() => undefined);
  if (answer?.ok) writeFileSync(file('lease.jws'), (await answer.json()).lease);
}

const [address, fingerprint] = [read('console'), read('machine')];
if (address && fingerprint) await activate(address, fingerprint);
const { valid, reason, licence, revocation, clock } = await verifyLicence(read('licence.jws') ?? '', {
  // In a product of yours the keys are a constant: whoever can write this file can sign licences.
  keys: read('jwks.json') ?? '',
  product: 'MOVER',
  lastSeen: read('last-seen') === undefined ? undefined : Number(read('last-seen')),
  revocations: read('revoked.jws'),
  lease: read('lease.jws'),
  fingerprint,
});
if (valid) {
  writeFileSync(file('last-seen'), String(clock.lastSeen));
  console.log(
    `Licensed to ${licence?.sub} for ${licence?.quantity}; withdrawals known until ${revocation.checkedUntil}`,
  );
} else {
  console.log(`No valid licence: ${reason}`);
  process.exitCode = 1;
}
