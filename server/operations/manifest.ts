import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dump } from '../db/backup/dump.ts';

/** What a backup says of itself. Beside it are the folders `tables` and `files`. */
export interface Manifest extends Dump {
  /** Of this form of backup; a build reads those that it knows. */
  readonly format: 1;
  readonly created_at: string;
}

const nameOf = (folder: string): string => join(folder, 'manifest.json');
export const tablesOf = (folder: string): string => join(folder, 'tables');
/** What the data folder held beside its database. */
export const filesOf = (folder: string): string => join(folder, 'files');

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(nameOf(folder), JSON.stringify(manifest, null, 2), { mode: 0o600 });

/** Throws a sentence when there is none, or one of a form that this build does not know. */
export function readManifest(folder: string): Manifest {
  if (!existsSync(nameOf(folder))) throw new Error('the file is no backup of this product: it has no manifest');
  const manifest = JSON.parse(readFileSync(nameOf(folder), 'utf8')) as Manifest;
  if (manifest.format !== 1) throw new Error('the backup is of a newer build: restore it with that one');
  return manifest;
}
