import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** A folder and all folders in it, as paths in the tree. */
const foldersIn = (root: string, folder: string): string[] => [
  folder,
  ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length)
        .replace(/^[/\\]/, ''),
    ),
];

/**
 * Watches each folder by itself. Node's recursive watching on Linux loses a file that an editor replaces by another one.
 * @param root the folder of the tree
 * @param folders paths in the tree
 * @param onChange called with the path of a changed file in the tree
 */
export function watchFolders(root: string, folders: readonly string[], onChange: (path: string) => void): void {
  const watchers = new Map<string, FSWatcher>();
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name).replaceAll('\\', '/'));
  const follow = (isStart: boolean): void => {
    for (const folder of folders.flatMap((one) => foldersIn(root, one))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(join(root, folder), (_event, name) => {
        follow(false);
        if (name !== null) onChange(join(folder, name).replaceAll('\\', '/'));
      });
      const forget = () => {
        watcher.close();
        watchers.delete(folder);
      };
      // The folder was removed.
      watcher.on('error', forget);
      watchers.set(folder, watcher);
      // A new folder may have got its files before it was watched.
      if (!isStart) filesIn(folder).forEach(onChange);
    }
  };
  follow(true);
}
