import type { IncomingMessage } from 'node:http';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { mostItems } from '../../contract/kinds/limits.ts';
import { message } from '../../contract/messages/message.ts';
import type { Field, Fields } from '../../contract/schema/field/field.ts';
import { AppError } from '../core/appError.ts';
import type { FieldValues } from '../core/rules.ts';
import { type MostItems, parseObject } from './json.ts';
import type { HttpRequestContext } from './services.ts';

/** A body of this many bytes is decoded in turn, since it takes milliseconds in which nothing else runs. */
const largeBody = 64 * 1024;
const maxPauseMs = 200;

let lastTurn: Promise<void> = Promise.resolve();

/** Lets everything else run for as long as the work took that begins now. */
async function pauseAfterWork(): Promise<void> {
  const begun = performance.now();
  await setImmediate();
  await pause(Math.min(performance.now() - begun, maxPauseMs));
}

/** Waits for the turn to decode a large body: many of them at once leave half of the time to other requests. */
function turnForLargeBody(): Promise<void> {
  const turn = lastTurn;
  lastTurn = turn.then(pauseAfterWork);
  return turn;
}

/** A body that did not arrive whole: the client hung up or sent too slowly. It is the client's fault, not ours. */
export const brokenBody = (): AppError => new AppError(400, message('body_broken'));

/**
 * True if the connection closed before the end of the body. A stream that was closed before anybody read it looks like an
 * empty body, so the message of Node is asked.
 */
const isIncomplete = (c: HttpRequestContext): boolean =>
  (c.env as { incoming?: Partial<IncomingMessage> } | undefined)?.incoming?.complete === false;

async function receiveBytes(c: HttpRequestContext): Promise<ArrayBuffer> {
  const bytes = await c.req.arrayBuffer().catch(() => undefined);
  if (bytes === undefined || isIncomplete(c)) throw brokenBody();
  return bytes;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws 400 for bytes that are not UTF-8, which would be stored as U+FFFD (RFC 8259, 8.1) */
function decodeText(bytes: ArrayBuffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new AppError(400, message('not_utf8'));
  }
}

/** The limits of declared lists. */
export const mostItemsIn =
  (fields: Fields = {}): MostItems =>
  (name) =>
    Object.hasOwn(fields, name) ? mostItems(fields[name] as Field) : undefined;

/** The fields of a form that are declared; a form may have others, which mean nothing here. */
export async function readForm(c: HttpRequestContext, fields: Fields = {}): Promise<FieldValues> {
  const form = new URLSearchParams(decodeText(await receiveBytes(c)));
  return Object.fromEntries([...form].filter(([name]) => Object.hasOwn(fields, name)));
}

/** True if the body of a request is a form (RFC 6749, appendix B). */
export const isForm = (c: HttpRequestContext): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '');

/**
 * The JSON body of a request; an empty one is an empty object.
 * @param mostItemsOf the limits of its lists, with which a much too long one is refused before it is read
 * @throws 400 for a body that is broken off, not UTF-8 or not JSON, 422 for one that is no object
 */
export async function readBody(c: HttpRequestContext, mostItemsOf?: MostItems): Promise<FieldValues> {
  const bytes = await receiveBytes(c);
  if (bytes.byteLength === 0) return {};
  if (bytes.byteLength >= largeBody) await turnForLargeBody();
  return parseObject(decodeText(bytes), mostItemsOf);
}
