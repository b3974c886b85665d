import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Makes a folder that nobody but its owner may enter, and closes one of ours that is there. */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // What is mounted may be another's, and stays as its owner wants it.
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
}
