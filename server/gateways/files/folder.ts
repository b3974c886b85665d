import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createDrafts, ensureFolder } from './drafts.ts';
import { storagePath } from './storagePath.ts';

/** Syncs the names in a folder to disk. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

/** Stores files in a folder that only its owner can enter; none of them is executable (D13). */
export function createFileFolder(folder: string) {
  const drafts = createDrafts(folder);
  return {
    receive: drafts.receive,
    typeOf: drafts.typeOf,
    async keep(id: string): Promise<void> {
      const place = join(folder, storagePath(id));
      await ensureFolder(dirname(place));
      await rename(drafts.draftOf(id), place);
      await sync(dirname(place));
    },
    async read(id: string, range: { start?: number; end?: number } = {}): Promise<Readable> {
      const opened = await open(join(folder, storagePath(id)), 'r');
      return createReadStream('', { fd: opened, ...range });
    },
    async remove(id: string): Promise<void> {
      await drafts.remove(id);
      await rm(join(folder, storagePath(id)), { force: true });
    },
  };
}
