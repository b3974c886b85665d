import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { receivedBytes } from '../receivedBytes.ts';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The name that the sender asked for in TLS; false if it gave none, undefined without TLS. */
  readonly servername: string | false | undefined;
}

/** Answers a request, or misbehaves on its socket. */
export type Behaviour = (response: ServerResponse, socket: Socket) => void;

export interface Receiver {
  readonly port: number;
  /** All requests that arrived whole, oldest first. */
  readonly requests: ReceivedRequest[];
  /** How many connections were opened. */
  connections(): number;
  /** Resolves when every connection is closed by the sender. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Creates a certificate that is signed by itself, for the given names and addresses (`DNS:a.test`, `IP:127.0.0.1`). */
export function createCertificate(...names: string[]): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'licence-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=receiver', '-addext', `subjectAltName=${names.join(',')}`];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** A receiver of webhooks on an address of this machine. With a certificate it speaks HTTPS. */
export async function startReceiver(
  behaviour: Behaviour,
  { host = '127.0.0.1', port = 0, certificate }: { host?: string; port?: number; certificate?: Certificate } = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  let waiting: (() => void)[] = [];
  const listener: RequestListener = async (request, response) => {
    const body = await receivedBytes(request);
    if (!body) return;
    const { method = '', url = '', headers, socket } = request;
    const { servername } = socket as Partial<TLSSocket>;
    requests.push({
      method,
      path: url,
      headers,
      body: body.toString(),
      servername: servername ?? undefined,
    });
    behaviour(response, socket);
  };
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener);
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => opened,
    allClosed: () =>
      sockets.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
