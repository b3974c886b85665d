import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseDump } from '../db/backup/dump.ts';

/** The description inside a backup. Beside it are the folders `tables` and `files`. */
export interface Manifest extends DatabaseDump {
  /** The format of the backup; a version of the product reads the formats that it knows. */
  readonly format: 1;
  readonly created_at: string;
}

const nameOf = (folder: string): string => join(folder, 'manifest.json');
export const backupTables = (folder: string): string => join(folder, 'tables');
/** The folder with the data folder's files, without the database. */
export const backupFiles = (folder: string): string => join(folder, 'files');

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(nameOf(folder), JSON.stringify(manifest, null, 2), { mode: 0o600 });

/** @throws a sentence if there is no manifest, or one of a newer format */
export function readManifest(folder: string): Manifest {
  if (!existsSync(nameOf(folder))) throw new Error('the file is no backup of this product: it has no manifest');
  const manifest = JSON.parse(readFileSync(nameOf(folder), 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new Error('the backup was made by a newer version: restore it with that version');
  return manifest;
}
