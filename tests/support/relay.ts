import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from './server.ts';

const run = promisify(execFile);

let isBuilt = false;

/** The arguments of the built relay. */
function relay(folder: string, args: readonly string[]): string[] {
  if (!isBuilt) execFileSync(process.execPath, ['scripts/build-server.mjs']);
  isBuilt = true;
  return ['--enable-source-maps', 'build/relay.js', '--data', folder, ...args];
}

/** Runs a command of the relay of a folder: its exit code and what it prints. */
export async function relayCommand(folder: string, ...args: string[]): Promise<{ code: number; out: string }> {
  try {
    const { stdout } = await run(process.execPath, relay(folder, args));
    return { code: 0, out: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, out: stderr };
  }
}

export interface RunningRelay {
  readonly url: string;
  readonly logs: () => string;
  /** Kills the process immediately, like a power failure. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));

/** Starts the real relay of a folder, at a free local port unless one is given. */
export async function startRelay(
  folder: string,
  { args = [], port }: { readonly args?: readonly string[]; readonly port?: number } = {},
): Promise<RunningRelay> {
  const at = String(port ?? (await freePort()));
  const child = spawn(process.execPath, relay(folder, ['--port', at, ...args]), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const url = `http://127.0.0.1:${at}`;
  const limit = Date.now() + 120_000;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))?.ok) {
    if (Date.now() > limit || child.exitCode !== null) throw new Error(`the relay did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await ended(child);
  };
  return { url, logs: () => output, kill: end('SIGKILL'), stop: end('SIGTERM') };
}
