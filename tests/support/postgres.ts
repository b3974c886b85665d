import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';

export interface PostgresServer {
  readonly url: string;
  /**
   * Stops the server immediately, as an operator in a hurry would, without deleting its files; `resume` restarts it at
   * the same address.
   */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server if it was started here, and deletes its files. */
  stop(): Promise<void>;
}

const majors = (folder: string): string[] => {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => Number(name) >= 15);
  return names.sort((a, b) => Number(b) - Number(a)).map((name) => path.join(folder, name, 'bin'));
};

/** The folder with `initdb` and `postgres` of PostgreSQL 15 or newer, if they are installed. */
function findBinaries(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...majors('/usr/lib/postgresql'), ...onPath, '/usr/local/pgsql/bin'];
  return candidates.find((folder) => ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name))));
}

const missing =
  'no PostgreSQL was found: install it (Debian: apt-get install postgresql), or name a server in TEST_DATABASE_URL';

function install(): string {
  const apt = spawnSync('apt-get', ['--version']).status === 0;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !apt) throw new Error(missing);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args: string[]): void =>
    void execFileSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  run(['update', '-q']);
  run(['install', '-y', '-q', '--no-install-recommends', 'postgresql']);
  const found = findBinaries();
  if (!found) throw new Error(missing);
  return found;
}

/** PostgreSQL refuses to run as root, so root starts it as an unprivileged system user. */
function runAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  return port;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The server ends when its input ends, and therefore also when the tests are killed. SIGINT does not wait for clients.
 */
const untilInputEnds = '"$@" & read _; kill -INT $!; wait';

/** Prefers speed to durability, because the files live only as long as the tests. */
const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const sizes = ['max_connections=300', 'shared_buffers=128MB'];

type MakeCluster = (binaries: string, user: ReturnType<typeof runAs>) => string;

/**
 * A folder with a copy of a server's files, which follows that server
 * (https://www.postgresql.org/docs/15/app-pgbasebackup.html).
 */
const copyOf =
  (url: string): MakeCluster =>
  (binaries, user) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'test-standby-'));
    if (user) fs.chownSync(folder, user.uid, user.gid);
    const copy = ['-d', url, '-D', path.join(folder, 'data'), '-X', 'stream', '-c', 'fast', '--write-recovery-conf'];
    execFileSync(path.join(binaries, 'pg_basebackup'), [...copy, '--no-sync'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    return folder;
  };

/** A hot standby of a server that was started here. */
export const startStandby = (url: string): Promise<PostgresServer> => startOwnPostgres({ makeCluster: copyOf(url) });

/** A folder with an empty database, owned by the user that runs the server. */
function newCluster(binaries: string, user: ReturnType<typeof runAs>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'test-postgres-'));
  if (user) fs.chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C.UTF-8'];
  execFileSync(path.join(binaries, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' });
  return folder;
}

interface Options {
  readonly makeCluster?: MakeCluster;
  /** Each commit waits for the disk, as in production. */
  readonly synced?: boolean;
}

/**
 * Starts a PostgreSQL server with the installed binaries in a temporary folder. Installs them where that is possible.
 */
export async function startOwnPostgres({
  makeCluster = newCluster,
  synced = false,
}: Options = {}): Promise<PostgresServer> {
  const binaries = findBinaries() ?? install();
  const user = runAs();
  const folder = makeCluster(binaries, user);
  const port = await freePort();
  const settings = synced ? sizes : [...unsafe, ...sizes];
  const flags = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings].flatMap((flag) => [
    '-c',
    flag,
  ]);
  const command = [path.join(binaries, 'postgres'), '-D', path.join(folder, 'data'), '-p', String(port), ...flags];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const launch = () =>
    spawn('sh', ['-c', untilInputEnds, 'sh', ...command], {
      ...user,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  let server = launch();
  const halt = async (): Promise<void> => {
    server.stdin.end();
    if (server.exitCode === null) await once(server, 'exit');
  };
  const stop = async (): Promise<void> => {
    await halt();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const untilUp = async (): Promise<void> => {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await answers(url)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await stop();
    throw new Error(`PostgreSQL (${binaries}) was found but did not start`);
  };
  const resume = async (): Promise<void> => {
    server = launch();
    await untilUp();
  };
  await untilUp();
  return { url, halt, resume, stop };
}

/**
 * The PostgreSQL server of the tests: the one in TEST_DATABASE_URL, or a new one.
 * @throws an error that explains why none is available
 */
export async function startPostgres(synced = false): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { url: given, stop: async () => undefined } : startOwnPostgres({ synced });
}
