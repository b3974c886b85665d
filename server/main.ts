import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { contract } from '../contract/index.ts';
import { createApp } from './app.ts';
import { startMaintenance } from './db/maintenance/vacuum.ts';
import { migrate, readMigrations } from './db/migrate/migrate.ts';
import { refusePendingMigrations } from './db/migrate/pendingMigrations.ts';
import { demoAccounts, demoPassword, type KnownAccount, knownAccounts } from './demo/accounts.ts';
import { loadDemo } from './demo/load.ts';
import { endSessions } from './domain/account/session.ts';
import { knownPaths } from './http/paths.ts';
import { checkProductDeclarations } from './resource/compile/checkDeclarations.ts';
import { compose } from './start/compose.ts';
import { readConfig } from './start/config.ts';
import { drainable } from './start/drain.ts';
import { openConfiguredDatabase, openJobDatabase, replicaFor } from './start/openDatabase.ts';
import { checkPort, runUntilEnded } from './start/process.ts';
import { endSlowRequests } from './start/slowRequestGuard.ts';
import { startTelemetry } from './start/telemetry.ts';

const config = readConfig(process.env);
const log = pino({ level: config.logLevel });

/**
 * Longer than proxies keep idle connections (nginx and cloud balancers: 60 s): the proxy has to close first, or it may
 * send a request on a connection that we have just closed.
 */
const keepAliveMs = 75_000;

async function start() {
  checkProductDeclarations(contract);
  await checkPort(config.port, config.host);
  if (config.metrics) await checkPort(config.metrics.port, config.metrics.host, 'METRICS_PORT');
  const database = await openConfiguredDatabase(config, config.databaseConnections);
  const forJobs = config.jobs ? await openJobDatabase(config, database) : database;
  await migrate(database, readMigrations(), config.timeZone);
  await refusePendingMigrations(database, contract);
  const closed = config.demo ? [] : await knownAccounts(database.db);
  const replica = replicaFor(config, database, log);
  const product = await compose(contract, database, config, log, {
    forJobs,
    replica,
    closed,
    withoutWorkers: !config.jobs,
    isChecked: true,
  });
  const maintenance = startMaintenance(database);
  if (config.demo) await loadDemo(product, log);
  await product.inTransaction(async (context) => {
    for (const { id } of closed) await endSessions(context, id);
  });
  const telemetry = await startTelemetry(config, { requests: database, jobs: forJobs }, (err) =>
    log.error({ err }, 'the metrics could not be read'),
  );
  if (telemetry.port) log.info({ host: config.metrics?.host, port: telemetry.port }, 'metrics');
  const app = createApp(product.services, 'dist');
  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host }, ({ port }) =>
    announce(port, closed, product.services.settings.outbox),
  ) as Server;
  const { uploads } = knownPaths(contract);
  endSlowRequests(server, (path) => uploads.has(path), { usualMs: 30_000, uploadMs: 10 * 60_000 });
  server.keepAliveTimeout = keepAliveMs;
  const drain = drainable(server);
  return async () => {
    product.refuse();
    // In parallel, since each may need nearly all of the time that a shutdown has.
    await Promise.all([drain({ idleMs: 1_000, limitMs: 8_000 }), product.stop()]);
    maintenance.stop();
    await telemetry.stop();
    if (forJobs !== database) await forJobs.close();
    await replica?.close();
    await database.close();
  };
}

function announce(port: number, closed: readonly KnownAccount[], isOutbox: boolean): void {
  const address = `http://${config.reachedAt}:${config.publishedPort ?? port}`;
  log.info({ address }, 'listening');
  // With `npm run dev` the console is Vite's; the server has the one that was built last.
  const isBuilt = !process.argv.includes('--dev');
  console.log(
    isBuilt ? `\n  The licence console is at ${address}` : `\n  The server is at ${address}, the console is Vite's`,
  );
  if (config.demo) console.log(`  Demo accounts: ${demoAccounts.join(', ')} (password ${demoPassword})`);
  if (closed.length > 0) {
    const names = closed.map(({ name }) => name).join(', ');
    console.log(`  The password of these demo accounts is public: ${names}.`);
    console.log('  They cannot sign in here. `npm run admin -- create NAME` creates an administrator, and');
    console.log('  `npm run admin -- close-demo`, with the server stopped, removes that password for good.');
  }
  if (isOutbox)
    console.log(`  Without a mail server (SMTP_URL, or Settings in the console) mails go to ${config.dataDir}/outbox`);
  console.log('');
}

await runUntilEnded(start, log);
