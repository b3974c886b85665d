import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detectFileType } from './detectFileType.ts';
import { receive } from './receive.ts';

/** The file of an upload that is not stored yet; a backup leaves it out. */
const draftOf = (folder: string, id: string): string => join(folder, `${id}.part`);

/** Longer than any upload may take. */
const staleMs = 24 * 60 * 60 * 1000;

/** Creates a folder that only its owner can enter. */
export async function ensureFolder(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, 0o700);
}

/** Receives uploads into a folder: the first step of every file store. */
export const createDrafts = (folder: string) => ({
  draftOf: (id: string): string => draftOf(folder, id),
  async receive(id: string, bytes: AsyncIterable<Uint8Array>, most: number) {
    await ensureFolder(folder);
    return receive(bytes, draftOf(folder, id), most);
  },
  typeOf: (id: string, name: string, wanted: readonly string[]) => detectFileType(draftOf(folder, id), name, wanted),
  /** Removes files of processes that ended while they received. */
  async removeStale(): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      if (!name.endsWith('.part') || Date.now() - (await stat(file)).mtimeMs < staleMs) continue;
      await rm(file, { force: true });
    }
  },
  remove: (id: string): Promise<void> => rm(draftOf(folder, id), { force: true }),
});
