import type { Logger } from 'pino';
import { keepHeapSmall } from './heapGrowth.ts';
import { whenParentEnds } from './watchParent.ts';

/** The longest time for a shutdown, in ms. */
const limitMs = 10_000;

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
