import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The processor time of all processes so far, in milliseconds. */
function used(): number {
  const [user = 0, nice = 0, system = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system) * 10;
}

/**
 * Starts to observe the machine.
 * @param ours Returns our own processor time so far, in milliseconds.
 * @returns A function that returns the share of the processors that others have used since.
 */
export function watchOthers(ours: () => number): () => number {
  const others = (): number => used() - ours();
  const [before, start] = [others(), Date.now()];
  return () => Math.max(0, others() - before) / (Date.now() - start) / cpus().length;
}

/** The share of the processors that is in use while we are idle, observed for a second. */
async function busy(): Promise<number> {
  const found = watchOthers(() => 0);
  await pause(1_000);
  return found();
}

/**
 * Waits until others use less than a tenth of the processors, at most for the given time.
 * @returns Their share in the end.
 */
export async function waitUntilQuiet(seconds: number): Promise<number> {
  const end = Date.now() + seconds * 1_000;
  let found = await busy();
  while (found > 0.1 && Date.now() < end) found = await busy();
  return found;
}
