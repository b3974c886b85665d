// Finds files that import each other in a circle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** `import … from`, `export … from`, `import '…'` and the lazy `import(…)`; the first group has the word `type`. */
const importStatement =
  /^\s*(?:import|export)\s+(type\s)?[^;'"()]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\s*\(\s*(?:\/\*[^*]*\*\/\s*)?'([^']+)'/gm;

/** The imports of a file: each path, and whether only types are imported. */
export const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(importStatement)].map(([, type, named, plain, lazy]) => ({
    to: named ?? plain ?? lazy,
    isType: type !== undefined,
  }));

/** The path of an imported file from the root of the tree; undefined for a package. */
export const importedFile = (file, to) => (to.startsWith('.') ? normalize(join(dirname(file), to)) : undefined);

/**
 * The circles of a graph of imports, each as a sentence with its files and the cure.
 * @param graph the imported files by file
 */
export function circlesIn(graph) {
  const found = [];
  const state = new Map();
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      const files = path.slice(path.indexOf(file));
      const among = `${files.slice(0, -1).join(', ')} and ${files.at(-1)}`;
      const cure = files.some((one) => one.startsWith('contract/'))
        ? "refer to an entity by its name, as in reference('asset'), and move what several files need into one of its own"
        : 'move what several of them need into a file of its own';
      found.push(files.length > 1 ? `${among} import each other; ${cure}` : `${file} imports itself; leave that out`);
      return;
    }
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/** The circles among the values that the files of contract/ import; types are gone before a script runs. */
export function contractCircles() {
  if (!existsSync('contract')) return [];
  const files = readdirSync('contract', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));
  const valuesOf = (file) =>
    importsOf(file).flatMap(({ to, isType }) => (isType ? [] : (importedFile(file, to) ?? [])));
  return circlesIn(new Map(files.map((file) => [file, valuesOf(file)])));
}
