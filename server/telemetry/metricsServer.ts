import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
  /** The token that a reader sends as `Authorization: Bearer …`. */
  readonly token: string | undefined;
}

interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function mayRead(header: string | undefined, token: string | undefined): boolean {
  return token === undefined || timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}

/**
 * Serves `GET /metrics` on a port of its own, which users of the console cannot reach.
 * @returns the port, and a function that stops it
 */
export async function serveMetrics(address: MetricsAddress, metrics: Metrics) {
  const server = createServer(async (request, answer) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return answer.writeHead(404).end();
    if (!mayRead(request.headers.authorization, address.token)) return answer.writeHead(401).end();
    try {
      answer.writeHead(200, { 'Content-Type': metrics.contentType }).end(await metrics.text());
    } catch {
      answer.writeHead(500).end();
    }
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, stop: () => void server.close().closeAllConnections() };
}
