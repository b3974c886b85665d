// Updates the table of docs/architecture/reliability.md: a new observation replaces the row with the same promise.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const doc = 'docs/architecture/reliability.md';
const promiseOf = (row) => row.split(' | ')[0].slice(2).trim();
const rowOf = ({ promised, done, seen }, when) =>
  `| ${[promised, done, seen, when].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/**
 * Writes the proofs of a file, one JSON object per line, into the table.
 * @returns The table; undefined if there are no proofs.
 */
export function keepProofs(file) {
  const proofs = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse) : [];
  if (proofs.length === 0) return undefined;
  const when = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores`;
  const lines = readFileSync(doc, 'utf8').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| promised'));
  // Other tables of the page are not changed.
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  const rows = new Map(lines.slice(head + 2, end).map((line) => [promiseOf(line), line]));
  for (const proof of proofs) rows.set(proof.promised, rowOf(proof, when));
  const table = [...lines.slice(head, head + 2), ...rows.values()];
  writeFileSync(doc, [...lines.slice(0, head), ...table, ...lines.slice(end)].join('\n'));
  spawnSync('node_modules/.bin/biome', ['format', '--write', doc], { stdio: 'ignore' });
  return table.join('\n');
}
