import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { type Logger, pino } from 'pino';
import { contract } from '../contract/index.ts';
import type { Database } from './db/connection.ts';
import { isFolderLocked } from './db/embedded/lock.ts';
import { createSigner } from './gateways/signer.ts';
import { createRelayApp } from './relay/app.ts';
import { runningReport, runningStatus, saveAdmin, statusText } from './relay/command.ts';
import { saveRevocations, stayInContact } from './relay/contact.ts';
import { openRelayFolder, type RelayFolder, writeWhole } from './relay/folder.ts';
import { createRelay, type Relay } from './relay/relay.ts';
import { relayRequest } from './relay/request.ts';
import { openSeats } from './relay/seats.ts';
import { openDelegation, readState } from './relay/state.ts';
import { drainable } from './start/drain.ts';
import { runUntilEnded } from './start/process.ts';
import { endSlowRequests } from './start/slowRequestGuard.ts';

const usage = `Usage: npm run relay -- --data DIR [options]

Leases seats of one licence to the machines of a network that has no way out. The vendor's console delegates the seats: the
relay writes a request, the console answers with a delegation. Products need only the address of the relay.

  --data DIR         the folder of the relay: its key, its licence, its delegation and its seats
  --licence FILE     the licence, as the mail has it
  --keys FILE        the vendor's public keys, a copy of /.well-known/jwks.json of the console
  --seats NUMBER     how many seats it asks for; 1 unless given
  --name TEXT        how the console names it; the name of this machine unless given
  --request FILE     writes the request for a delegation, and ends
  --delegation FILE  takes the delegation from the console
  --revoked FILE     takes the list of withdrawn licences, a copy of /.well-known/revoked.jws of the console
  --console URL      the address of the console, if there is a network: the relay renews its delegation by itself,
                     and reports its use once a day
  --host ADDRESS     where it listens; 127.0.0.1 unless given
  --port NUMBER      8085 unless given
  --report FILE      writes the report of the use of the last 100 days for the vendor's console, and ends
  --status           shows who holds seats, and the use of the last days, and ends
  --help             prints this text

All but --data is needed once: the relay keeps it. Files are also taken while it runs.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

const readArguments = () =>
  parseArgs({
    options: {
      data: text,
      licence: text,
      keys: text,
      seats: text,
      name: text,
      request: text,
      delegation: text,
      revoked: text,
      console: text,
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8085' },
      report: text,
      status: flag,
      help: flag,
    },
  }).values;
type Arguments = ReturnType<typeof readArguments>;

const secondsNow = (): number => Math.floor(Date.now() / 1000);

function countOf(name: string, given: string, most: number): number {
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1 || count > most)
    throw new Error(`--${name} is a whole number from 1 to ${most}, not "${given}"`);
  return count;
}

/** Takes the files and settings that are given; a wrong file replaces nothing. */
async function take(folder: RelayFolder, given: Arguments): Promise<void> {
  const { seats, name, console: address } = given;
  if (address !== undefined && !URL.canParse(address)) throw new Error(`--console is an address, not "${address}"`);
  folder.saveSettings({
    ...(seats !== undefined && { seats: countOf('seats', seats, 1_000_000) }),
    ...(name !== undefined && { name }),
    ...(address !== undefined && { console: address }),
  });
  for (const file of ['keys', 'licence'] as const) {
    const path = given[file];
    if (path !== undefined) folder.write(file, readFileSync(path, 'utf8'));
  }
  if (given.delegation !== undefined) {
    const { licence, keys } = await readState({
      ...folder,
      read: (file) => (file === 'delegation' ? undefined : folder.read(file)),
    });
    const delegation = readFileSync(given.delegation, 'utf8');
    await openDelegation(delegation, licence, keys, (await folder.key()).kid);
    folder.write('delegation', delegation);
  }
  if (given.revoked !== undefined)
    await saveRevocations(folder, readFileSync(given.revoked, 'utf8'), (await readState(folder)).keys);
}

async function openRelay(folder: RelayFolder): Promise<{ relay: Relay; database: Database }> {
  const database = await openSeats(databaseOf(folder));
  const key = await folder.key();
  return { relay: createRelay({ folder, database, key, signer: createSigner(), now: secondsNow }), database };
}

const databaseOf = ({ path }: RelayFolder): string => join(path, 'database');

/** Asks a relay of this process, which has to be the only one of its folder. */
async function askOwn<T>(folder: RelayFolder, ask: (relay: Relay) => Promise<T>): Promise<T> {
  const { relay, database } = await openRelay(folder);
  try {
    return await ask(relay);
  } finally {
    await database.close();
  }
}

/** Runs the command that is given, or takes files for the relay that runs. @returns false if the relay has to be started */
async function command(folder: RelayFolder, { request, report, status }: Arguments): Promise<boolean> {
  if (request !== undefined) {
    const { licence } = await readState(folder);
    writeWhole(request, await relayRequest(await folder.key(), licence.jti, folder.settings(), secondsNow()));
    console.log(`Wrote ${request}: exchange it for a delegation in the vendor's console`);
  }
  // A running relay has locked its database.
  const isRunning = isFolderLocked(databaseOf(folder));
  if (report !== undefined) {
    writeWhole(report, await (isRunning ? runningReport(folder) : askOwn(folder, (relay) => relay.report())));
    console.log(`Wrote ${report}: take it in at the licence in the vendor's console`);
  }
  if (status)
    console.log(statusText(await (isRunning ? runningStatus(folder) : askOwn(folder, (relay) => relay.status()))));
  if (request !== undefined || report !== undefined || status) return true;
  if (!isRunning) return false;
  console.log('The relay of this folder is running, and uses what was given');
  return true;
}

async function start(folder: RelayFolder, { host, port }: Arguments, log: Logger): Promise<() => Promise<void>> {
  await readState(folder);
  const { relay, database } = await openRelay(folder);
  let isStopping = false;
  const services = {
    contract,
    database,
    log,
    accessLogLevel: 'debug',
    requestLimitMs: 30_000,
    trusts: () => false,
    stopping: () => isStopping,
    countRequest: async () => undefined,
    // A relay has no audit.
    sampled: () => false,
    sampledMisses: () => false,
  };
  const adminKey = randomBytes(32).toString('base64url');
  const app = createRelayApp(services, relay, adminKey);
  const server = await new Promise<Server>((resolve, reject) => {
    const made = serve({ fetch: app.fetch, port: countOf('port', port, 65_535), hostname: host }, () =>
      resolve(made),
    ) as Server;
    made.once('error', reject);
  });
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  saveAdmin(folder, { url: `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`, key: adminKey });
  endSlowRequests(server, () => false, { usualMs: 30_000, uploadMs: 30_000 });
  const endContact = stayInContact(folder, await folder.key(), relay, log);
  console.log(`The relay is at http://${host}:${port}`);
  const problem = await relay.problem();
  if (problem !== undefined) console.log(`It gives no leases yet: ${problem}`);
  const drain = drainable(server);
  return async () => {
    isStopping = true;
    endContact();
    await drain({ idleMs: 1_000, limitMs: 8_000 });
    await database.close();
  };
}

async function main(): Promise<void> {
  const given = readArguments();
  if (given.help) return console.log(usage);
  if (given.data === undefined) throw new Error(`--data DIR is needed\n\n${usage}`);
  const folder = openRelayFolder(given.data);
  await take(folder, given);
  if (await command(folder, given)) return;
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'info' });
  await runUntilEnded(() => start(folder, given, log), log, 'relay');
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
