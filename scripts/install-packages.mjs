// Plain Node, because packages may not be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';

const lock = 'package-lock.json';
const installed = 'node_modules/.package-lock.json';

const packagesOf = (file) =>
  Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([name]) => name !== '');

/**
 * Compares the installed versions with the locked ones, because a fresh clone gives every file the time of its
 * checkout.
 */
function isLocked(withDev) {
  const have = new Map(packagesOf(installed).map(([name, { version }]) => [name, version]));
  const isNeeded = ({ optional, devOptional, dev }) => !optional && !devOptional && (withDev || !dev);
  return packagesOf(lock).every(([name, one]) => !isNeeded(one) || have.get(name) === one.version);
}

const isNewer = () => statSync(installed).mtimeMs >= statSync(lock).mtimeMs - 1000;

/** `npm ci` first empties node_modules. If it is a link, that would delete the packages of another tree. */
const isLink = () => lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * Installs the packages unless the locked versions are installed; ends the process if that fails.
 * @param withDev True if the packages for tests and checks are needed too.
 */
export function installPackages({ withDev }) {
  if (existsSync(installed) && ((!withDev && isNewer()) || isLocked(withDev))) return;
  if (isLink()) {
    console.error('node_modules is a link, and installing would empty the folder that it leads to; install there.');
    process.exit(1);
  }
  console.log('Installing the packages …');
  const args = ['ci', '--no-audit', '--no-fund', ...(withDev ? ['--include=dev'] : [])];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
