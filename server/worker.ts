import { pino } from 'pino';
import { contract } from '../contract/index.ts';
import { migrate, readMigrations } from './db/migrate/migrate.ts';
import { refusePendingMigrations } from './db/migrate/pendingMigrations.ts';
import { checkProductDeclarations } from './resource/compile/checkDeclarations.ts';
import { compose } from './start/compose.ts';
import { readConfig } from './start/config.ts';
import { jobConnections, openConfiguredDatabase } from './start/openDatabase.ts';
import { runUntilEnded } from './start/process.ts';
import { startTelemetry } from './start/telemetry.ts';

// Runs jobs and scheduled work, and serves no requests. Any number of workers may run next to any number of servers
// (`npm run server`).
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });

await runUntilEnded(async () => {
  if (!config.databaseUrl)
    throw new Error('a separate worker needs DATABASE_URL: only one process can use the embedded database');
  checkProductDeclarations(contract);
  const database = await openConfiguredDatabase(config, jobConnections);
  await migrate(database, readMigrations(), config.timeZone);
  await refusePendingMigrations(database, contract);
  const product = await compose(contract, database, config, log, { withoutRequests: true, isChecked: true });
  const telemetry = await startTelemetry(config, { requests: database, jobs: database }, (err) =>
    log.error({ err }, 'the metrics could not be read'),
  );
  log.info({ metrics: telemetry.port }, 'working');
  return async () => {
    await product.stop();
    await telemetry.stop();
    await database.close();
  };
}, log);
