// npm start: installs what is missing, builds the console when its sources changed, and runs the server.
// Plain Node, since nothing may be installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { buildConsole } from './build-console.mjs';

const run = (command, args) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

const installed = 'node_modules/.package-lock.json';
const fresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs - 1000;
if (!fresh && !(existsSync(installed) && sameLock())) run('npm', ['ci', '--no-audit', '--no-fund']);

/** A clone gives every file the time of its checkout: what counts is whether the installed versions are those locked. */
function sameLock() {
  const versions = (file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([name]) => name !== '');
  const have = new Map(versions(installed).map(([name, { version }]) => [name, version]));
  return versions('package-lock.json').every(
    ([name, { version, optional, dev }]) => optional || dev || have.get(name) === version,
  );
}

const dev = process.argv.includes('--dev');
if (!dev) buildConsole();

const children = [
  spawn(
    process.execPath,
    [...(dev ? ['--watch-path=server', '--watch-path=contract'] : []), '--import', 'tsx', 'server/main.ts'],
    { stdio: 'inherit' },
  ),
  ...(dev ? [spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' })] : []),
];
const end = (signal) => {
  for (const child of children) child.kill(signal);
};
process.on('SIGINT', () => end('SIGINT'));
process.on('SIGTERM', () => end('SIGTERM'));
children[0].on('exit', (code, signal) => {
  end('SIGTERM');
  process.exit(code ?? (signal ? 1 : 0));
});
