import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { keepHeapSmall } from './heapGrowth.ts';
import { whenParentEnds } from './watchParent.ts';

/** The longest time for a shutdown, in ms. */
const limitMs = 10_000;

const whyNoPort: Readonly<Record<string, (port: number, host: string, variable: string) => string>> = {
  EADDRINUSE: (port, host, variable) =>
    `port ${port} of ${host} is in use, perhaps by another server of this console: stop that one, or give this one another ${variable} (and another DATA_DIR)`,
  EACCES: (port, _, variable) => `this user may not listen on port ${port}: set ${variable} to one above 1023`,
  EADDRNOTAVAIL: (_, host) => `${host} is no address of this machine: set HOST to one that it has, such as 127.0.0.1`,
};

/**
 * Makes sure that the program can listen, before it opens or writes anything.
 * @param variable the setting with the port
 * @throws a sentence with the cure if it cannot
 */
export async function checkPort(port: number, host: string, variable = 'PORT'): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(whyNoPort[error.code ?? '']?.(port, host, variable) ?? error.message)),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * Starts the program, and stops it in order on a signal. A failed start prints the reason and ends the process with 1.
 * @param start returns the function that stops it
 * @param name what the program is, for the reason of a failed start
 */
export async function runUntilEnded(
  start: () => Promise<() => Promise<void>>,
  log: Logger,
  name = 'console',
): Promise<void> {
  keepHeapSmall();
  try {
    const stop = await start();
    let stopping = false;
    const end = async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), limitMs).unref();
      await stop();
      process.exit(0);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    whenParentEnds(end);
  } catch (error) {
    console.error(error instanceof Error ? `The ${name} did not start: ${error.message}` : error);
    log.debug({ err: error }, 'start failed');
    process.exit(1);
  }
}
