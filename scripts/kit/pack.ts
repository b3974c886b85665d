import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const source = join(root, 'kit/typescript');

const readJson = (file: string): object => JSON.parse(readFileSync(file, 'utf8'));

/** The modules of the kit for JavaScript: the kit itself, and what not every product needs. */
const modules = ['index', 'fingerprint', 'console'] as const;

/**
 * A module of the kit for JavaScript, minified.
 * @param name that of the kit itself unless given
 */
export const minifiedKit = (name: (typeof modules)[number] = 'index'): string => {
  const { outputFiles } = buildSync({
    entryPoints: [join(source, `src/${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Packs the kit for TypeScript and JavaScript: its minified modules and their types.
 * @param destination the folder for the file; kit/typescript unless given
 * @returns the path of the packed file
 */
export function packKit(destination = source): string {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/kit-'));
  try {
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', source, '--outDir', folder];
    execFileSync(process.execPath, tsc, { stdio: 'inherit' });
    for (const name of modules) writeFileSync(join(folder, `${name}.js`), minifiedKit(name));
    const { version } = readJson(join(root, 'package.json')) as { version: string };
    const description = { ...readJson(join(source, 'package.json')), version };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(description, null, 2));
    cpSync(join(source, 'README.md'), join(folder, 'README.md'));
    mkdirSync(resolve(destination), { recursive: true });
    const args = ['pack', folder, '--pack-destination', resolve(destination), '--silent'];
    const name = execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
    return join(resolve(destination), name.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
