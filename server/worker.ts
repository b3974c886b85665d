import { pino } from 'pino';
import { entities } from '../contract/index.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { refuseBehind } from './db/behind.ts';
import { migrate } from './db/migrate.ts';
import { jobConnections, openFor } from './openFor.ts';
import { runUntilEnded } from './process.ts';
import { startTelemetry } from './telemetry.ts';

// Works on jobs and by the clock, and answers nothing: any number of these beside any number of `npm run server`.
const config = readConfig(process.env);
const log = pino({ level: config.logLevel });

await runUntilEnded(async () => {
  if (!config.databaseUrl)
    throw new Error('a worker of its own needs DATABASE_URL: one process holds the embedded database');
  const database = await openFor(config, jobConnections);
  await migrate(database);
  await refuseBehind(database, entities);
  const product = await compose(database, config, log, { withoutRequests: true });
  const telemetry = await startTelemetry(config, { requests: database, jobs: database }, (err) =>
    log.error({ err }, 'the metrics could not be looked up'),
  );
  log.info({ metrics: telemetry.port }, 'working');
  return async () => {
    await product.stop();
    await telemetry.stop();
    await database.close();
  };
}, log);
