import type { IncomingMessage } from 'node:http';
import { open } from '../webhook/exchange.ts';
import { parseNetworks } from '../webhook/publicAddress.ts';
import { createNameResolver } from '../webhook/resolveName.ts';
import { vettedAddresses } from '../webhook/vettedAddresses.ts';
import { type WebhookUrlOptions, webhookUrlMistake } from '../webhook/webhookAddress.ts';

/** The part of a request that is sent; whatever follows redirects or keeps cookies is left out. */
export interface SafeRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

export type SafeFetch = (url: string, request?: SafeRequest) => Promise<Response>;

/** For a whole exchange, in ms. */
const timeLimit = 10_000;
/** The longest answer, in bytes: keys and configurations have a few kilobytes. */
const mostBytes = 512 * 1024;

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    size += (part as Buffer).length;
    if (size > mostBytes) throw new Error('the answer is too long');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

const bodyText = (body: unknown): string => (body === undefined || body === null ? '' : String(body));

/** The headers of an answer, as far as a reader of its body needs them. */
const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    ['content-type', 'location', 'www-authenticate'].flatMap((name): [string, string][] => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** A status that has no body (RFC 9110); `Response` refuses one. */
const hasNoBody = (status: number): boolean => [204, 205, 304].includes(status);

/**
 * Creates a `fetch` that sends requests only to addresses that webhooks may have: public ones, or those of the
 * operator's own networks. It follows no redirect, has a time limit, and reads no endless body.
 * @param options the rules of webhooks (`WEBHOOK_NETWORKS`, `WEBHOOK_HTTP`)
 */
export function createSafeFetch(options: WebhookUrlOptions): SafeFetch {
  const rules = { networks: parseNetworks(options.networks), lookup: createNameResolver() };
  return async (address, { method = 'GET', headers = {}, body } = {}) => {
    const mistake = webhookUrlMistake(address, options);
    if (mistake) throw new Error(`the address is not allowed: ${mistake}`);
    const url = new URL(address);
    const signal = AbortSignal.timeout(timeLimit);
    const addresses = await vettedAddresses(url, rules, signal);
    const text = bodyText(body);
    const sent = {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      host: url.host,
      'accept-encoding': 'identity',
      connection: 'close',
      ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(text)) }),
    };
    const message = { url, addresses, headers: sent, method: method === 'POST' ? 'POST' : 'GET', body: text } as const;
    return new Promise<Response>((resolve, reject) => {
      const request = open(message, signal);
      request.on('error', reject);
      request.on('response', (response) => {
        const { statusCode: status = 0 } = response;
        readBody(response).then(
          (read) =>
            resolve(
              new Response(hasNoBody(status) ? null : Uint8Array.from(read), { status, headers: headersOf(response) }),
            ),
          reject,
        );
      });
      request.end(text);
    });
  };
}
