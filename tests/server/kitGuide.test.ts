import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { readSteps } from '../support/guide.ts';
import { type Listening, listen } from '../support/listen.ts';
import { ok } from '../support/product.ts';

/** docs/guide/build-it-in.md, followed from its beginning to its end (issue 36). */

const guide = readFileSync('docs/guide/build-it-in.md', 'utf8');
const steps = readSteps(guide);
const folder = mkdtempSync(join(tmpdir(), 'licence-mover-'));
const place = (name: string): string => join(folder, name);

let cast: Cast;
let listening: Listening;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
  listening = await listen(cast.app);
});
afterAll(async () => {
  await listening.close();
  await cast.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program of the guide. */
async function start(command: string, address = listening.url): Promise<string> {
  const [, ...args] = command.split(' ');
  const env = { ...process.env, CONSOLE_URL: address };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    return stdout.trim();
  } catch (error) {
    return String((error as { stderr: string }).stderr).trim();
  }
}

/** The sentences that the table of the guide promises, in its order. */
const promised = [...guide.matchAll(/^\| (.*?) +\| `(\w+)` +\|$/gm)].map(([, action, reason]) => [action, reason]);

it('leads from a licence to a program that starts with it alone', async () => {
  writeFileSync(place('jwks.json'), JSON.stringify((await cast.request('GET', '/.well-known/jwks.json')).body));
  execFileSync('npm', ['run', '--silent', 'kit', '--', '--pack', folder]);
  const npm = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'ignore' });
  const commands = steps.flatMap((step) => (step.kind === 'run' ? [step.command] : []));
  npm(commands.find((one) => one.startsWith('npm init')) ?? '');
  npm(`${commands.find((one) => one.startsWith('npm install'))} --offline --no-audit --no-fund`);
  for (const step of steps)
    if (step.kind === 'write') writeFileSync(place(step.file), step.text.replace('CM-PUB', 'MOVER'));
  const program = commands.find((one) => one.startsWith('node ')) ?? '';

  const { items } = await ok(allocationBody(cast, await approvedOrder(cast, 3), 1));
  const licence = await issuedLicence(cast, items[0].id);
  const save = (text: string) => writeFileSync(place('licence.jws'), text);
  save(licence.lic_secret.replace(/.{70}/g, '> $&\r\n'));
  expect(await start(program)).toMatch(/^Licensed to FIRST for 1 until \d{4}-/);
  const [head, body = '', tail] = licence.lic_secret.split('.');
  const lastSeen = readFileSync(place('last-seen'), 'utf8');

  const found: (string | undefined)[] = [];
  const attempt = async (address?: string) => found.push(/: (\w+)$/.exec(await start(program, address))?.[1]);
  save([head, body.replace('a', 'b'), tail].join('.'));
  await attempt();
  save(licence.lic_secret.slice(0, licence.lic_secret.length / 2));
  await attempt();
  save(licence.lic_secret);
  writeFileSync(place('last-seen'), String(Number(lastSeen) + 2 * 86_400));
  await attempt();
  writeFileSync(place('last-seen'), lastSeen);
  // Without a network the last list counts.
  expect(await start(program, 'http://127.0.0.1:9')).toMatch(/^Licensed to/);
  unlinkSync(place('revoked.jws'));
  unlinkSync(place('revoked.etag'));
  await attempt('http://127.0.0.1:9');
  expect(await start(program)).toMatch(/^Licensed to/);
  await ok(cast.operations.post(`/v1/assignment/${licence.id}`, { status: 8 }));
  await attempt();
  expect(found).toEqual(promised.map(([, reason]) => reason));
}, 120_000);
