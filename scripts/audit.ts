import { verifyAudit } from '../server/domain/seal.ts';
import { withDatabase } from './withDatabase.ts';

// npm run audit -- verify: reads the sealed audit from its beginning and says what does not fit.

if (process.argv[2] !== 'verify') {
  console.error('Usage: npm run audit -- verify');
  process.exit(1);
}
await withDatabase(async (database, secrets) => {
  const { ok, sealed, findings } = await verifyAudit(database.db, secrets);
  for (const finding of findings) console.error(finding);
  console.log(`${sealed} entries are sealed, ${findings.length} findings`);
  process.exitCode = ok ? 0 : 1;
});
