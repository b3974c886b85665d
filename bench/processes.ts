import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

/** A server of one process or several identical ones, each with its own address. */
export interface Served {
  readonly urls: readonly string[];
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Combines identical servers, over which the clients are spread. */
export const combineServers = (servers: readonly Served[]): Served => ({
  urls: servers.flatMap(({ urls }) => urls),
  pids: servers.flatMap(({ pids }) => pids),
  stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}

/**
 * Starts a program on a free port.
 * @param program The arguments for Node.
 * @param path A path that answers once the program is ready.
 */
export async function start(program: readonly string[], path: string, env: Record<string, string>): Promise<Served> {
  const port = await freePort();
  const profile = process.env['BENCH_PROFILE'];
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(process.execPath, [...flags, ...program], {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await untilAnswering(`${url}${path}`, child);
  return { urls: [url], pids: [child.pid ?? 0], stop };
}

/** The processor time of a process so far, in milliseconds, and its parent; undefined if it has ended. */
function stat(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = (at: number): number => Number(fields[at]) * 10;
    return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
  } catch {
    return undefined;
  }
}

/** The processor time of processes and their children so far, including ended children, in milliseconds. */
export const processorTime = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + timeOf(pid), 0);

function timeOf(pid: number): number {
  const self = stat(pid);
  const children = readdirSync('/proc').flatMap((name) => {
    const found = /^\d+$/.test(name) ? stat(Number(name)) : undefined;
    return found?.parent === pid ? found.own + found.ended : [];
  });
  return children.reduce((sum, one) => sum + one, (self?.own ?? 0) + (self?.ended ?? 0));
}

/** The parent of a process. */
export const parentOf = (pid: number): number => stat(pid)?.parent ?? 0;

/** The peak memory of a process so far, in MB. */
export function peakMemory(pid: number): number {
  const line = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
