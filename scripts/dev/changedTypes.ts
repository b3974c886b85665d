import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the types of the changed files were found. */
export type TypesFeedback = { readonly isInstalled: false } | { readonly isInstalled: true; readonly errors: string[] };

/** The text of the compiler for each error, without its path from the configuration's folder. */
const errorsIn = (output: string): string[] =>
  output
    .split('\n')
    .map((line) => line.replace(/^(\.\.\/)+/, ''))
    .filter((line) => /\(\d+,\d+\): error /.test(line));

/**
 * Checks the types of the changed files and of what they import, which takes two seconds where the whole tree takes
 * twenty. `npm run check` checks the rest.
 * @param root the folder of the tree
 * @param files the changed files, by their paths in the tree
 */
export function changedTypes(root: string, files: readonly string[]): Promise<TypesFeedback> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  if (!existsSync(compiler)) return Promise.resolve({ isInstalled: false });
  const folder = join(root, 'node_modules/.cache/licence-console');
  const config = join(folder, 'changedTypes.json');
  mkdirSync(folder, { recursive: true });
  const settings = { extends: '../../../tsconfig.json', include: [], files: files.map((file) => join(root, file)) };
  writeFileSync(config, JSON.stringify(settings));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', config], { cwd: root });
    let output = '';
    child.stdout.on('data', (part) => {
      output += part;
    });
    child.on('close', () => resolve({ isInstalled: true, errors: errorsIn(output) }));
  });
}
