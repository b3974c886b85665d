import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/connection.ts';
import { startMaintenance } from './db/maintenance.ts';
import { migrate } from './db/migrate.ts';
import { migratedTemplate } from './db/template.ts';
import { demoAccounts, demoPassword, loadDemo } from './demo/load.ts';
import { privateFolder } from './privateFolder.ts';

const config = readConfig(process.env);
const log = pino({ level: config.logLevel });

async function start() {
  if (!config.databaseUrl) privateFolder(config.dataDir);
  const database = await openDatabase(
    config.databaseUrl
      ? { databaseUrl: config.databaseUrl }
      : { dataDir: `${config.dataDir}/database`, template: await migratedTemplate() },
  );
  await migrate(database);
  const product = await compose(database, config, log);
  const maintenance = startMaintenance(database);
  if (config.demo) await loadDemo(product, log);
  const app = createApp(product.services, 'dist');
  const server = serve({ fetch: app.fetch, port: config.port, hostname: config.host }, announce) as Server;
  server.requestTimeout = 30_000;
  return async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 5_000).unref();
    });
    await product.stop();
    maintenance.stop();
    await database.close();
  };
}

function announce(info: { port: number }): void {
  const address = `http://${config.host}:${info.port}`;
  log.info({ address }, 'listening');
  console.log(`\n  The licence console is at ${address}`);
  if (config.demo) console.log(`  Demo accounts: ${demoAccounts.join(', ')} (password ${demoPassword})`);
  if (!config.smtpUrl) console.log(`  Without SMTP_URL mails go to ${config.dataDir}/outbox`);
  console.log('');
}

try {
  const stop = await start();
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
} catch (error) {
  console.error(error instanceof Error ? `The console did not start: ${error.message}` : error);
  log.debug({ err: error }, 'start failed');
  process.exit(1);
}
