import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  readonly logs: () => string;
  /** Kills the process immediately, like a power failure. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));

async function untilReady(url: string, child: ChildProcess, logs: () => string, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error(`the server did not start: ${logs()}`);
}

/** Creates a folder for one server, optionally as a copy of another one. */
export function dataFolder(like?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'licence-server-'));
  if (like) cpSync(like, folder, { recursive: true });
  return folder;
}

let isUpToDate = false;

/**
 * The arguments that run a program of the built server. Another tree, whose sources change, is rebuilt each time if
 * needed. A test's server lives for seconds, too short for optimized compilation to pay.
 */
function built(program: string, tree?: string): string[] {
  if (tree || !isUpToDate) execFileSync(process.execPath, ['scripts/build-server.mjs'], { cwd: tree });
  isUpToDate ||= tree === undefined;
  return ['--liftoff-only', '--enable-source-maps', `build/${program}.js`];
}

/**
 * Starts the real server on a free local port. It uses its own folder, which is deleted with it, unless DATA_DIR is
 * set.
 * @param tree another source tree, which is started like `npm start`
 * @param like a folder of which the server's own is a copy
 * @param hasConsole true if the console of the tree is built already
 */
export async function startServer(
  env: Record<string, string> = {},
  tree?: string,
  like?: string,
  hasConsole = false,
): Promise<RunningServer> {
  const port = await freePort();
  const dataDir = env['DATA_DIR'] ?? dataFolder(like);
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env };
  const child = spawn(process.execPath, tree && !hasConsole ? ['scripts/start.mjs'] : built('main', tree), {
    // The NODE_ENV of a test would produce a different build from the one that users get.
    env: { ...process.env, ...settings, ...(tree !== undefined && { NODE_ENV: 'production' }) },
    ...(tree !== undefined && { cwd: tree }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const url = `http://127.0.0.1:${port}`;
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended(child);
  };
  // Another tree is built first.
  await untilReady(url, child, () => output, tree ? 480 : 180);
  const stop = async () => {
    await end('SIGTERM')();
    if (!env['DATA_DIR']) rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, dataDir, logs: () => output, kill: end('SIGKILL'), stop };
}

/**
 * Starts a worker over the database in the settings.
 * @returns functions that stop it gracefully or kill it
 */
export async function startWorker(env: Record<string, string>) {
  const folder = dataFolder();
  const child = spawn(process.execPath, built('worker'), {
    env: { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'info', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const limit = Date.now() + 60_000;
  while (!output.includes('"msg":"working"')) {
    if (Date.now() > limit || child.exitCode !== null) throw new Error(`the worker did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended(child);
    if (signal === 'SIGTERM') rmSync(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  return { stop: end('SIGTERM'), kill: end('SIGKILL') };
}
