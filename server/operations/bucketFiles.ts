import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { tableFile } from '../db/backup/dump.ts';
import type { Bucket } from '../gateways/files/bucket.ts';
import { storagePath } from '../gateways/files/storagePath.ts';
import { backupFiles, backupTables } from './manifest.ts';

/** Undoes what was done. */
export type Undo = () => Promise<void>;

/** The folder of uploaded files in a backup, as in the data folder. */
const uploadsIn = (files: string): string => join(files, 'files');

interface StoredFileRow {
  readonly id: string;
  readonly sha256: string | null;
  readonly doomed: boolean;
  readonly owner_id: number | null;
  readonly released_at: string | null;
}

/** The rows of a backup that describe uploaded files. */
async function* rowsIn(stage: string): AsyncGenerator<StoredFileRow> {
  const input = createReadStream(tableFile(backupTables(stage), 'stored_file'));
  for await (const line of createInterface({ input, crlfDelay: Infinity })) yield JSON.parse(line) as StoredFileRow;
}

/**
 * Downloads every uploaded file that the rows of a backup refer to, so that the backup is complete. Files that a
 * running server deleted meanwhile are left out.
 * @returns the ids of the files that the storage has lost
 */
export async function downloadFromBucket(stage: string, bucket: Bucket): Promise<string[]> {
  const lost: string[] = [];
  for await (const { id, sha256, doomed, owner_id, released_at } of rowsIn(stage)) {
    if (sha256 === null || doomed) continue;
    if (await bucket.has(id)) {
      const file = join(uploadsIn(backupFiles(stage)), storagePath(id));
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(await bucket.read(id), createWriteStream(file, { mode: 0o600 }));
    } else if (owner_id !== null && released_at === null) lost.push(id);
  }
  return lost;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Uploads the files of a backup that the bucket does not have, and removes their folder, so that it does not get into
 * the data folder.
 * @returns a function that deletes them from the bucket again
 */
export async function uploadToBucket(files: string, bucket: Bucket): Promise<Undo> {
  const folder = uploadsIn(files);
  const added: string[] = [];
  const undo = async () => {
    for (const id of added) await bucket.remove(id);
  };
  if (!existsSync(folder)) return undo;
  try {
    for (const name of readdirSync(folder, { recursive: true }).map(String)) {
      const file = join(folder, name);
      const id = basename(name);
      if (!statSync(file).isFile() || (await bucket.has(id))) continue;
      added.push(id);
      await bucket.put(id, file, { size: statSync(file).size, sha256: await sha256Of(file) });
    }
  } catch (error) {
    await undo();
    throw error;
  }
  rmSync(folder, { recursive: true });
  return undo;
}
