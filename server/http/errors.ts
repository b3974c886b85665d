import { HTTPException } from 'hono/http-exception';
import type { FieldErrors } from '../../contract/kinds/validation.ts';
import { translateMessage } from '../../contract/messages/catalogue.ts';
import type { Language } from '../../contract/messages/label.ts';
import { type MessageKey, message } from '../../contract/messages/message.ts';
import { AppError } from '../core/appError.ts';
import { DeadlineExceeded, isDiskFull, isTransient } from '../db/engine/errors.ts';
import { audit } from '../db/write/audit.ts';
import { asksForProblems, problemType } from './negotiation.ts';
import { declaredPath, redactPath } from './paths.ts';
import { type HttpRequestContext, inTransaction, pathsOf } from './services.ts';

const titles: Readonly<Record<number, MessageKey>> = {
  400: 'not_json',
  404: 'not_found',
  405: 'method',
  413: 'too_large',
  429: 'too_many',
};

const translatedFields = (fields: FieldErrors | undefined, language: Language) =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [name, texts.map((text) => translateMessage(text, language))]),
  );

/**
 * Limits audited denials, so that a flood does not fill the audit: one line a minute for an address without a key, one
 * a minute for a caller who reads the same missing path again and again, and the first twenty for missing paths of one
 * kind.
 */
function isDenialAudited(c: HttpRequestContext, { status }: AppError, path: string): boolean {
  const { sampled, sampledMisses } = c.get('services');
  const caller = c.get('caller');
  if (!caller) return sampled(c.get('origin').address);
  if (status !== 404) return true;
  const who = `${caller.id} ${caller.behalf_id} ${c.req.method}`;
  if (c.req.method === 'GET' && !sampled(`${who} ${path}`)) return false;
  return sampledMisses(`${who} ${declaredPath(pathsOf(c), c.req.path)}`);
}

/** Audits a denial in a transaction of its own, since that of the request was rolled back (C10). */
async function auditDenial(c: HttpRequestContext, error: AppError): Promise<void> {
  const path = redactPath(pathsOf(c), encodeURI(c.req.path.toWellFormed())).slice(0, 300);
  if (!error.denied || !isDenialAudited(c, error, path)) return;
  const after = { call: `${c.req.method} ${path}`, status: error.status };
  await inTransaction(c, (context) => audit(context, { action: 'denied', after, result: 'denied' }), c.get('caller'));
}

/** The body of an error (B2). */
interface ErrorBody {
  readonly title: string;
  readonly code: string;
  readonly error: { readonly fields: FieldErrors };
  readonly request_id?: string;
}

/** The answer to an error. */
export interface ErrorResponse {
  readonly status: AppError['status'] | 500;
  readonly body: ErrorBody;
  /** Seconds after which the client may try again. */
  readonly retryAfter?: number | undefined;
}

function errorAnswer(c: HttpRequestContext, error: AppError): ErrorResponse {
  const language = c.get('origin').language;
  const fields = translatedFields(error.fields, language);
  const title = error.code === 'invalid' && fields ? Object.values(fields)[0]?.[0] : undefined;
  const body = {
    title: title ?? translateMessage(error.message, language),
    code: error.code,
    error: { fields: fields ?? {} },
  };
  return { status: error.status, body, retryAfter: error.retryAfter };
}

/** Temporary faults: what is logged and answered, and when to try again. */
const faults = {
  disk_full: { log: 'no space left', answer: () => new AppError(507, message('disk_full'), undefined, 60) },
  files_away: {
    log: 'the storage of files is unavailable',
    answer: () => new AppError(503, message('files_away'), undefined, 10),
  },
  busy: { log: 'the database is busy', answer: AppError.busy },
};

function faultOf(error: Error): keyof typeof faults | undefined {
  if (isDiskFull(error)) return 'disk_full';
  if (error.name === 'StorageAway') return 'files_away';
  return isTransient(error) ? 'busy' : undefined;
}

const complainedAt = new Map<string, number>();

const complainEvery = 60_000;

/** Answers a temporary fault with the time to try again (RFC 9110, 10.2.3), and logs it once a minute. */
function transientFaultAnswer(c: HttpRequestContext, error: Error): ErrorResponse | undefined {
  if (error instanceof DeadlineExceeded) return errorAnswer(c, new AppError(503, message('too_slow'), undefined, 5));
  const key = faultOf(error);
  if (!key) return undefined;
  const { log, answer } = faults[key];
  if (Date.now() - (complainedAt.get(key) ?? 0) >= complainEvery) {
    complainedAt.set(key, Date.now());
    c.get('services').log.error({ err: error, path: redactPath(pathsOf(c), c.req.path) }, log);
  }
  return errorAnswer(c, answer());
}

/**
 * Gives every error the same shape (B2). Of an unforeseen one the client gets only a title and the id of the request.
 */
export async function toErrorAnswer(error: Error, c: HttpRequestContext): Promise<ErrorResponse> {
  const known = AppError.of(error);
  if (known) {
    await auditDenial(c, known);
    return errorAnswer(c, known);
  }
  if (error instanceof HTTPException) {
    const status = error.status as 400;
    return errorAnswer(c, new AppError(status, message(titles[status] ?? 'server')));
  }
  const later = transientFaultAnswer(c, error);
  if (later) return later;
  const { language, request_id } = c.get('origin');
  c.get('services').log.error({ err: error, request_id, path: redactPath(pathsOf(c), c.req.path) }, 'request failed');
  const body = { title: translateMessage('server', language), code: 'server', error: { fields: {} }, request_id };
  return { status: 500, body };
}

/** An error as a problem (RFC 9457): the same title, code and fields, with the id of the request. */
function asProblem({ status, body }: ErrorResponse, request_id: string): object {
  const { title, code, error } = body;
  const messages = Object.values(error.fields).flat();
  return {
    type: `/docs/api/errors#${code}`,
    title,
    status,
    detail: [...new Set(messages.length > 0 ? messages : [title])].join('\n'),
    instance: `urn:uuid:${request_id}`,
    code,
    fields: error.fields,
    request_id,
  };
}

/** Answers a request with its error, as a problem if the client asks for those. */
export async function onError(error: Error, c: HttpRequestContext): Promise<Response> {
  const answer = await toErrorAnswer(error, c);
  const { status, body, retryAfter } = answer;
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(retryAfter)));
  if (!asksForProblems(c.req.header('accept'))) return c.json(body, status);
  c.header('Content-Type', problemType);
  return c.body(JSON.stringify(asProblem(answer, c.get('origin').request_id)), status);
}
