import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../server/start/config.ts';
import { createPostgres } from '../support/database.ts';
import { scale } from '../support/scale.ts';
import { freePort } from '../support/server.ts';

// Docker is not available where these tests run, so they read the Dockerfile and carry out its instructions.

interface Step {
  readonly keyword: string;
  readonly text: string;
}
const stages = ((): Step[][] => {
  const found: Step[][] = [];
  for (const one of DockerfileParser.parse(readFileSync('Dockerfile', 'utf8')).getInstructions()) {
    if (one.getKeyword() === 'FROM') found.push([]);
    const [, text = ''] = /^\S+\s+([\s\S]*)$/.exec(one.getTextContent()) ?? [];
    found.at(-1)?.push({ keyword: one.getKeyword(), text });
  }
  return found;
})();
const [ofBuild = [], ofPackages = [], ofServer = []] = stages;
const all = (steps: readonly Step[], keyword: string) =>
  steps.filter((one) => one.keyword === keyword).map(({ text }) => text);
/** What a stage copies from the source tree. */
const copied = (steps: readonly Step[]) =>
  all(steps, 'COPY')
    .filter((text) => !text.startsWith('--'))
    .flatMap((text) => text.split(/\s+/).slice(0, -1));
const settings = Object.fromEntries(
  all(ofServer, 'ENV').flatMap((text) => text.split(/\s+/).map((one) => one.split('=') as [string, string])),
);
const command = (keyword: string): string[] =>
  JSON.parse(/\[.*\]$/.exec(all(ofServer, keyword)[0] ?? '')?.[0] ?? '') as string[];

const packagesIn = (folders: readonly string[]): Set<string> => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => /\.(ts|mjs)$/.test(name)),
  );
  const names = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^import (?:[^']* from )?|\bawait import\()'((?:@[\w-]+\/)?[\w][\w.-]*)/gm,
    ),
  ]);
  return new Set(names.map(([, name = '']) => name));
};

/** The packages that the image removes, and those that it contains. */
function packages() {
  const removed = /--ignore-scripts([^&]*)$/.exec(all(ofPackages, 'RUN')[0] ?? '')?.[1] ?? '';
  const out = new Set(removed.split(/[\s\\]+/).filter(Boolean));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  return { out, remaining: Object.keys(dependencies).filter((name) => !out.has(name)) };
}

describe('the image', () => {
  it('is made of files that there are and that its context lets in', () => {
    const allowed = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    for (const name of [...copied(ofBuild), ...copied(ofPackages), ...copied(ofServer)])
      expect([name, existsSync(name), allowed.includes(`!${name}`)]).toEqual([name, true, true]);
  });

  it('leaves out packages that nothing of the server imports, and no other', () => {
    const { out, remaining } = packages();
    const used = packagesIn(['server', 'contract', 'scripts']);
    expect([...out].filter((name) => used.has(name))).toEqual([]);
    expect(remaining.filter((name) => !used.has(name))).toEqual(['tsx']);
  });

  it('runs as another than root, keeps its data in a volume, and is told to end by SIGTERM itself', () => {
    expect(all(ofServer, 'USER')).toEqual(['node']);
    expect(all(ofServer, 'VOLUME')).toEqual([settings['DATA_DIR']]);
    expect(command('CMD')[0]).toBe('node');
  });
});

describe('compose.yaml', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: Record<string, { ports?: string[]; environment: Record<string, string> }>;
  };
  /** Replaces variables in a text as Compose does. */
  const filled = (text: string, env: Record<string, string>) =>
    text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, standard: string) => env[name] || standard);
  const configOf = (env: Record<string, string>) => {
    const given = Object.entries(services['console']?.environment ?? {});
    return readConfig({ ...settings, ...Object.fromEntries(given.map(([name, text]) => [name, filled(text, env)])) });
  };

  it('starts the demo, reachable from this machine alone', () => {
    expect(configOf({}).demo).toBe(true);
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(filled(port, {})).toMatch(/^127\.0\.0\.1:/);
  });

  it('tells the product the port that it is published on, so that links of mails lead there', () => {
    expect(filled(services['console']?.ports?.[0] ?? '', { PORT: '9000' })).toBe('127.0.0.1:9000:8080');
    expect(configOf({ PORT: '9000' }).publicUrl).toBe('http://127.0.0.1:9000');
    expect(configOf({}).publicUrl).toBe('http://127.0.0.1:8080');
    expect(configOf({ PUBLIC_URL: 'https://console.example' }).publicUrl).toBe('https://console.example');
  });

  it('has no demo where others reach it: the product is told the address that its port is published on', () => {
    const env = { BIND: '0.0.0.0' };
    expect(filled(services['console']?.ports?.[0] ?? '', env)).toMatch(/^0\.0\.0\.0:/);
    expect(configOf(env).demo).toBe(false);
    expect(configOf({ PUBLIC_URL: 'https://console.example' }).demo).toBe(false);
  });
});

/** Drops root privileges if the test runs as root. */
const unprivileged =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'] : [];
const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
const folderOf = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `licence-${name}-`));
  chmodSync(folder, 0o755);
  made.push(folder);
  return folder;
};
const copy = (names: readonly string[], to: string) => {
  for (const name of names) cpSync(name, join(to, name), { recursive: true });
};

/** The dependencies of packages among the installed packages. */
function needed(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = join('node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
    needed(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

/** Builds the tree of the last stage; the short version uses the existing packages and build. */
function buildTree(): string {
  const tree = folderOf('image');
  copy(copied(ofServer), tree);
  copy(['package.json'], tree);
  if (scale(true, false)) {
    execFileSync(process.execPath, ['scripts/build-server.mjs']);
    copy(['build', 'dist', ...[...needed(packages().remaining)].map((name) => join('node_modules', name))], tree);
    return tree;
  }
  // A stage does not see the environment of the machine that builds it.
  const builder = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  for (const [steps, ...results] of [
    [ofBuild, 'build', 'dist'],
    [ofPackages, 'node_modules'],
  ] as const) {
    const stage = folderOf('stage');
    copy(copied(steps), stage);
    for (const run of all(steps, 'RUN'))
      execFileSync('sh', ['-c', run.replaceAll('\\\n', ' ')], { cwd: stage, env: builder });
    for (const result of results)
      cpSync(join(stage, result), join(tree, result), { recursive: true, verbatimSymlinks: true });
  }
  return tree;
}

it('the steps of the image, done by hand, start the demo on an empty PostgreSQL as nobody, and end with it', async () => {
  const tree = buildTree();
  const dataDir = join(folderOf('data'), 'data');
  mkdirSync(dataDir, { mode: 0o777 });
  chmodSync(dirname(dataDir), 0o777);
  chmodSync(dataDir, 0o777);
  const { url, drop } = await createPostgres('template0');
  const own = { DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'warn' };
  const env = {
    ...settings,
    ...own,
    PATH: process.env['PATH'],
    PUBLISHED_HOST: '127.0.0.1',
    SECRET_KEY: 'k'.repeat(20),
  };
  const [first = '', ...rest] = [...unprivileged, ...command('CMD')];
  const server = spawn(first, rest, { cwd: tree, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout.on('data', (text) => (output += String(text)));
  const [check = '', ...of] = command('HEALTHCHECK');
  const health = async () => (await once(spawn(check, of, { cwd: tree, env }), 'exit'))[0] as number;
  await expect.poll(health, { timeout: 120_000, interval: 500 }).toBe(0);
  const base = `http://127.0.0.1:${own.PORT}`;
  const body = JSON.stringify({ name: 'superadmin', password: 'Licence-2026' });
  expect((await fetch(`${base}/v1/auth/login`, { method: 'POST', body })).status).toBe(200);
  expect(await (await fetch(base)).text()).toContain('<div id="root">');
  expect(output).toContain(`The licence console is at ${base}`);
  server.kill('SIGTERM');
  expect((await once(server, 'exit'))[0]).toBe(0);
  expect(await health()).toBe(1);
  await drop();
});
