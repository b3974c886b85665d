import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { receive } from './receive.ts';
import { sniff } from './sniff.ts';

/** What is received and not kept yet ends like this; a backup leaves it out. */
const draftOf = (folder: string, id: string): string => join(folder, `${id}.part`);
/** Of ids that are random, a folder for the first two signs has a 256th of all. */
const placeOf = (folder: string, id: string): string => join(folder, id.slice(0, 2), id);

async function ensure(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) await chmod(folder, 0o700);
}

/** Makes the names in a folder last. */
async function sync(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  await opened.sync().finally(() => opened.close());
}

/** Receives uploads into a folder: what every place to keep them in begins with. */
export const createDrafts = (folder: string) => ({
  draftOf: (id: string): string => draftOf(folder, id),
  async receive(id: string, bytes: AsyncIterable<Uint8Array>, most: number) {
    await ensure(folder);
    return receive(bytes, draftOf(folder, id), most);
  },
  typeOf: (id: string, name: string, wanted: readonly string[]) => sniff(draftOf(folder, id), name, wanted),
  remove: (id: string): Promise<void> => rm(draftOf(folder, id), { force: true }),
});

/** Keeps files in a folder that its owner alone may enter; none of them can be executed (D13). */
export function createFileFolder(folder: string) {
  const drafts = createDrafts(folder);
  return {
    receive: drafts.receive,
    typeOf: drafts.typeOf,
    async keep(id: string): Promise<void> {
      const place = placeOf(folder, id);
      await ensure(dirname(place));
      await rename(drafts.draftOf(id), place);
      await sync(dirname(place));
    },
    async read(id: string): Promise<Readable> {
      const opened = await open(placeOf(folder, id), 'r');
      return createReadStream('', { fd: opened });
    },
    async remove(id: string): Promise<void> {
      await drafts.remove(id);
      await rm(placeOf(folder, id), { force: true });
    },
  };
}
