import { appendFileSync } from 'node:fs';

interface ReliabilityProof {
  readonly promised: string;
  readonly done: string;
  readonly seen: string;
}

/**
 * A line of the table that `npm run prove` prints and saves in docs/architecture/reliability.md; called only after all
 * checks have passed.
 */
export function reportProof(proof: ReliabilityProof): void {
  console.log(`${proof.promised}: ${proof.done}; ${proof.seen}`);
  if (process.env['PROOF_FILE']) appendFileSync(process.env['PROOF_FILE'], `${JSON.stringify(proof)}\n`);
}
