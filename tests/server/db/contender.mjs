// A thread that competes with others for the lock of a folder whose holder is dead (see lock.test.ts).
import fs from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { lockDirectory } = await import('../../../server/db/embedded/lock.ts');
const { folder, rounds, threads, shared } = workerData;
const [arrived, begun, winners] = [0, 1, 2];

/** Waits until all threads have arrived; the last one calls `begin` before they continue. */
function together(step, begin) {
  if (Atomics.add(shared, arrived, 1) + 1 === threads) {
    Atomics.store(shared, arrived, 0);
    begin();
    Atomics.store(shared, begun, step);
    Atomics.notify(shared, begun);
  } else while (Atomics.load(shared, begun) < step) Atomics.wait(shared, begun, step - 1, 1);
}

for (let round = 0; round < rounds; round += 1) {
  const own = path.join(folder, String(round));
  together(2 * round + 1, () => {
    fs.mkdirSync(own);
    fs.writeFileSync(path.join(own, 'database.lock'), 'torn');
  });
  try {
    lockDirectory(own, () => undefined);
    Atomics.add(shared, winners + round, 1);
  } catch (error) {
    if (!error.message.includes('in use by process')) throw error;
  }
  together(2 * round + 2, () => undefined);
}
process.exit(0);
