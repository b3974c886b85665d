import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnlessBuilt } from './built.mjs';

const folder = 'build';
const sources = ['scripts/build-server.mjs', 'package-lock.json', 'contract', 'server', 'kit/typescript/src'];

/**
 * Three programs with shared modules. Packages are not bundled, and modules that few settings need are loaded only for
 * these.
 */
const options = {
  entryPoints: ['server/main.ts', 'server/worker.ts', 'server/relay.ts'],
  outdir: folder,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
};

/**
 * Writes each file under a temporary name and renames it, because another process may build or start at the same time.
 */
async function build() {
  // Imported here because packages may not be installed yet when this file is loaded.
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build(options);
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(folder))
    if (/\.js(\.map)?$/.test(name) && !made.has(name)) rmSync(join(folder, name), { force: true });
}

/**
 * Builds the server into build/ unless that build is up to date.
 * @throws If it fails.
 */
export const buildServer = () => buildUnlessBuilt(folder, sources, build);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
