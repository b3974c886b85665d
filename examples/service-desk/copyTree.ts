import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A copy of this source tree with its packages, in which files may be written. */
export function copyTree(): { tree: string; remove(): void } {
  const tree = mkdtempSync(join(tmpdir(), 'licence-tree-'));
  const left = new Set(
    ['node_modules', '.cache', '.git', 'build', 'dist', 'data', 'screenshots'].map((name) => join(root, name)),
  );
  cpSync(root, tree, { recursive: true, filter: (from) => !left.has(from) });
  for (const name of ['node_modules', '.cache']) {
    mkdirSync(join(root, name), { recursive: true });
    symlinkSync(join(root, name), join(tree, name));
  }
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) };
}
