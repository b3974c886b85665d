import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const holdsPackage = (folder: string): boolean => existsSync(join(folder, 'package.json'));

function rootAbove(folder: string): string {
  if (holdsPackage(folder)) return folder;
  if (dirname(folder) === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
  return rootAbove(dirname(folder));
}

/** The product's folder: files that are read as files are named from here, since the built server lies elsewhere than its sources. */
export const packageRoot = rootAbove(import.meta.dirname);
