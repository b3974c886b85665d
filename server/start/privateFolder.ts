import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Creates a folder that only its owner can enter, or restricts an existing one of ours. */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A mounted folder may belong to another user, and keeps its permissions.
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700);
}
