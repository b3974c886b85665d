import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { readStart } from './readStart.ts';
import { hostOf } from './webhookAddress.ts';

/** What is sent, and where to. */
export interface Message {
  readonly url: URL;
  /** The vetted addresses of its host. The connection goes to one of them, without another look-up. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** POST by default. */
  readonly method?: 'GET' | 'POST';
  readonly body: string;
  /** Certificates of authorities to trust instead of the usual ones; for tests. */
  readonly ca?: string;
}

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The first 2 kB of the body. */
  readonly text: string | undefined;
}

/** How far an exchange came before it failed. */
export type Progress = 'connecting' | 'handshake' | 'sent';

/** The receiver gave no answer, or none that can be read as HTTP. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed';
  readonly progress: Progress;

  constructor(progress: Progress, cause: unknown) {
    super('the exchange failed', { cause });
    this.progress = progress;
  }
}

/** Limit of the headers of an answer, in bytes. */
const maxHeaderSize = 16 * 1024;
/** How many addresses of a host are tried, and how long one may take to connect before the next is tried, in ms. */
const mostAddresses = 5;
const attemptTimeout = 2500;

/** A look-up that knows only the vetted addresses. */
const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const found = addresses.slice(0, mostAddresses).map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  };
};

/** The name that the certificate must have, also if the setting NODE_TLS_REJECT_UNAUTHORIZED would accept any. */
function tlsOptions(url: URL, ca: string | undefined): https.RequestOptions {
  const host = hostOf(url);
  const servername = isIP(host) ? '' : host.replace(/\.$/, '');
  return { servername, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
}

/** Starts a request on a connection of its own, without a proxy, whatever the environment says. */
export function open({ url, addresses, headers, method = 'POST', ca }: Message, signal: AbortSignal): ClientRequest {
  const options: RequestOptions & { autoSelectFamily: boolean; autoSelectFamilyAttemptTimeout: number } = {
    method,
    headers,
    agent: false,
    lookup: pinnedTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeout,
    maxHeaderSize,
    signal,
  };
  if (url.protocol === 'http:') return http.request(url, options);
  return https.request(url, Object.assign(options, tlsOptions(url, ca)));
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { statusCode = 0, headers } = response;
  return { status: statusCode, retryAfter: headers['retry-after'], text: await readStart(response) };
}

/**
 * Sends a POST request on a connection of its own and reads the start of the answer. It follows no redirect.
 * @param signal ends the exchange; what was read of an answer until then is returned
 * @throws ExchangeFailed
 */
export const exchange = (message: Message, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let progress: Progress = 'connecting';
    const request = open(message, signal);
    const isSecure = message.url.protocol === 'https:';
    const fail = (cause: unknown) => reject(new ExchangeFailed(progress, cause));
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        progress = isSecure ? 'handshake' : 'sent';
      });
      socket.once('secureConnect', () => {
        progress = 'sent';
      });
    });
    request.on('response', (response) => {
      // What happens after the status is a matter of the body alone.
      request
        .off('error', fail)
        .off('close', fail)
        .on('error', () => {});
      resolve(readAnswer(response));
    });
    request.on('error', fail);
    request.on('close', fail);
    request.end(message.body);
  });
