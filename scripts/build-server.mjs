import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnlessBuilt } from './built.mjs';

const folder = 'build';
const sources = ['scripts/build-server.mjs', 'package-lock.json', 'contract', 'server'];

/** Two programs that share their modules. Packages stay where they are, and what few settings need is read for these alone. */
const options = {
  entryPoints: ['server/main.ts', 'server/worker.ts'],
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

/** Each file is whole at any moment: another process may build, or start, at the same time. */
async function build() {
  // Nothing may be installed yet when this file is read.
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

/** Builds the server into build/ unless it was built from these very sources. Throws when that fails. */
export const buildServer = () => buildUnlessBuilt(folder, sources, build);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
