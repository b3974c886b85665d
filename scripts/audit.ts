import { parseArgs } from 'node:util';
import { verifyAudit } from '../server/core/audit/verifyChain.ts';
import { transaction } from '../server/db/connection.ts';
import { checkpointPath, readCheckpoints } from '../server/gateways/checkpointFile.ts';
import { readConfig } from '../server/start/config.ts';
import { withDatabase } from './withDatabase.ts';

// npm run audit -- verify [--expect SEQ:MAC]...: verifies the sealed audit from its beginning and reports
// inconsistencies. It compares the audit with the checkpoints of the data folder and with those given, for example from
// a log (D11).

const usage = () => {
  console.error('Usage: npm run audit -- verify [--expect SEQ:MAC]...');
  process.exit(1);
};

function argumentsGiven() {
  try {
    return parseArgs({ allowPositionals: true, options: { expect: { type: 'string', multiple: true, default: [] } } });
  } catch {
    return usage();
  }
}

const { positionals, values } = argumentsGiven();
const expected = values.expect.map((text) => /^(\d+):(\S+)$/.exec(text) ?? usage());
if (positionals.join() !== 'verify') usage();
const file = checkpointPath(readConfig(process.env).dataDir);
const checkpoints = [
  ...readCheckpoints(file).map((one) => ({ ...one, where: file })),
  ...expected.map(([, seq, mac = '']) => ({ seq: Number(seq), mac, where: 'what is expected' })),
];
await withDatabase(async (database, secrets) => {
  // Reads one snapshot, without a time limit.
  const options = { snapshot: true, statementTimeoutMs: 0 };
  const result = await transaction(database, (trx) => verifyAudit(trx, secrets, checkpoints), options);
  const { ok, sealed, waiting, findings, more = 0 } = result;
  for (const finding of findings) console.error(finding);
  if (more > 0) console.error(`and ${more} more`);
  console.log(`${sealed} entries are sealed, ${waiting} wait for their seal, ${findings.length + more} findings`);
  process.exitCode = ok ? 0 : 1;
});
