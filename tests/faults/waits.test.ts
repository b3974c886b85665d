import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { ask, type Got, login } from './support/api.ts';
import { demoFolder } from './support/demo.ts';

/** What others wait for while one client asks for much: on the embedded database, which has the least to spare. */

const run = promisify(execFile);

let server: RunningServer;
let key: string;
beforeAll(async () => {
  server = await startServer({ DEMO: '1', LOG_LEVEL: 'info' }, undefined, demoFolder());
  key = await login(server.url, 'superadmin');
});
afterAll(() => server?.stop());

/**
 * Sends the same body fifty times at once, over connections of their own, from another process: this one measures.
 * @returns the statuses
 */
async function sendFifty(path: string, body: string): Promise<number[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'licence-body-')), 'body');
  writeFileSync(file, body);
  const { stdout } = await run(process.execPath, ['tests/faults/support/flood.mjs', `${server.url}${path}`, key, file]);
  return JSON.parse(stdout);
}

/** The longest time that each path took to answer while the work was done, in ms. */
async function longestWaits(paths: readonly string[], work: () => Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const waits = paths.map(async (path) => {
    let longest = 0;
    while (!isOver) {
      const begun = performance.now();
      expect((await ask(`${server.url}${path}`, { key })).status).toBe(200);
      longest = Math.max(longest, performance.now() - begun);
      await pause(5);
    }
    return longest;
  });
  await pause(50);
  await work();
  isOver = true;
  return Promise.all(waits);
}

/** The same, the best of five tries, because other tests may be using the processors. */
async function waitsUnder(limitMs: number, paths: readonly string[], work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = [];
  do tries.push(Math.max(...(await longestWaits(paths, work))));
  while (Math.min(...tries) >= limitMs && tries.length < 5);
  expect(Math.min(...tries)).toBeLessThan(limitMs);
  return Math.round(Math.min(...tries));
}

const size = 1024 * 1024 - 2000;
const filled = (item: string) => `${`${item},`.repeat(Math.floor(size / (item.length + 1)) - 1)}${item}`;
const bodies: Readonly<Record<string, string>> = {
  'a list of numbers': `[${filled('1')}]`,
  'a list of objects': `[${filled('{"a":1}')}]`,
  'an object with a list of objects': `{"name":[${filled('{"a":1}')}]}`,
  'an object with a list of lists': `{"name":[${filled('[[]]')}]}`,
  'an object with a text of quotes': `{"name":"${'\\"'.repeat(size / 2)}"}`,
};

/** A body of the same size that costs least: one text, which is too long for its field. */
const plain = `{"name":"${'a'.repeat(size)}"}`;

it('fifty bodies of 1 MB at once cost the others at most 100 ms more than as many plain ones', async () => {
  const waitUnder = async (body: string) =>
    Math.max(
      ...(await longestWaits(['/readyz', '/v1/user/config'], async () =>
        expect([...new Set(await sendFifty('/v1/product', body))]).toEqual([422]),
      )),
    );
  let longest = { wait: 0, usual: 0 };
  for (const [name, body] of Object.entries(bodies)) {
    // Plain bodies cost what the machine needs to transfer them and to look up their callers. How long that takes differs
    // from one moment to the next, so each try is compared with one of plain bodies right before it.
    let best = { wait: Infinity, usual: 0 };
    for (let tries = 0; tries < 5 && best.wait - best.usual >= 100; tries++) {
      const usual = await waitUnder(plain);
      const wait = await waitUnder(body);
      if (wait - usual < best.wait - best.usual) best = { wait, usual };
    }
    expect(best.wait - best.usual, name).toBeLessThan(100);
    if (best.wait > longest.wait) longest = best;
  }
  reportProof({
    promised: 'Large bodies of any shape hold nobody up (embedded)',
    done: `50 bodies of 1 MB at once: ${Object.keys(bodies).join(', ')}`,
    seen: `all refused; others waited at most ${Math.round(longest.wait)} ms, under 50 plain ones ${Math.round(longest.usual)} ms`,
  });
});

it('a hundred and fifty sign-ins at once cost the others at most half a second', async () => {
  const answers: Got[] = [];
  const signIn = async (at: number) => {
    const name = at % 2 ? 'superadmin' : `nobody.${at}`;
    answers.push(await ask(`${server.url}/v1/auth/login`, { body: { name, password } }));
  };
  const longest = await waitsUnder(500, ['/readyz', '/healthz', '/v1/user/config'], () =>
    Promise.all(Array.from({ length: 150 }, (_, at) => signIn(at))),
  );
  expect(answers.filter(({ status }) => ![200, 422, 503].includes(status))).toEqual([]);
  reportProof({
    promised: 'Many sign-ins at once hold nobody up (embedded)',
    done: '150 sign-ins at once',
    seen: `others waited at most ${longest} ms`,
  });
});

it('a hundred half-sent sign-ins are mistakes of their clients in the log, and no alert', async () => {
  const before = server.logs().length;
  const hangUp = () =>
    new Promise<void>((resolve) => {
      const sent = request(`${server.url}/v1/auth/login`, { method: 'POST', headers: { 'content-length': 500 } });
      sent.on('error', () => undefined).on('close', () => resolve());
      sent.write('{"name":"superad', () => setTimeout(() => sent.destroy(), 20));
    });
  const many = scale(100, 1_000);
  await Promise.all(Array.from({ length: many }, hangUp));
  const lines = () =>
    server
      .logs()
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; route?: string; status?: number });
  const signIns = () => lines().filter(({ route }) => route === '/v1/auth/login');
  await expect.poll(() => signIns().length).toBe(many);
  expect([...new Set(signIns().map(({ level, status }) => `${level} ${status}`))]).toEqual(['30 400']);
  expect(lines().filter(({ level }) => level > 30)).toEqual([]);
  reportProof({
    promised: 'A client that hangs up is no fault of the server: 4xx, and nothing in the log above info',
    done: `${many} sign-ins cut off within their bodies`,
    seen: `${many} times 400 at level info`,
  });
});
