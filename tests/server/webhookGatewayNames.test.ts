import { afterEach, describe, expect, it } from 'vitest';
import { newWebhookSecret } from '../../server/domain/webhook/webhook.ts';
import { createNameResolver } from '../../server/gateways/webhook/resolveName.ts';
import { createWebhookSender } from '../../server/gateways/webhook/sendWebhook.ts';
import { type NameAnswer, type NameServer, startNameServer } from '../support/webhook/nameServer.ts';
import { type Receiver, startReceiver } from '../support/webhook/receiver.ts';

/** How the host of a webhook is looked up, against a real name server on this machine (issue 34, section 2). */

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const request = { id: 'msg_1', now: Date.now(), body: '{}', secrets: [newWebhookSecret()], signatures: 'v1' } as const;

/** A receiver at an address that is not allowed, another at one that is, and a name server that changes its mind. */
async function start(answerOf: (name: string, count: number) => NameAnswer, timeout = 10_000) {
  const names = await startNameServer(answerOf);
  const inside = await startReceiver((response) => void response.end('inside'));
  const allowed = await startReceiver((response) => void response.end('allowed'), {
    host: '127.0.0.2',
    port: inside.port,
  });
  opened.push(names, inside, allowed);
  const lookup = createNameResolver([names.address]);
  const send = createWebhookSender({ networks: ['127.0.0.2'], allowHttp: true, timeout, lookup });
  const deliver = (name = 'receiver.test') => send({ ...request, url: `http://${name}:${inside.port}/` });
  return { names, inside, allowed, deliver };
}
const counts = (names: NameServer, inside: Receiver, allowed: Receiver) => ({
  asked: names.questions.toSorted(),
  inside: inside.connections(),
  allowed: allowed.connections(),
});

describe('a name that changes', () => {
  it('between the look-up and the connection leads to the address that was checked', async () => {
    const { names, inside, allowed, deliver } = await start((_, count) => [count === 0 ? '127.0.0.2' : '127.0.0.1']);
    expect(await deliver()).toMatchObject({ ok: true, answer: 'allowed' });
    expect(counts(names, inside, allowed)).toEqual({
      asked: ['A receiver.test', 'AAAA receiver.test'],
      inside: 0,
      allowed: 1,
    });
  });

  it('between two deliveries is looked up again, and refused', async () => {
    const { names, inside, allowed, deliver } = await start((_, count) => [count === 0 ? '127.0.0.2' : '127.0.0.1']);
    await deliver();
    expect(await deliver()).toMatchObject({ ok: false, error: 'refused_address', headers: {} });
    expect(names.questions).toHaveLength(4);
    expect([inside.connections(), allowed.connections()]).toEqual([0, 1]);
  });

  it('to several addresses is refused for one of them', async () => {
    const { inside, allowed, deliver } = await start(() => ['127.0.0.2', '127.0.0.1']);
    expect(await deliver()).toMatchObject({ ok: false, error: 'refused_address' });
    expect([inside.connections(), allowed.connections()]).toEqual([0, 0]);
  });
});

describe('a name without an address', () => {
  it('that no name server knows fails', async () => {
    const { names, deliver } = await start(() => 'unknown');
    expect(await deliver()).toMatchObject({ ok: false, error: 'dns', headers: {} });
    expect(names.questions.toSorted()).toEqual(['A receiver.test', 'AAAA receiver.test']);
  });

  it('whose name server fails is not looked up in another way', async () => {
    const { deliver } = await start(() => 'failure');
    expect(await deliver()).toMatchObject({ ok: false, error: 'dns', headers: {} });
  });

  it('whose name server does not answer fails within the time limit', async () => {
    const { deliver } = await start(() => 'silence', 300);
    const answer = await deliver();
    expect(answer).toMatchObject({ ok: false, error: 'timeout', headers: {} });
  });

  it.each(['a..b', `${'a'.repeat(64)}.test`, `${'a.'.repeat(150)}test`])(
    'because it can have none fails: %s',
    async (name) => {
      const { deliver } = await start(() => ['127.0.0.2']);
      expect(await deliver(name)).toMatchObject({ ok: false, error: 'dns', headers: {} });
    },
  );
});

describe('a name of the hosts file', () => {
  const sendWith = (servers: readonly string[]) =>
    createWebhookSender({ networks: ['127.0.0.0/8', '::1'], allowHttp: true, lookup: createNameResolver(servers) });

  it('is looked up as the system does, and its addresses are checked as well', async () => {
    const { names, inside, deliver } = await start(() => 'unknown');
    const url = `http://localhost:${inside.port}/`;
    expect(await sendWith([names.address])({ ...request, url })).toMatchObject({ ok: true, answer: 'inside' });
    expect(await deliver('localhost')).toMatchObject({ ok: false, error: 'refused_address' });
  });

  it('is found without a name server, too', async () => {
    const { names, inside } = await start(() => 'unknown');
    await names.close();
    opened.splice(opened.indexOf(names), 1);
    const url = `http://localhost:${inside.port}/`;
    expect(await sendWith([names.address])({ ...request, url })).toMatchObject({ ok: true, answer: 'inside' });
  });
});
