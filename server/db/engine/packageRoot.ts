import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const hasPackage = (folder: string): boolean => existsSync(join(folder, 'package.json'));

function rootAbove(folder: string): string {
  if (hasPackage(folder)) return folder;
  if (dirname(folder) === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
  return rootAbove(dirname(folder));
}

/**
 * The folder of the package. Paths of files start here, since the built server is in another folder than its sources.
 */
export const packageRoot = rootAbove(import.meta.dirname);
