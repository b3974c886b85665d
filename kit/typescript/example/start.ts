// A product that verifies its licence when it starts: tsx start.ts FOLDER
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyLicence } from '../src/index.ts';

const file = (name: string): string => join(process.argv[2] ?? '.', name);
const read = (name: string): string | undefined =>
  existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined;

const { valid, reason, licence, revocation, clock } = await verifyLicence(read('licence.jws') ?? '', {
  // In a product of yours the keys are a constant: whoever can write this file can sign licences.
  keys: read('jwks.json') ?? '',
  product: 'MOVER',
  lastSeen: read('last-seen') === undefined ? undefined : Number(read('last-seen')),
  revocations: read('revoked.jws'),
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
