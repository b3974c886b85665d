// A product that verifies its licence when it starts, and activates its machine if it has a name: tsx start.ts FOLDER
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { activate } from '../src/console.ts';
import { verifyLicence } from '../src/index.ts';

const file = (name: string): string => join(process.argv[2] ?? '.', name);
const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined);

const [licence = '', lastSeen, address, fingerprint] = ['licence.jws', 'last-seen', 'console', 'machine'].map(read);
if (address && fingerprint) {
  const { lease } = await activate(address, licence, { fingerprint, name: hostname() });
  if (lease) writeFileSync(file('lease.jws'), lease);
}
const answer = await verifyLicence(licence, {
  // In a product of yours the keys are a constant: whoever can write this file can sign licences.
  keys: read('jwks.json') ?? '',
  product: 'MOVER',
  lastSeen: lastSeen === undefined ? undefined : Number(lastSeen),
  revocations: read('revoked.jws'),
  lease: read('lease.jws'),
  fingerprint,
});
if (answer.valid) {
  writeFileSync(file('last-seen'), String(answer.clock.lastSeen));
  const { sub, quantity } = answer.licence ?? {};
  console.log(`Licensed to ${sub} for ${quantity}; withdrawals known until ${answer.revocation.checkedUntil}`);
} else {
  console.log(`No valid licence: ${answer.reason}`);
  process.exitCode = 1;
}
