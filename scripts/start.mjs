// npm start: installs missing packages, builds console and server if their sources changed, and runs the server.
// npm run dev (with --dev): the server and the console from their sources, and what each save of a declaration leads to.
// Plain Node, because packages may not be installed yet.
import { spawn } from 'node:child_process';
import { buildConsole } from './build-console.mjs';
import { buildServer } from './build-server.mjs';
import { installPackages } from './install-packages.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

// Before anything is built or written.
await import('./refuse-circles.mjs');
installPackages({ withDev: false });

const dev = process.argv.includes('--dev');
if (!dev) {
  await buildConsole();
  await buildServer();
}

const server = dev
  ? ['--watch-path=server', '--watch-path=contract', '--import', 'tsx', 'server/main.ts', '--dev']
  : ['--enable-source-maps', 'build/main.js'];
const run = (args, input) => spawn(process.execPath, args, { stdio: [input, 'inherit', 'inherit'] });
const children = [run(server, dev ? 'ignore' : 'inherit')];
if (dev) {
  children.push(run(['node_modules/vite/bin/vite.js'], 'ignore'));
  // The only one that reads the keyboard.
  children.push(run(['--import', 'tsx', 'scripts/dev/watchDeclarations.ts'], 'inherit'));
}
const end = (signal) => {
  for (const child of children) child.kill(signal);
};
process.on('SIGINT', () => end('SIGINT'));
process.on('SIGTERM', () => end('SIGTERM'));
// npm passes a signal only to its shell, which ends without notice. The server must end then too (see
// server/start/watchParent.ts).
const parent = process.ppid;
const watch = () => process.ppid !== parent && end('SIGTERM');
if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref();
children[0].on('exit', (code, signal) => {
  end('SIGTERM');
  process.exit(code ?? (signal ? 1 : 0));
});
