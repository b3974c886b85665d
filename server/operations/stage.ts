import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** How the folders begin in which a backup is put together or taken apart. */
export const stages = /^(backup|restore)-[0-9a-f-]{36}$/;

/**
 * Works in a folder of its own inside the data folder, on the same disk, that nobody else may read, and removes it, also
 * when the process is told to end meanwhile.
 */
export async function inStage<T>(
  dataDir: string,
  name: 'backup' | 'restore',
  work: (stage: string) => Promise<T>,
): Promise<T> {
  const stage = join(dataDir, `${name}-${randomUUID()}`);
  mkdirSync(stage, { mode: 0o700 });
  const remove = () => rmSync(stage, { recursive: true, force: true });
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
