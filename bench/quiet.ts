import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What all processes have used of the processors so far, in ms. */
function used(): number {
  const [user = 0, nice = 0, system = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system) * 10;
}

/** Looks at the machine from now on. In: what we use of it so far, in ms. Out: the part that others have used since, when it is asked. */
export function watchOthers(ours: () => number): () => number {
  const others = (): number => used() - ours();
  const [before, start] = [others(), Date.now()];
  return () => Math.max(0, others() - before) / (Date.now() - start) / cpus().length;
}

/** The part of the machine's processors that is in use while we do nothing, looked at for a second. */
async function busy(): Promise<number> {
  const found = watchOthers(() => 0);
  await pause(1_000);
  return found();
}

/** Waits until others use less than a tenth of the machine, at most so many seconds. Out: their part in the end. */
export async function untilQuiet(seconds: number): Promise<number> {
  const end = Date.now() + seconds * 1_000;
  let found = await busy();
  while (found > 0.1 && Date.now() < end) found = await busy();
  return found;
}
