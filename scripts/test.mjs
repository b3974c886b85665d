// Finds or installs what the tests need, runs them, and ends with a line for each that failed and one of totals.
// Plain Node, since nothing may be installed yet.
//
// npm test                    each layer: the main files, properties at short length, one engine where either will do
// npm test -- FILE            the file as a whole, on both engines
// npm run test:fast           contract and server on PostgreSQL, without the slow files: for use before each commit
// npm run test:all            everything but the projects wide* (scripts/wide.mjs)
// npm run test:all -- --rest  what npm test leaves out: CI runs it after npm test
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

/** Installs Debian packages where that is possible; says so where it is not. */
function install(packages) {
  const apt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!apt) return console.error(`These packages would help: ${packages.join(', ')}`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  console.log(`Installing ${packages.join(', ')} …`);
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', ...packages], options);
}

const missing = [];
// The shell takes half the time; any other will do where it cannot be had.
if (!anyOf([process.env.CHROME_PATH, shell])) missing.push('chromium-headless-shell');
if (!anyOf(chinese)) missing.push('fonts-noto-cjk');
if (missing.length > 0) install(missing);
if (!anyOf([process.env.CHROME_PATH, shell, ...others]))
  console.error('No Chromium was found. Please install chromium-headless-shell or chromium, or set CHROME_PATH.');

installPackages({ withDev: true });

/** Where the tests' files go, thousands of them in each database: into memory, where there is room for all. */
function folderForFiles() {
  const [memory, room] = ['/dev/shm', 6 * 2 ** 30];
  const isRoomy = (folder) => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > room && freemem() > room;
  };
  const folder = mkdtempSync(join(existsSync(memory) && isRoomy(memory) ? memory : tmpdir(), 'licence-test-'));
  // PostgreSQL runs as another user than root.
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

const options = ['--fast', '--rest', '--all'];

/** The scale of the tests (tests/support/scale.ts), and the projects or files that were asked for. */
function select(args) {
  const asked = args.filter((arg) => !options.includes(arg));
  const withoutWide = ['--project=!wide*', ...asked];
  if (process.env.TEST_SCALE === 'long') return { scale: 'long', which: asked };
  if (args.includes('--fast')) return { scale: 'fast', which: ['--project=contract', '--project=server', ...asked] };
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
/** What failed of a file, and why; the file itself, where no test of it did. */
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
