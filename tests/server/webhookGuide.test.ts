import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSecrets } from '../../server/core/secrets.ts';
import { currentSigningKey, rotateSigningKey } from '../../server/core/security/signingKey.ts';
import { newWebhookSecret } from '../../server/domain/webhook/webhook.ts';
import { createWebhookSender } from '../../server/gateways/webhook/sendWebhook.ts';
import { eitherEngine } from '../support/database.ts';
import { followGuide, readSteps } from '../support/guide.ts';
import { type Listening, listen } from '../support/listen.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { type Receiver, startReceiver } from '../support/webhook/receiver.ts';

/** The examples of docs/guide/webhooks.md verify what is really sent, and nothing else (issue 34, section 2). */

interface Received {
  readonly body: string;
  readonly headers: Record<string, string>;
}

const folder = mkdtempSync(join(tmpdir(), 'licence-webhooks-'));
const secret = newWebhookSecret();
const text = JSON.stringify({ type: 'order.approved', data: { name: '许可证 🦊 "é"' } });
const send = createWebhookSender({ networks: ['127.0.0.1'], allowHttp: true });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver((response) => void response.writeHead(204).end());
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const step of readSteps(readFileSync('docs/guide/webhooks.md', 'utf8')))
    if (step.kind === 'write') followGuide(folder, step);
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

/** What a receiver gets of a delivery. */
async function received(given: object = {}): Promise<Received> {
  const url = `http://127.0.0.1:${receiver.port}/`;
  const request = { url, id: 'msg_1', now: Date.now(), body: text, secrets: [secret], signatures: 'v1' as const };
  expect(await send({ ...request, ...given })).toMatchObject({ ok: true });
  const { body, headers } = receiver.requests.at(-1) ?? {};
  return { body: body ?? '', headers: headers as Record<string, string> };
}
const withHeader = ({ body, headers }: Received, name: string, value: string): Received => ({
  body,
  headers: { ...headers, [name]: value },
});
/** Deliveries that must verify, and those that must not. */
async function samples(): Promise<{ good: Received[]; bad: Received[] }> {
  const plain = await received();
  const rotating = await received({ secrets: [newWebhookSecret(), secret] });
  const old = await received({ now: Date.now() - 10 * 60_000 });
  const future = await received({ now: Date.now() + 10 * 60_000 });
  const foreign = await received({ secrets: [newWebhookSecret()] });
  const key = generateKeyPairSync('ed25519').privateKey;
  const asymmetric = await received({ signatures: 'v1a', ed25519: key });
  const changed = [
    { ...plain, body: plain.body.replace('order', 'Order') },
    withHeader(plain, 'webhook-id', 'msg_2'),
    withHeader(plain, 'webhook-timestamp', String(Math.floor(Date.now() / 1000) + 1)),
    withHeader(plain, 'webhook-signature', 'v1,'),
  ];
  return { good: [plain, rotating], bad: [old, future, foreign, asymmetric, ...changed] };
}
/** @param verify tells of each delivery whether it is genuine */
async function expectVerified(verify: (samples: readonly Received[]) => boolean[]): Promise<void> {
  const { good, bad } = await samples();
  expect(verify(good)).toEqual(good.map(() => true));
  expect(verify(bad)).toEqual(bad.map(() => false));
}

/** Runs a program with four arguments for each delivery: the body in base64, and the headers in the order of the page. */
const runWith =
  (command: string, ...args: string[]) =>
  (samples: readonly Received[]): boolean[] => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const parts = samples.flatMap(({ body, headers }) => [
      Buffer.from(body).toString('base64'),
      ...names.map((name) => headers[name] ?? ''),
    ]);
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    const output = execFileSync(command, [...args, ...parts], { cwd: folder, env, encoding: 'utf8' });
    return output
      .trim()
      .split(/\s+/)
      .map((line) => line.toLowerCase() === 'true');
  };

describe('the examples of the guide to webhooks verify a delivery', () => {
  it('in TypeScript, with standardwebhooks', async () => {
    vi.stubEnv('WEBHOOK_SECRET', secret);
    const { verify } = await import(join(folder, 'verify.ts'));
    vi.unstubAllEnvs();
    const isGenuine = ({ body, headers }: Received): boolean => {
      try {
        return JSON.stringify(verify(body, headers)) === text;
      } catch {
        return false;
      }
    };
    await expectVerified((samples) => samples.map(isGenuine));
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  if (hasPython)
    it('in Python', async () => {
      const main = `import base64, sys
from verify import verify
names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
for at in range(1, len(sys.argv), 4):
    print(verify(base64.b64decode(sys.argv[at]), dict(zip(names, sys.argv[at + 1:at + 4]))))`;
      writeFileSync(join(folder, 'main.py'), main);
      await expectVerified(runWith('python3', 'main.py'));
    });
  else it('is not tried in Python here: python3 is not installed', () => expect(hasPython).toBe(false));

  const hasJava = spawnSync('javac', ['--version']).status === 0;
  if (hasJava)
    it('in Java', async () => {
      const main = `class Main {
  public static void main(String[] args) throws Exception {
    for (int at = 0; at < args.length; at += 4) {
      var body = new String(java.util.Base64.getDecoder().decode(args[at]), java.nio.charset.StandardCharsets.UTF_8);
      System.out.println(Verify.verify(body, args[at + 1], args[at + 2], args[at + 3]));
    }
  }
}`;
      writeFileSync(join(folder, 'Main.java'), main);
      execFileSync('javac', ['Main.java', 'Verify.java'], { cwd: folder });
      await expectVerified(runWith('java', '-cp', '.', 'Main'));
    });
  else it('is not tried in Java here: a JDK is not installed', () => expect(hasJava).toBe(false));
});

describe('without a shared secret', () => {
  let product: TestProduct;
  let listening: Listening;
  beforeAll(async () => {
    product = await startProduct(eitherEngine);
    listening = await listen(product.app);
    vi.stubEnv('CONSOLE_URL', listening.url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await listening.close();
    await product.close();
  });

  it('a delivery is verified by the keys of /.well-known/jwks.json, also by a retired one', async () => {
    const { verifyWithKeys } = await import(join(folder, 'verifyWithKeys.ts'));
    const secrets = createSecrets('a secret key for tests alone');
    const { db } = product.database;
    const signed = async () => {
      const { privateJwk } = await currentSigningKey(db, secrets);
      const ed25519 = createPrivateKey({ key: privateJwk as never, format: 'jwk' });
      return received({ signatures: 'v1a', ed25519, secrets: [] });
    };
    const before = await signed();
    await rotateSigningKey(db, secrets, new Date());
    const after = await signed();
    for (const { body, headers } of [before, after]) expect(await verifyWithKeys(body, headers)).toBe(true);
    expect(await verifyWithKeys(after.body.replace('order', 'Order'), after.headers)).toBe(false);
    const foreign = generateKeyPairSync('ed25519').privateKey;
    for (const given of [{ signatures: 'v1a', ed25519: foreign }, { signatures: 'v1' }]) {
      const { body, headers } = await received(given);
      expect(await verifyWithKeys(body, headers)).toBe(false);
    }
  });
});
