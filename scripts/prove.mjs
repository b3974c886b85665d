// npm run prove: runs all tests in their longest version. What they observed is printed as a table and saved in
// docs/architecture/reliability.md. A run of some tests (`npm run prove -- tests/faults`) leaves the other rows
// unchanged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepProofs } from './keep-proofs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'licence-proof-'));
process.env.TEST_SCALE = 'long';
process.env.PROOF_FILE = join(folder, 'proofs.jsonl');
process.on('exit', () => {
  const table = keepProofs(process.env.PROOF_FILE);
  rmSync(folder, { recursive: true, force: true });
  if (table) console.log(`\n${table}`);
});
await import('./test.mjs');
