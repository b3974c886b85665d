import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildUnlessBuilt } from './built.mjs';

const sources = ['index.html', 'vite.config.ts', 'package-lock.json', 'contract', 'public', 'src'];

function build() {
  console.log('Building the console …');
  const steps = [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], ['scripts/check-bundle.mjs']];
  for (const step of steps) {
    const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}

/** Builds the console into dist/ unless that build is up to date; ends the process if it fails. */
export const buildConsole = () => buildUnlessBuilt('dist', sources, build);

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildConsole();
