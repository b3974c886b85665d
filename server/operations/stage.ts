import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const retryMs = 50;
const retries = 100;

/**
 * Removes a folder in which a thread or a pending operation may still create a file (ENOTEMPTY): it is tried again for
 * five seconds. Synchronous, because it also runs when a signal ends the process.
 */
function removeFolder(folder: string, left = retries): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (left === 0) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    removeFolder(folder, left - 1);
  }
}

/** The names of temporary folders of backups and restores. */
export const stageFolderPattern = /^(backup|restore)-[0-9a-f-]{36}$/;

/**
 * Works in a private folder inside the data folder, on the same disk, and removes it, also when a signal ends the
 * process.
 */
export async function inStage<T>(
  dataDir: string,
  name: 'backup' | 'restore',
  work: (stage: string) => Promise<T>,
): Promise<T> {
  const stage = join(dataDir, `${name}-${randomUUID()}`);
  mkdirSync(stage, { mode: 0o700 });
  const remove = () => removeFolder(stage);
  const end = () => {
    remove();
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    return await work(stage);
  } finally {
    for (const signal of signals) process.off(signal, end);
    remove();
  }
}
