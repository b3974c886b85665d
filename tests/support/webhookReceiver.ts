import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { receivedBytes } from './receivedBytes.ts';

/** A delivery as the receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an event has the fields of any entity
  readonly body: any;
}

/** Answers a delivery; by default with 200. */
export type Reply = (response: ServerResponse, received: Received) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Reply =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** A program that receives webhooks, on a port of this machine. */
export async function startReceiver() {
  const all: Received[] = [];
  let reply: Reply = answering(200);
  const server = createServer(async (request, response) => {
    const bytes = await receivedBytes(request);
    if (!bytes) return;
    const text = bytes.toString();
    const received = { headers: request.headers, text, body: JSON.parse(text) };
    all.push(received);
    reply(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    all,
    types: () => all.map(({ body }) => body.type as string),
    reply(next: Reply) {
      reply = next;
    },
    /** Waits until a delivery has come that meets the condition. */
    until: (is: (one: Received) => boolean, timeout = 15_000) =>
      vi.waitFor(
        () => {
          const found = all.find(is);
          expect(found, all.map(({ body }) => body.type).join(' ')).toBeDefined();
          return found as Received;
        },
        { timeout, interval: 50 },
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** The signature of a delivery by a secret, as Standard Webhooks 1.0.0 defines it. */
export function signatureBy(secret: string, { headers, text }: Received): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
