// npm run prove: what npm test proves, with the long version of everything that has one. What the proofs saw is printed as
// a table and kept in docs/reliability.md; a part of the tests (`npm run prove -- tests/faults`) leaves the other rows.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const doc = 'docs/reliability.md';
const folder = mkdtempSync(join(tmpdir(), 'licence-proof-'));
process.env.TEST_SCALE = 'long';
process.env.PROOF_FILE = join(folder, 'proofs.jsonl');

const cells = (row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
const isRow = (line) => line.startsWith('| ') && !line.startsWith('| promised');
const rowOf = ({ promised, done, seen }, when) =>
  `| ${[promised, done, seen, when].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The rows of the document with what was seen now in the place of the same promise. */
function merged(lines, proofs) {
  const when = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores`;
  const rows = new Map(lines.filter(isRow).map((line) => [cells(line)[0], line]));
  for (const proof of proofs) rows.set(proof.promised, rowOf(proof, when));
  return [...rows.values()];
}

process.on('exit', () => {
  const { PROOF_FILE: file } = process.env;
  const proofs = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse) : [];
  rmSync(folder, { recursive: true, force: true });
  if (proofs.length === 0) return;
  const lines = readFileSync(doc, 'utf8').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| promised'));
  const rows = merged(lines, proofs);
  const rest = lines.slice(head + 2).filter((line) => !isRow(line));
  const table = [...lines.slice(head, head + 2), ...rows];
  writeFileSync(doc, [...lines.slice(0, head), ...table, ...rest].join('\n'));
  console.log(`\n${table.join('\n')}`);
});
await import('./test.mjs');
