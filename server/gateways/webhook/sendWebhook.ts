import type { KeyObject } from 'node:crypto';
import { type Answer, ExchangeFailed, exchange, type Message } from './exchange.ts';
import { type Network, parseNetworks } from './publicAddress.ts';
import { createNameResolver, type ResolveName } from './resolveName.ts';
import { parseRetryAfter } from './retryAfter.ts';
import { HostRefused, vettedAddresses } from './vettedAddresses.ts';
import { type WebhookUrlOptions, webhookUrlMistake } from './webhookAddress.ts';
import { signatureHeader } from './webhookSignature.ts';

export interface WebhookRequest {
  readonly url: string;
  /** The same for each try and each replay of an event. */
  readonly id: string;
  /** The present time in ms. */
  readonly now: number;
  /** JSON. */
  readonly body: string;
  /** `whsec_…`: one, or the new and the old one during a rotation. */
  readonly secrets: readonly string[];
  /** Our own signing key, for `v1a`; absent: signatures are symmetric. */
  readonly ed25519?: KeyObject | CryptoKey;
  /** Which signatures the receiver has chosen. */
  readonly signatures: 'v1' | 'v1a';
}

/**
 * Why a delivery failed:
 * - `invalid_url`: the address is not, or no longer, one that webhooks may have
 * - `refused_address`: the host has an address that is neither public nor in an allowed network
 * - `dns`: the name of the host has no address, or its name servers do not answer
 * - `connection`: no connection, or it ended before an answer
 * - `tls`: no secure connection, such as with a certificate of another name
 * - `timeout`: no answer within the time limit
 * - `invalid_answer`: the answer is not HTTP, or its headers are too long
 * - `redirect`: a status from 300 to 399; redirects are never followed
 * - `bad_status`: another status that is not from 200 to 299
 */
export type WebhookErrorCode =
  | 'invalid_url'
  | 'refused_address'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'invalid_answer'
  | 'redirect'
  | 'bad_status';

export interface WebhookAnswer {
  /** True for a status from 200 to 299. */
  readonly ok: boolean;
  readonly status?: number;
  readonly error?: WebhookErrorCode;
  /** The first 2 kB of the body; without NUL and invalid UTF-8. */
  readonly answer?: string;
  /** What the receiver asked for by `Retry-After`, in seconds from the end of the exchange. */
  readonly retryAfter?: number;
  /** How long the exchange took. */
  readonly milliseconds: number;
  /** The headers of the request; empty if none was sent. */
  readonly headers: Record<string, string>;
}

/**
 * Sends a webhook once. A delivery that fails is an answer, too.
 * @throws an error if there is no key to sign with
 */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>;

export interface WebhookSenderOptions {
  /** Networks in CIDR notation that are allowed although they are not public (WEBHOOK_NETWORKS). */
  readonly networks: readonly string[];
  /** True if `http:` and all ports are allowed (WEBHOOK_HTTP). */
  readonly allowHttp: boolean;
  /** For a whole exchange, in ms; by default 15 s. */
  readonly timeout?: number;
  /** Looks up a name; by default by DNS. */
  readonly lookup?: ResolveName;
  /** Certificates of authorities to trust instead of the usual ones; for tests. */
  readonly ca?: string;
}

/** A delivery that failed without an answer. */
class Undelivered extends Error {
  override readonly name = 'Undelivered';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode) {
    super(code);
    this.code = code;
  }
}

/** The headers of a delivery (Standard Webhooks 1.0.0). */
function headersOf(url: URL, request: WebhookRequest): Record<string, string> {
  const timestamp = Math.floor(request.now / 1000);
  return {
    host: url.host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(request.body)),
    accept: '*/*',
    'accept-encoding': 'identity',
    connection: 'close',
    'user-agent': 'licence-console-webhook/1.0',
    'webhook-id': request.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader({ ...request, timestamp }),
  };
}

function codeOf(error: ExchangeFailed, signal: AbortSignal): WebhookErrorCode {
  if (signal.aborted) return 'timeout';
  if (error.progress === 'handshake') return 'tls';
  const code = (error.cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && code.startsWith('HPE_') ? 'invalid_answer' : 'connection';
}

function resultOf({ status, text, retryAfter }: Answer, now: number): Omit<WebhookAnswer, 'milliseconds' | 'headers'> {
  const answer = text === undefined ? {} : { answer: text };
  if (status >= 200 && status < 300) return { ok: true, status, ...answer };
  const seconds = parseRetryAfter(retryAfter, now);
  const wait = seconds === undefined ? {} : { retryAfter: seconds };
  const error = status >= 300 && status < 400 ? 'redirect' : 'bad_status';
  return { ok: false, status, error, ...answer, ...wait };
}

/** The settings of a sender, checked. */
interface Sender {
  readonly urls: WebhookUrlOptions;
  readonly networks: readonly Network[];
  readonly lookup: ResolveName;
  readonly ca: string | undefined;
}

/** One delivery: checks the address, looks it up, and sends. */
async function deliver(sender: Sender, request: WebhookRequest, signal: AbortSignal) {
  const { urls, ca } = sender;
  const mistake = webhookUrlMistake(request.url, urls);
  if (mistake) throw new Undelivered(mistake === 'private_address' ? 'refused_address' : 'invalid_url');
  const url = new URL(request.url);
  const addresses = await vettedAddresses(url, sender, signal);
  const headers = headersOf(url, request);
  const message: Message = { url, addresses, headers, body: request.body, ...(ca === undefined ? {} : { ca }) };
  const started = performance.now();
  try {
    const answer = await exchange(message, signal);
    return { ...resultOf(answer, request.now + performance.now() - started), headers };
  } catch (error) {
    if (!(error instanceof ExchangeFailed)) throw error;
    const code = codeOf(error, signal);
    return { ok: false, error: code, headers: error.progress === 'sent' ? headers : {} };
  }
}

/**
 * Creates what sends webhooks: signed by Standard Webhooks 1.0.0, only to addresses that are public or allowed, each
 * within a time limit. Names are looked up for each delivery, and the connection goes to an address that was checked.
 * @throws an error if one of the networks is none
 */
export function createWebhookSender(settings: WebhookSenderOptions): SendWebhook {
  const { networks, allowHttp, timeout = 15_000, lookup = createNameResolver(), ca } = settings;
  const sender: Sender = { urls: { networks, allowHttp }, networks: parseNetworks(networks), lookup, ca };
  return async (request) => {
    const started = performance.now();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeout);
    const elapsed = () => Math.round(performance.now() - started);
    try {
      const answer = await deliver(sender, request, limit.signal);
      return { ...answer, milliseconds: elapsed() };
    } catch (error) {
      if (!(error instanceof Undelivered || error instanceof HostRefused)) throw error;
      return { ok: false, error: error.code, milliseconds: elapsed(), headers: {} };
    } finally {
      clearTimeout(timer);
    }
  };
}
