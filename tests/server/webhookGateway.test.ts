import { createPublicKey, generateKeyPairSync, verify, webcrypto } from 'node:crypto';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { newWebhookSecret } from '../../server/domain/webhook/webhook.ts';
import {
  createWebhookSender,
  type WebhookRequest,
  type WebhookSenderOptions,
} from '../../server/gateways/webhook/sendWebhook.ts';
import { nextDelay, retryDelays } from '../../server/gateways/webhook/webhookSchedule.ts';
import { type Behaviour, createCertificate, type Receiver, startReceiver } from '../support/webhook/receiver.ts';

/** How a webhook is sent, against real receivers on this machine (issue 34, section 2). */

const opened: Receiver[] = [];
const listen = async (...options: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const receiver = await startReceiver(...options);
  opened.push(receiver);
  return receiver;
};
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((receiver) => receiver.close()));
});

const secret = newWebhookSecret();
const body = JSON.stringify({ type: 'order.approved', timestamp: '2026-11-27T02:00:00Z', data: { name: '许可证 🦊' } });
const now = Date.now();
const delivery: Omit<WebhookRequest, 'url'> = { id: 'msg_27', now, body, secrets: [secret], signatures: 'v1' };
const local = { networks: ['127.0.0.0/8'], allowHttp: true };

/** Delivers to a receiver that behaves in some way. */
async function deliver(behaviour: Behaviour, options: Partial<WebhookSenderOptions> = {}, request = {}) {
  const receiver = await listen(behaviour);
  const send = createWebhookSender({ ...local, ...options });
  const answer = await send({ ...delivery, url: `http://127.0.0.1:${receiver.port}/hooks?a=b`, ...request });
  return { answer, receiver };
}
const status =
  (code: number, headers = {}, text = ''): Behaviour =>
  (response) =>
    void response.writeHead(code, headers).end(text);

describe('a delivery', () => {
  it('arrives as a POST with the body and the headers of Standard Webhooks, and says which were sent', async () => {
    const { answer, receiver } = await deliver(status(200, {}, 'thanks'));
    expect(answer).toEqual({
      ok: true,
      status: 200,
      answer: 'thanks',
      milliseconds: expect.any(Number),
      headers: expect.objectContaining({ 'webhook-id': 'msg_27', 'webhook-timestamp': String(Math.floor(now / 1000)) }),
    });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hooks?a=b', body });
    expect(request?.headers).toEqual(answer.headers);
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', host: `127.0.0.1:${receiver.port}` });
    expect(new Webhook(secret).verify(body, answer.headers)).toEqual(JSON.parse(body));
  });

  it.each([200, 201, 202, 204, 299])('succeeds with status %i', async (code) => {
    const { answer } = await deliver(status(code));
    expect(answer).toMatchObject({ ok: true, status: code, answer: '' });
    expect(answer.error).toBeUndefined();
  });

  it.each([400, 401, 404, 410, 429, 500, 503, 599])('fails with status %i', async (code) => {
    const { answer } = await deliver(status(code, {}, 'no'));
    expect(answer).toMatchObject({ ok: false, status: code, error: 'bad_status', answer: 'no' });
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('is never redirected by status %i', async (code) => {
    const other = await listen(status(200));
    const { answer } = await deliver(status(code, { location: `http://127.0.0.1:${other.port}/` }));
    expect(answer).toMatchObject({ ok: false, status: code, error: 'redirect' });
    expect(other.connections()).toBe(0);
  });

  it.each([
    ['seconds', '120', 120],
    ['no wait', '0', 0],
    ['blanks around it', ' 7 ', 7],
    ['a date', new Date(Math.ceil(now / 1000) * 1000 + 60_000).toUTCString(), 60],
    ['a date that has passed', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['the form of RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['the form of asctime', 'Sun Nov  6 08:49:37 1994', 0],
    ['an endless wait', '9'.repeat(400), 365 * 86_400],
    ['a number below zero', '-5', undefined],
    ['a fraction', '1.5', undefined],
    ['a word', 'tomorrow', undefined],
    ['a date that does not exist', 'Sun, 99 Nov 2026 08:49:37 GMT', undefined],
    ['another date', '2027-01-01', undefined],
    ['nothing', '', undefined],
  ])('says how long the receiver asks to wait: %s', async (_, header, seconds) => {
    const { answer } = await deliver(status(429, { 'retry-after': header }));
    expect(answer).toMatchObject({ ok: false, status: 429 });
    if (seconds === 60) expect([59, 60, 61]).toContain(answer.retryAfter);
    else expect(answer.retryAfter).toBe(seconds);
  });

  it('to a receiver without a listener fails, and sent nothing', async () => {
    const receiver = await startReceiver(status(200));
    await receiver.close();
    const answer = await createWebhookSender(local)({ ...delivery, url: `http://127.0.0.1:${receiver.port}/` });
    expect(answer).toEqual({ ok: false, error: 'connection', milliseconds: expect.any(Number), headers: {} });
  });

  it.each<[string, Behaviour, string]>([
    ['hangs up', (_, socket) => void socket.destroy(), 'connection'],
    ['resets the connection', (_, socket) => void socket.resetAndDestroy(), 'connection'],
    ['ends without an answer', (_, socket) => void socket.end(), 'connection'],
    ['hangs up within the headers', (_, socket) => void socket.end('HTTP/1.1 200 OK\r\nX-Half: '), 'connection'],
    ['speaks no HTTP', (_, socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'invalid_answer'],
    [
      'speaks HTTP/2',
      (_, socket) => void socket.end(Buffer.from('000006040000000000000300000064', 'hex')),
      'invalid_answer',
    ],
    [
      'has too long headers',
      (_, socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}`),
      'invalid_answer',
    ],
    [
      'has too many headers',
      (_, socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'X-More: yes\r\n'.repeat(5000)}\r\n`),
      'invalid_answer',
    ],
    [
      'switches protocols',
      (_, socket) => void socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'connection',
    ],
  ])('fails if the receiver %s', async (_, behaviour, error) => {
    const { answer, receiver } = await deliver(behaviour);
    expect(answer).toMatchObject({ ok: false, error, headers: { 'webhook-id': 'msg_27' } });
    expect(answer.status).toBeUndefined();
    await receiver.allClosed();
  });

  it('accepts interim answers before the final one', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
    const { answer } = await deliver((_, socket) => void socket.end(`${interim}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(answer).toMatchObject({ ok: true, status: 204 });
  });
});

describe('the time limit of a delivery', () => {
  const drip =
    (start: string, part: string): Behaviour =>
    (_, socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write(part), 20);
      socket.on('close', () => clearInterval(timer));
    };

  it.each<[string, Behaviour]>([
    ['answers nothing', () => {}],
    ['sends the headers slowly', drip('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['sends interim answers without end', drip('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('ends it if the receiver %s', async (_, behaviour) => {
    const { answer, receiver } = await deliver(behaviour, { timeout: 500 });
    expect(answer).toMatchObject({ ok: false, error: 'timeout', headers: { 'webhook-id': 'msg_27' } });
    expect(answer.milliseconds).toBeGreaterThanOrEqual(490);
    await receiver.allClosed();
  });

  it('includes the handshake of TLS', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const answer = await createWebhookSender({ ...local, timeout: 300 })({
      ...delivery,
      url: `https://127.0.0.1:${port}/`,
    });
    expect(answer).toMatchObject({ ok: false, error: 'timeout', headers: {} });
    await new Promise((resolve) => silent.close(resolve));
  });

  it('includes the look-up of the name', async () => {
    const send = createWebhookSender({ ...local, timeout: 200, lookup: () => new Promise(() => {}) });
    const answer = await send({ ...delivery, url: 'https://receiver.test/' });
    expect(answer).toMatchObject({ ok: false, error: 'timeout', headers: {} });
  });

  it('is 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const pending = createWebhookSender({ ...local, lookup: () => new Promise(() => {}) })({
        ...delivery,
        url: 'https://receiver.test/',
      });
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await pending).toMatchObject({ error: 'timeout', milliseconds: 15_000 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not used up by a body that comes slowly: the status has decided', async () => {
    const { answer, receiver } = await deliver(drip('HTTP/1.1 200 OK\r\n\r\n', 'a'));
    expect(answer).toMatchObject({ ok: true, status: 200, answer: expect.stringMatching(/^a+$/) });
    expect(answer.milliseconds).toBeLessThan(10_000);
    await receiver.allClosed();
  });

  it('ends the reading of a body, too', async () => {
    const { answer } = await deliver(drip('HTTP/1.1 500 Oops\r\n\r\n', 'a'), { timeout: 600 });
    expect(answer).toMatchObject({
      ok: false,
      status: 500,
      error: 'bad_status',
      answer: expect.stringMatching(/^a+$/),
    });
    expect(answer.milliseconds).toBeLessThan(1900);
  });
});

describe('the answer that is stored', () => {
  it.each<[string, Behaviour]>([
    ['with a length', (response) => void response.writeHead(200, { 'content-length': 100 }).end('half')],
    ['in chunks', (_, socket) => void socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n')],
  ])('is half a body, if no more comes: %s', async (_, behaviour) => {
    const { answer } = await deliver(behaviour);
    expect(answer).toMatchObject({ ok: true, status: 200, answer: 'half' });
  });

  it('is the first 2 kB of a huge body, which is not read to its end', async () => {
    let written = 0;
    const { answer, receiver } = await deliver((response) => {
      const part = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && response.write(part)) written += part.length;
        written += part.length;
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(answer).toMatchObject({ ok: true, status: 200, answer: 'x'.repeat(2048) });
    await receiver.allClosed();
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  it('is valid UTF-8, cut between characters, without NUL', async () => {
    const text = `${'a'.repeat(2046)}许可`;
    expect((await deliver(status(200, {}, text))).answer.answer).toBe('a'.repeat(2046));
    const bytes = Buffer.from([0x61, 0x00, 0xff, 0xed, 0xa0, 0x80, 0x62]);
    const { answer } = await deliver((response) => void response.writeHead(500).end(bytes));
    expect(answer.answer).toMatch(/^a\ufffd+b$/);
    expect(answer.answer?.isWellFormed()).toBe(true);
  });

  it('has at most 2,048 characters, whatever the bytes', async () => {
    for (const byte of [0xff, 0x00, 0xe8]) {
      const { answer } = await deliver((response) => void response.writeHead(500).end(Buffer.alloc(10_000, byte)));
      expect(answer.answer?.length).toBeLessThanOrEqual(2048);
    }
  });

  it('is left out in an encoding that was not asked for', async () => {
    const { answer } = await deliver(status(200, { 'content-encoding': 'gzip' }, '\x1f\x8b'));
    expect(answer).toMatchObject({ ok: true, status: 200 });
    expect(answer.answer).toBeUndefined();
  });
});

describe('a connection', () => {
  it('goes to the address that was checked, also if the name has another one by then', async () => {
    // The system knows this name as 127.0.0.1: a second look-up, whether here or by the system, would lead inside.
    const inside = await listen(status(200, {}, 'inside'));
    const vetted = await listen(status(200, {}, 'vetted'), { host: '127.0.0.2', port: inside.port });
    const lookup = vi.fn().mockResolvedValueOnce(['127.0.0.2']).mockResolvedValue(['127.0.0.1']);
    const send = createWebhookSender({ networks: ['127.0.0.2', '::1'], allowHttp: true, lookup });
    const request = { ...delivery, url: `http://localhost:${inside.port}/` };
    expect(await send(request)).toMatchObject({ ok: true, answer: 'vetted' });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await send(request)).toMatchObject({ ok: false, error: 'refused_address' });
    expect([vetted.connections(), inside.connections()]).toEqual([1, 0]);
  });

  it('tries the next of several checked addresses', async () => {
    const receiver = await listen(status(200));
    const send = createWebhookSender({ ...local, lookup: async () => ['127.0.0.3', '127.0.0.1'] });
    expect(await send({ ...delivery, url: `http://receiver.test:${receiver.port}/` })).toMatchObject({ ok: true });
    expect(receiver.requests[0]?.headers.host).toBe(`receiver.test:${receiver.port}`);
  });

  it('is one of its own for each delivery', async () => {
    const receiver = await listen(status(200));
    const send = createWebhookSender(local);
    const request = { ...delivery, url: `http://127.0.0.1:${receiver.port}/` };
    await Promise.all([send(request), send(request), send(request)]);
    await send(request);
    expect(receiver.connections()).toBe(4);
    await receiver.allClosed();
  });

  it('uses no proxy of the environment', async () => {
    const proxy = await listen(status(200, {}, 'proxy'));
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    // Newer versions of Node.js give the proxy of the environment to the shared agent, when the process starts.
    const shared = vi.spyOn(http.globalAgent, 'createConnection');
    const { answer } = await deliver(status(200, {}, 'receiver'));
    expect(shared).not.toHaveBeenCalled();
    shared.mockRestore();
    expect(answer).toMatchObject({ ok: true, answer: 'receiver' });
    expect(proxy.connections()).toBe(0);
  });

  const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  if (hasIPv6)
    it('reaches an IPv6 address', async () => {
      const receiver = await listen(status(200), { host: '::1' });
      const send = createWebhookSender({ networks: ['::1'], allowHttp: true });
      const answer = await send({ ...delivery, url: `http://[::1]:${receiver.port}/` });
      expect(answer).toMatchObject({ ok: true, headers: { host: `[::1]:${receiver.port}` } });
    });
  else it('is not tried over IPv6 here: this machine has no ::1', () => expect(hasIPv6).toBe(false));
});

describe('a secure connection', () => {
  const certificate = createCertificate('DNS:receiver.test', 'IP:127.0.0.1');
  const secure = () => listen(status(200, {}, 'secure'), { certificate });
  const lookup = async () => ['127.0.0.1'];

  it.each([
    ['receiver.test', 'receiver.test'],
    ['receiver.test.', 'receiver.test'],
    ['RECEIVER.TEST', 'receiver.test'],
    ['127.0.0.1', false],
  ])('is made if the certificate is of the name: %s', async (name, servername) => {
    const receiver = await secure();
    const send = createWebhookSender({ ...local, lookup, ca: certificate.cert });
    const answer = await send({ ...delivery, url: `https://${name}:${receiver.port}/` });
    expect(answer).toMatchObject({ ok: true, answer: 'secure' });
    // The name by which a receiver chooses its certificate has no dot at its end (RFC 6066, section 3).
    expect(receiver.requests[0]?.servername).toBe(servername);
  });

  it('is not made with a receiver that speaks plain HTTP', async () => {
    const receiver = await listen(status(200));
    const send = createWebhookSender({ ...local, lookup, ca: certificate.cert });
    const answer = await send({ ...delivery, url: `https://receiver.test:${receiver.port}/` });
    expect(answer).toMatchObject({ ok: false, error: 'tls', headers: {} });
  });

  it.each([
    ['another name', 'other.test', certificate.cert],
    ['another address', '127.0.0.9', certificate.cert],
    ['an unknown authority', 'receiver.test', undefined],
  ])('is not made with a certificate of %s, and nothing is sent', async (_, name, ca) => {
    const receiver = await listen(status(200), { certificate, host: '0.0.0.0' });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const send = createWebhookSender({ ...local, lookup, ...(ca === undefined ? {} : { ca }) });
    const answer = await send({ ...delivery, url: `https://${name}:${receiver.port}/` });
    expect(answer).toMatchObject({ ok: false, error: 'tls', headers: {} });
    expect(receiver.requests).toEqual([]);
  });
});

describe('a signature', () => {
  const tampered = body.replace('order', 'Order');

  it('is one for each secret, so that both verify during a rotation', async () => {
    const [fresh, old] = [newWebhookSecret(), newWebhookSecret()];
    const { receiver } = await deliver(status(200), {}, { secrets: [fresh, old] });
    const [received] = receiver.requests;
    const headers = received?.headers as Record<string, string>;
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const one of [fresh, old]) {
      expect(new Webhook(one).verify(received?.body ?? '', headers)).toEqual(JSON.parse(body));
      expect(() => new Webhook(one).verify(tampered, headers)).toThrow();
      for (const name of ['webhook-id', 'webhook-timestamp']) {
        const changed = { ...headers, [name]: String(Math.floor(now / 1000) + 1) };
        expect(() => new Webhook(one).verify(body, changed), name).toThrow();
      }
    }
    expect(() => new Webhook(secret).verify(body, headers)).toThrow();
  });

  it('is fresh for each try, while the id remains', async () => {
    const receiver = await listen(status(200));
    const send = createWebhookSender(local);
    const url = `http://127.0.0.1:${receiver.port}/`;
    await send({ ...delivery, url });
    await send({ ...delivery, url, now: now + 60_000 });
    const [first, second] = receiver.requests.map(({ headers }) => headers);
    expect(second?.['webhook-id']).toBe(first?.['webhook-id']);
    expect(second?.['webhook-signature']).not.toBe(first?.['webhook-signature']);
  });

  it('can be of our own key, which receivers verify with the public one', async () => {
    const pair = generateKeyPairSync('ed25519');
    const jwk = pair.privateKey.export({ format: 'jwk' });
    const imported = await webcrypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['sign']);
    const publicKey = createPublicKey({ key: pair.publicKey.export({ format: 'jwk' }), format: 'jwk' });
    for (const ed25519 of [pair.privateKey, imported]) {
      const { answer } = await deliver(status(200), {}, { signatures: 'v1a', ed25519, secrets: [] });
      const [version, text = ''] = (answer.headers['webhook-signature'] ?? '').split(',');
      expect(version).toBe('v1a');
      const signature = Buffer.from(text, 'base64');
      const content = (sent: string) => Buffer.from(`msg_27.${Math.floor(now / 1000)}.${sent}`);
      expect(verify(null, content(body), publicKey, signature)).toBe(true);
      expect(verify(null, content(tampered), publicKey, signature)).toBe(false);
    }
  });

  it('is never left out: without a key nothing is sent', async () => {
    const receiver = await listen(status(200));
    const url = `http://127.0.0.1:${receiver.port}/`;
    const send = createWebhookSender(local);
    for (const secrets of [[], ['secret'], ['whsec_']])
      await expect(send({ ...delivery, url, secrets })).rejects.toThrow('webhook');
    await expect(send({ ...delivery, url, secrets: [], signatures: 'v1a' })).rejects.toThrow('webhook');
    expect(receiver.connections()).toBe(0);
  });

  it('has a secret of 32 random bytes', () => {
    const made = newWebhookSecret();
    expect(made).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(Buffer.from(made.slice(6), 'base64')).toHaveLength(32);
    expect(newWebhookSecret()).not.toBe(made);
  });
});

describe('the wait before the next try', () => {
  it('grows from 5 s to 24 h, and the delivery is given up after ten', () => {
    const hours = (count: number) => count * 3_600_000;
    const expected = [5000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map(hours)];
    expect(retryDelays).toEqual(expected);
    expected.forEach((delay, at) => {
      expect(nextDelay(at + 1, undefined, 0)).toBe(delay);
      expect(nextDelay(at + 1, undefined, 0.999)).toBeLessThanOrEqual(delay * 1.1);
      expect(nextDelay(at + 1)).toBeGreaterThanOrEqual(delay);
    });
    expect([nextDelay(10), nextDelay(11, 60)]).toEqual([undefined, undefined]);
    expect(nextDelay(0)).toBe(0);
  });

  it('is never shorter than what the receiver asks for, up to a day', () => {
    expect(nextDelay(1, 120, 0)).toBe(120_000);
    expect(nextDelay(1, 120, 0.5)).toBe(126_000);
    expect(nextDelay(2, 120, 0)).toBe(300_000);
    expect(nextDelay(1, 365 * 86_400, 0)).toBe(86_400_000);
    expect(nextDelay(1, 0, 0)).toBe(5000);
  });
});

it('a receiver that closes before it has read the request fails, and nothing else', async () => {
  const hasty = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.destroy());
  });
  await new Promise<void>((resolve) => hasty.listen(0, '127.0.0.1', resolve));
  const { port } = hasty.address() as AddressInfo;
  const request = { ...delivery, url: `http://127.0.0.1:${port}/`, body: `"${'x'.repeat(4_000_000)}"` };
  expect(await createWebhookSender(local)(request)).toMatchObject({ ok: false, error: 'connection' });
  await new Promise((resolve) => hasty.close(resolve));
});
