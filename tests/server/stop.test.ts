import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainable } from '../../server/start/drain.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct('postgres');
});
afterAll(() => product.close());

interface Got {
  readonly status: number;
  readonly connection: string | undefined;
  readonly body: { readonly code?: string; readonly title?: string };
}

const agent = new Agent({ keepAlive: true });
const get = (port: number, path: string): Promise<Got> =>
  new Promise((resolve, reject) => {
    const read = async (answer: IncomingMessage) => {
      let text = '';
      for await (const part of answer) text += part;
      const body = text.startsWith('{') ? JSON.parse(text) : {};
      resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body });
    };
    const headers = { 'X-LANG': 'zh' };
    request({ port, path, agent, headers }, (answer) => void read(answer).catch(reject))
      .on('error', reject)
      .end();
  });

describe('a server that is told to stop', () => {
  it('finishes its answers, refuses more on old connections, and closes them', async () => {
    let finish: (answer: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    const fetch = (asked: Request) => (asked.url.endsWith('/slow') ? slow : product.app.fetch(asked));
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const drain = drainable(server);
    const underWay = get(port, '/slow');
    expect(await Promise.all([get(port, '/readyz'), get(port, '/readyz')])).toMatchObject([
      { status: 200, connection: 'keep-alive' },
      { status: 200 },
    ]);
    product.product.refuse();
    const drained = drain({ idleMs: 200, limitMs: 5_000 });
    expect(await get(port, '/v1/order/list')).toMatchObject({
      status: 503,
      connection: 'close',
      body: { code: 'stopping', title: '服务器正在重启，请稍后重试' },
    });
    expect(await get(port, '/readyz')).toMatchObject({ status: 503, connection: 'close' });
    // A connection that came while the port closed may be reset once; after that each is refused.
    const reason = () => get(port, '/readyz').catch((error: Error) => error.message);
    await expect.poll(reason).toContain('ECONNREFUSED');
    finish(Response.json({ whole: true }));
    expect(await underWay).toMatchObject({ status: 200, connection: 'close', body: { whole: true } });
    await drained;
  });
});
