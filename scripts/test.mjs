// Finds or installs what the tests need, runs them, and prints a line for each failure and one with totals.
// Plain Node, because packages may not be installed yet.
//
// npm test                    each layer: the main files, properties at short length, one engine where either will do
// npm test -- FILE            the file as a whole, on both engines
// npm run test:fast           contract and server on PostgreSQL, without the slow files: for use before each commit
// npm run test:all            everything but the projects wide* (scripts/wide.mjs)
// npm run test:all -- --rest  what npm test leaves out: CI runs it after npm test, a project at a time (--project=NAME)
//
// tests/support/selection.ts lists the files, tests/support/scale.ts the lengths.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { installPackages } from './install-packages.mjs';

const [shell, ...others] = JSON.parse(readFileSync('scripts/browsers.json', 'utf8'));
const anyOf = (paths) => paths.some((path) => path && existsSync(path));
const chinese = ['/usr/share/fonts/opentype/noto', '/usr/share/fonts/truetype/noto'];

/** Installs Debian packages if that is possible, otherwise prints a message. */
function install(packages) {
  const apt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!apt) return console.error(`These packages would help: ${packages.join(', ')}`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  console.log(`Installing ${packages.join(', ')} …`);
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], options);
}

const missing = [];
// The headless shell takes half the time of other browsers, which are used if it cannot be installed.
if (!anyOf([process.env.CHROME_PATH, shell])) missing.push('chromium-headless-shell');
if (!anyOf(chinese)) missing.push('fonts-noto-cjk');
if (missing.length > 0) install(missing);
if (!anyOf([process.env.CHROME_PATH, shell, ...others]))
  console.error('No Chromium was found. Please install chromium-headless-shell or chromium, or set CHROME_PATH.');

installPackages({ withDev: true });

/** The folder for the files of the tests, thousands for each database: in memory if there is enough space. */
function folderForFiles() {
  const [memory, space] = ['/dev/shm', 6 * 2 ** 30];
  const hasSpace = (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > space && freemem() > space;
  };
  const folder = mkdtempSync(join(existsSync(memory) && hasSpace(memory) ? memory : tmpdir(), 'licence-test-'));
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o755);
  return folder;
}

const files = folderForFiles();
const report = join(files, 'report.json');
const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];

const options = ['--fast', '--rest', '--all', '--wide'];

/** The scale of the tests (tests/support/scale.ts), and the requested projects or files. */
function select(args) {
  const asked = args.filter((arg) => !options.includes(arg));
  const withoutWide = asked.some((arg) => arg.startsWith('--project')) ? asked : ['--project=!wide*', ...asked];
  const wide = ['--project=wide*', ...asked];
  if (process.env.TEST_SCALE === 'long') return { scale: 'long', which: asked };
  if (args.includes('--fast')) return { scale: 'fast', which: ['--project=contract', '--project=server', ...asked] };
  if (args.includes('--wide')) return { scale: asked.length === 0 ? 'wide' : 'all', which: wide };
  if (args.includes('--rest')) return { scale: 'rest', which: withoutWide };
  if (args.includes('--all')) return { scale: 'all', which: withoutWide };
  return asked.length === 0 ? { scale: 'short', which: withoutWide } : { scale: 'all', which: asked };
}
const { scale, which } = select(process.argv.slice(2));
const { status } = spawnSync(process.execPath, [...args, ...which], {
  stdio: 'inherit',
  env: { ...process.env, TMPDIR: files, TEST_SCALE: scale },
});
const totals = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 };
/** The failures of a file with their reasons; the file itself if it failed outside of its tests. */
const failuresOf = ({ name, message, assertionResults }) => {
  const file = relative('.', name);
  const tests = assertionResults.filter((one) => one.status === 'failed');
  if (tests.length === 0) return [`${file}: ${message}`];
  return tests.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${failureMessages[0]}`);
};
const failures = (totals.testResults ?? []).filter(({ status }) => status === 'failed').flatMap(failuresOf);
const failed = Math.max(failures.length, totals.numFailedTests, status === 0 ? 0 : 1);
rmSync(files, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure.replaceAll(/\s+/g, ' ').slice(0, 600)}`);
console.log(`${totals.numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
