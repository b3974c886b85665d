import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minifiedKit } from '../../scripts/kit/pack.ts';
import { sharedBrowser } from '../support/chromium.ts';

/** The verification kit as the page of a product loads it (issue 36, section 1). */

const program = "import { verifyLicence } from '/kit.js'; Object.assign(window, { verifyLicence });";

let server: Server;
let url = '';
beforeAll(async () => {
  const served: Record<string, readonly [type: string, body: string]> = {
    '/': ['text/html', `<!doctype html><title>A product</title><script type="module">${program}</script>`],
    '/kit.js': ['text/javascript', minifiedKit()],
    '/vectors.json': ['application/json', readFileSync('kit/vectors.json', 'utf8')],
  };
  server = createServer(({ url: path = '' }, answer) => {
    const [type, body] = served[path] ?? ['text/plain', ''];
    answer.setHeader('Content-Type', type).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

type Verify = (text: string, options: object) => Promise<{ reason: string }>;

/** The reasons that the kit gives in the page, and those that the vectors expect. */
const reasonsIn = (page: Page): Promise<{ given: string[]; expected: string[] }> =>
  page.evaluate(async () => {
    const { verifyLicence } = window as unknown as { verifyLicence: Verify };
    const { keys, revocations, vectors } = await (await fetch('/vectors.json')).json();
    const given: string[] = [];
    for (const { text, options } of vectors) {
      const sets = options.keys.map((name: string) => keys[name]);
      const lists = options.revocations?.map((name: string) => revocations[name]);
      given.push((await verifyLicence(text, { ...options, keys: sets, revocations: lists })).reason);
    }
    return { given, expected: vectors.map(({ answer }: { answer: { reason: string } }) => answer.reason) };
  });

async function open(prepare?: () => void): Promise<Page> {
  const page = await (await sharedBrowser()).newPage();
  if (prepare) await page.addInitScript(prepare);
  await page.goto(url);
  return page;
}

it('answers all vectors in a browser', async () => {
  const page = await open();
  const { given, expected } = await reasonsIn(page);
  expect(given).toEqual(expected);
  await page.close();
});

it('says that a browser without Ed25519 cannot verify, and calls nothing valid', async () => {
  const page = await open(() => {
    SubtleCrypto.prototype.importKey = async () => {
      throw new DOMException('Unrecognized name.', 'NotSupportedError');
    };
  });
  const { given, expected } = await reasonsIn(page);
  expect(given).not.toContain('ok');
  expect(given[expected.indexOf('ok')]).toBe('platform_unsupported');
  await page.close();
});
